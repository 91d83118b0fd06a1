"""The pages of the challenge: today, any day with its boards, the calendar, the way to the table."""

import dataclasses
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import limited
from games.daily import days, selectors, services, words
from games.daily.models import DailyDeal
from games.daily.selectors import Mine
from games.engine.variants import VARIANTS
from games.play import clock, deals
from games.play.miniatures import backs
from games.play.owners import Owner, owner_of
from games.play.seen import has_replay
from leaderboards import selectors as boards
from leaderboards.selectors import Row

SHOWN = 10
"""Rows of a board on the page of a day; the player's own row comes in addition."""


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Show today's games and the player's state in each, the streak, the month, the time that is left."""
    dailies = services.today()
    day = days.day_of(clock.now())
    owner = owner_of(request)
    own = selectors.mine(owner, dailies)
    streak = selectors.streak(owner.user_id)
    address = request.build_absolute_uri(reverse("daily:today"))
    context = {
        "day": day,
        "until": days.ends(day),
        "left": days.ends(day) - clock.now(),
        "cards": [_card(one, owner) for one in own],
        "waiting": len(services.programme()) - len(dailies),
        "streak": streak,
        "share": words.share_text(day, own, streak, address),
        **_month(request, owner, day),
    }
    return _private(render(request, "daily/today.html", context))


@require_safe
def day(request: HttpRequest, day: date) -> HttpResponse:
    """Show one day: its games, what the player did, and each game's board."""
    now = days.day_of(clock.now())
    dailies = selectors.on_day(day) if day <= now else []
    if not dailies:
        raise Http404(day)
    owner = owner_of(request)
    services.close_if_over(day, owner)
    own = selectors.mine(owner, dailies)
    context = {
        "day": day,
        "is_today": day == now,
        "secret": clock.now() < days.opens_to_all(day),
        "games": [{**_card(one, owner), **_board(request, one.daily, owner)} for one in own],
        **_neighbours(day, now),
    }
    return _private(render(request, "daily/day.html", {**context, **_month(request, owner, day)}))


@limited("begin")
@require_POST
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin, or go on with, the attempt at one of today's deals, and go to its table."""
    daily = get_object_or_404(DailyDeal, pk=pk)
    try:
        game = services.begin_attempt(owner=owner_of(request, create=True), daily=daily)
    except services.NotToday as error:
        if daily.date > days.day_of(clock.now()):
            raise Http404(pk) from error
        return redirect("daily:day", daily.date)
    return redirect("games:table", game.id)


def _card(mine: Mine, owner: Owner) -> dict[str, Any]:
    """What a page shows of one game of a day."""
    variant = VARIANTS[mine.daily.variant]
    return {
        "mine": mine,
        "replay": mine.game is not None and has_replay(mine.game, owner),
        "daily": mine.daily,
        "variant": variant,
        "name": words.name_of(mine.daily),
        "result": words.result_of(mine),
        "picture": backs(variant),
    }


def _board(request: HttpRequest, daily: DailyDeal, owner: Owner) -> dict[str, Any]:
    """The first rows of a game's board, or those after a cursor, and the player's own neighbourhood.

    The code and the replays are there for whom the deal is no secret (any more).
    """
    board = boards.find(selectors.spec_of(daily))
    asked = request.GET.get("jeu") == daily.board_key
    page = boards.page(board, after=request.GET.get("apres", "") if asked else "", size=SHOWN)
    own = boards.around(board, owner.user_id, span=1)
    shown = owner.user_id is None or owner.user_id in {row.player_id for row in page.rows}
    known = not deals.withheld(daily.deal, owner)
    return {
        "rows": [_row(row, known) for row in page.rows],
        "around": [] if shown else [_row(row, known) for row in own],
        "page": page,
        "code": daily.code.text if known else "",
        "dollars": daily.code.rules.currency,
        "pointless": daily.code.rules.marking == "S",
        "me": owner.user_id,
    }


def _row(row: Row, known: bool) -> Row:
    return dataclasses.replace(row, open=row.open or known)


def _month(request: HttpRequest, owner: Owner, day: date) -> dict[str, Any]:
    """The calendar that is shown: of ``?mois=2026-11``, else of the day's month; never of the future."""
    now = days.day_of(clock.now())
    year, number = _asked_month(request.GET.get("mois", ""), now) or (day.year, day.month)
    first = selectors.first_day() or now
    before = (year, number - 1) if number > 1 else (year - 1, 12)
    after = (year, number + 1) if number < 12 else (year + 1, 1)
    return {
        "month": date(year, number, 1),
        "weeks": selectors.month(owner.user_id, year, number),
        "now": now,
        "month_before": f"{before[0]}-{before[1]:02d}" if before >= (first.year, first.month) else "",
        "month_after": f"{after[0]}-{after[1]:02d}" if after <= (now.year, now.month) else "",
    }


def _asked_month(text: str, now: date) -> tuple[int, int] | None:
    try:
        asked = date.fromisoformat(f"{text}-01")
    except ValueError:
        return None
    return (asked.year, asked.month) if asked <= now and asked.year > 2000 else None


def _neighbours(day: date, now: date) -> dict[str, date | None]:
    """The days with a challenge before and after a day."""
    others = DailyDeal.objects.filter(date__lte=now)
    return {
        "day_before": others.filter(date__lt=day).order_by("-date").values_list("date", flat=True).first(),
        "day_after": others.filter(date__gt=day).order_by("date").values_list("date", flat=True).first(),
    }


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    return response
