"""Leaderboards: of games and periods, of deals, of ratings. To be read only: playing puts one there."""

from datetime import date
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import ApiView
from games.api.board_data import link, page_data, way_data
from games.api.board_shapes import (
    ATTEMPTS,
    BoardPageShape,
    BoardQuery,
    BoardsShape,
    DealBoardQuery,
    RatingPageShape,
    RatingsQuery,
)
from games.api.bodies import ETAG
from games.api.paging import bad_cursor
from games.api.permissions import Anybody
from games.api.problems import Problem, not_found
from games.api.reasons import Why
from games.engine.codes import CodeError, DealCode, parse_code
from games.play import deals
from games.play.services.progress import tell_progress
from leaderboards import rating_boards
from leaderboards.catalogue import GAMES, VEGAS, find
from leaderboards.choosing import OLDEST
from leaderboards.membership import Spec
from leaderboards.models import Board
from leaderboards.periods import first_day
from leaderboards.rating_boards import Line, Place
from leaderboards.rating_models import Tempo
from leaderboards.ratings import month_of

TAG = ["boards"]


class BoardsView(ApiView):
    """All boards."""

    permission_classes = (Anybody,)

    @extend_schema(
        operation_id="boards_list",
        tags=TAG,
        summary=_("List the boards"),
        description=_("Each game with its options has boards for the day, week, month and for ever."),
        parameters=[ETAG],
        responses={200: BoardsShape, 304: None},
    )
    def get(self, request: Request) -> Response:
        ways = [way_data(request, game, way) for game in GAMES.values() for way in game.options.values()]
        ratings = [reverse("api:rating_board", args=[tempo]) for tempo in Tempo.values]
        return self.answer({"games": ways, "ratings": list(map(request.build_absolute_uri, ratings))})


class BoardView(ApiView):
    """A game's board."""

    permission_classes = (Anybody,)

    @extend_schema(
        operation_id="boards_read",
        tags=TAG,
        summary=_("Read a game’s board"),
        description=_(
            "One row a player, the best run of the period at a deal drawn at random. What a program played "
            "is on no board."
        ),
        parameters=[BoardQuery, ETAG],
        responses={200: BoardPageShape, 304: None},
    )
    def get(self, request: Request, board_key: str) -> Response:
        query, found = self.read_query(BoardQuery), find(board_key.upper())
        if found is None:
            raise not_found()
        game, options = found
        if query["bankroll"] and (options.marking != VEGAS or query["pure"]):
            raise _fault("bankroll", gettext("Only Vegas has a bankroll, and no pure one."))
        key = f"{game.code}-{options.code}"
        start = first_day(query["period"], _day(query["day"]))
        kind = Board.Kind.BANKROLL if query["bankroll"] else Board.Kind.GAME
        spec = Spec(kind, key, key, query["period"], start, query["pure"])
        way, owner = way_data(request, game, options), self.owner()
        if query["bankroll"] and owner.user_id is not None:
            tell_progress(user_id=owner.user_id)
        return self.answer(page_data(request, owner, spec, way, query["cursor"]))


class DealBoardView(ApiView):
    """A deal's boards."""

    permission_classes = (Anybody,)
    refuses = (Why.WITHHELD,)

    @extend_schema(
        operation_id="boards_deal",
        tags=TAG,
        summary=_("Read a deal’s board"),
        description=_(
            "First attempts at a deal with these options, or practice. A deal that is kept secret from you "
            "has no board to be read."
        ),
        parameters=[DealBoardQuery, ETAG],
        responses={200: BoardPageShape, 304: None},
    )
    def get(self, request: Request, code: str) -> Response:
        query, owner, deal = self.read_query(DealBoardQuery), self.owner(), _deal(code)
        key = f"{deal.variant.code}-{deal.options}"
        found = find(key)
        if found is None:
            raise not_found()
        if deals.withheld(deal.deal, owner):
            raise Problem(Why.WITHHELD, gettext(deals.WITHHELD))
        first = query["attempts"] == ATTEMPTS[0]
        if query["pure"] and not first:
            raise _fault("pure", gettext("Practice is never pure."))
        kind = Board.Kind.DEAL if first else Board.Kind.PRACTICE
        spec = Spec(kind, deal.text, key, pure=query["pure"])
        way = way_data(request, *found)
        return self.answer(page_data(request, owner, spec, way, query["cursor"], known=True))


class RatingBoardView(ApiView):
    """The boards of ratings."""

    permission_classes = (Anybody,)

    @extend_schema(
        operation_id="boards_ratings",
        tags=TAG,
        summary=_("Read a board of ratings"),
        description=_(
            "Players of matches by their rating (once it is sure), or by the rated matches they won in a "
            "month. `S`: simultaneous play, `A`: alternate."
        ),
        parameters=[RatingsQuery, ETAG],
        responses={200: RatingPageShape, 304: None},
    )
    def get(self, request: Request, tempo: str) -> Response:
        query, me = self.read_query(RatingsQuery), self.owner().user_id
        if tempo not in Tempo.values:
            raise not_found()
        after = _read_rating_cursor(query["cursor"])
        month: date | None = None
        if query["by"] == "wins":
            month = date.fromisoformat(f"{query['month']}-01") if query["month"] else month_of(timezone.now())
            found = rating_boards.by_wins(tempo, month, after, me=me)
        else:
            found = rating_boards.by_rating(tempo, after, me=me)

        def line_data(line: Line) -> dict[str, Any]:
            counted = line.matches if month is None else None
            you = line.player_id == me
            return {
                "rank": line.rank,
                "name": line.name,
                "you": you,
                "figure": line.figure,
                "matches": counted,
            }

        data = {
            "tempo": tempo,
            "by": query["by"],
            "month": f"{month:%Y-%m}" if month else None,
            "size": found.size,
            "results": list(map(line_data, found.lines)),
            "next": link(request, f"a{found.after}") if found.after else None,
            "you": line_data(found.me) if found.me else None,
        }
        return self.answer(data)


def _fault(field: str, sentence: str) -> Problem:
    fault = {"field": field, "reason": "invalid", "detail": sentence}
    return Problem(Why.INVALID_REQUEST, sentence, errors=[fault])


def _day(day: date | None) -> date:
    """Return the day that is asked for: today, or one that has been since there are boards."""
    today = timezone.localdate()
    if day is None:
        return today
    if not OLDEST <= day <= today:
        raise _fault("day", gettext("There are boards from %(first)s to today.") % {"first": OLDEST})
    return day


def _deal(code: str) -> DealCode:
    """Return the deal that an address names, read as kindly as a typed code.

    :raises Problem: 404, if it names none that has boards.
    """
    try:
        return parse_code(code)
    except CodeError as error:
        raise Problem(Why.NOT_FOUND, gettext(error.template) % error.params, part=error.part) from error


def _read_rating_cursor(text: str) -> Place | None:
    if not text:
        return None
    found = Place.read(text[1:]) if text.startswith("a") else None
    if found is None:
        raise bad_cursor()
    return found
