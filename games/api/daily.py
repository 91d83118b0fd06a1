"""The challenge of the day: its games, one's attempts, its boards. An attempt is begun by hand only."""

import re
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import shapes
from games.api.base import ApiView
from games.api.board_data import page_data, way_data
from games.api.board_shapes import BoardPageShape
from games.api.bodies import ETAG
from games.api.daily_shapes import CalendarShape, DayShape, MonthQuery
from games.api.fields import NothingSerializer
from games.api.paging import PageQuery
from games.api.permissions import Anybody
from games.api.problems import Problem, not_found
from games.api.reasons import Kind, register
from games.api.throttles import BeginThrottle, UserThrottle
from games.daily import days, selectors, services
from games.daily.models import DailyDeal
from games.daily.selectors import Mine
from games.play import clock, deals
from games.play.owners import Owner
from leaderboards.catalogue import find

TAG = ["daily"]
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
BY_HAND_ONLY, NOT_TODAY = "by_hand_only", "not_today"
register(
    {
        BY_HAND_ONLY: Kind(403, _("This is not for programs")),
        NOT_TODAY: Kind(409, _("The day of this challenge is over")),
    }
)
IN_PATH = OpenApiParameter("day", OpenApiTypes.DATE, OpenApiParameter.PATH)


class DailyView(ApiView):
    """What the views of the challenge share."""

    permission_classes = (Anybody,)

    def deals_of(self, day: str) -> list[DailyDeal]:
        """Return the deals of a day that an address names.

        :raises Problem: 404, if it has none, or is yet to come.
        """
        found = _day(day)
        dailies = selectors.on_day(found) if found and found <= days.day_of(clock.now()) else []
        if not dailies:
            raise not_found()
        services.close_if_over(dailies[0].date, self.owner())
        return dailies

    def deal_of(self, day: str, board_key: str) -> DailyDeal:
        """Return one game of a day.

        :raises Problem: 404, if there is none.
        """
        for daily in self.deals_of(day):
            if daily.board_key == board_key.upper():
                return daily
        raise not_found()

    def shown(self, day: date, dailies: list[DailyDeal], waiting: int = 0) -> Response:
        """Answer with a day."""
        owner, now = self.owner(), clock.now()
        streak = selectors.streak(owner.user_id)
        data = {
            "day": day,
            "today": day == days.day_of(now),
            "ends_at": days.ends(day),
            "opens_at": days.opens_to_all(day),
            "secret": now < days.opens_to_all(day),
            "waiting": waiting,
            "games": [self.game(one, owner) for one in selectors.mine(owner, dailies)],
            "streak": {"now": streak.now, "longest": streak.longest, "today": streak.today},
        }
        return self.answer(data)

    def game(self, mine: Mine, owner: Owner) -> dict[str, Any]:
        """Return one game of a day, and what its reader did there."""
        daily = mine.daily
        board = reverse("api:daily_board", args=[daily.date, daily.board_key])
        root = self.request.build_absolute_uri(reverse("api:games"))
        return {
            **self.way(daily),
            "board": self.request.build_absolute_uri(board),
            "code": None if deals.withheld(daily.deal, owner) else daily.code.text,
            "state": mine.state,
            "counted": mine.counted,
            "attempt": shapes.summary(mine.game, owner, root) if mine.game else None,
            "place": {"rank": mine.standing.rank, "of": mine.standing.of} if mine.standing else None,
        }

    def way(self, daily: DailyDeal) -> dict[str, Any]:
        found = find(daily.board_key)
        if found is None:  # a game that the site has no more
            raise not_found()
        return way_data(self.request, *found)


class TodayView(DailyView):
    """Today."""

    @extend_schema(
        operation_id="daily_today",
        tags=TAG,
        summary=_("See today’s challenge"),
        description=_("The games of today, your attempts and your streak. Codes are secret for now."),
        parameters=[ETAG],
        responses={200: DayShape, 304: None},
    )
    def get(self, request: Request) -> Response:
        dailies = services.today()
        waiting = max(0, len(services.programme()) - len(dailies))
        return self.shown(days.day_of(clock.now()), dailies, waiting)


class CalendarView(DailyView):
    """A month."""

    @extend_schema(
        operation_id="daily_calendar",
        tags=TAG,
        summary=_("See a month of the challenge"),
        description=_("What each day up to today had, and what you did there."),
        parameters=[MonthQuery, ETAG],
        responses={200: CalendarShape, 304: None},
    )
    def get(self, request: Request) -> Response:
        today = days.day_of(clock.now())
        asked = self.read_query(MonthQuery)["month"] or f"{today:%Y-%m}"
        year, number = map(int, asked.split("-"))
        weeks = selectors.month(self.owner().user_id, year, number)
        squares = [square for week in weeks for square in week if square.inside and square.day <= today]
        return self.answer(
            {
                "month": asked,
                "days": [
                    {
                        "day": square.day,
                        "games": square.games,
                        "played": square.played,
                        "won": square.won,
                        "medals": square.medals,
                    }
                    for square in squares
                ],
            }
        )


class DayView(DailyView):
    """Any day that has been."""

    @extend_schema(
        operation_id="daily_day",
        tags=TAG,
        summary=_("See a day of the challenge"),
        description=_("The same for any day up to today, with the codes that are no secret to you."),
        parameters=[IN_PATH, ETAG],
        responses={200: DayShape, 304: None},
    )
    def get(self, request: Request, day: str) -> Response:
        dailies = self.deals_of(day)
        return self.shown(dailies[0].date, dailies)


class DailyBoardView(DailyView):
    """The board of one game of a day."""

    @extend_schema(
        operation_id="daily_board",
        tags=TAG,
        summary=_("Read the board of a challenge"),
        description=_("Won attempts first, then unwon ones."),
        parameters=[IN_PATH, PageQuery, ETAG],
        responses={200: BoardPageShape, 304: None},
    )
    def get(self, request: Request, day: str, board_key: str) -> Response:
        cursor = self.read_query(PageQuery)["cursor"]
        daily, owner = self.deal_of(day, board_key), self.owner()
        known = not deals.withheld(daily.deal, owner)
        spec = selectors.spec_of(daily)
        return self.answer(page_data(request, owner, spec, self.way(daily), cursor, known=known))


class AttemptView(DailyView):
    """One's attempt at one game of today."""

    throttle_classes = (UserThrottle, BeginThrottle)
    refuses = (BY_HAND_ONLY, NOT_TODAY)

    @extend_schema(
        operation_id="daily_attempt",
        tags=TAG,
        summary=_("Begin an attempt"),
        description=_(
            "Or go on with the one under way. By a session only: a program’s attempt would count nowhere, "
            "and use up the one that counts. It is played like any other game."
        ),
        parameters=[IN_PATH],
        request=NothingSerializer,
        responses={200: shapes.GameShape},
    )
    def post(self, request: Request, day: str, board_key: str) -> Response:
        self.read(NothingSerializer)
        owner = self.owner()
        daily = self.deal_of(day, board_key)
        try:
            if not owner.token:
                owner = self.owner(create=True)
            game = services.begin_attempt(owner=owner, daily=daily)
        except services.ByHandOnly as error:
            sentence = gettext(
                "The challenge is played by hand: an attempt by a program would count nowhere."
            )
            raise Problem(BY_HAND_ONLY, sentence) from error
        except services.NotToday as error:
            raise Problem(NOT_TODAY) from error
        root = request.build_absolute_uri(reverse("api:games"))
        return self.answer(shapes.whole(game, owner, root), changing=shapes.CHANGING)


def _day(text: str) -> date | None:
    """Return the day that an address names, if it is one of the calendar."""
    try:
        return date.fromisoformat(text) if DAY.fullmatch(text) else None
    except ValueError:
        return None
