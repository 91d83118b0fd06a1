"""The sheet at the end of a game: the result, the score line by line, where it counts and why, what next."""

import uuid
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext, gettext_noop

from games.daily import days
from games.daily.selectors import next_of
from games.engine.variants import VARIANTS
from games.play import clock as site_clock
from games.play import services
from games.play.choices import options_in_words
from games.play.models import Attempt, EndReason, Game
from games.play.owners import Owner, owner_of
from games.play.render.days import challenge_day
from games.play.render.score import clock, score_lines, score_words
from games.play.seen import has_replay
from games.play.selectors import code_shown
from games.play.services.ranking import Standing
from leaderboards import selectors as boards
from leaderboards.periods import EVER

BOARDS = {
    "game": gettext_noop("On the game’s board: %(rank)d of %(of)d"),
    "deal": gettext_noop("On the deal’s board: %(rank)d of %(of)d"),
    "practice": gettext_noop("In the deal’s list of practice: %(rank)d of %(of)d"),
    "daily": gettext_noop("On the board of the day’s challenge: %(rank)d of %(of)d"),
}


def draw_sheet(request: HttpRequest, game: Game, swap: bool = True) -> str:
    """The sheet of a game that is over."""
    owner = owner_of(request)
    context = {
        **sheet_context(game),
        "swap": swap,
        "share": _share(request, game),
        "replay": has_replay(game, owner),
        "challenge": _challenge(game, owner),
    }
    return render_to_string("games/table/sheet.html", context, request)


def sheet_context(game: Game) -> dict[str, Any]:
    """All that the sheet says. The lines add up to the score."""
    play = services.resume_play(game)
    rules = play.position.rules
    pointless = rules.marking == "S"
    return {
        "game": game,
        "headline": _headline(game),
        "score": "" if pointless else score_words(game.score, rules.currency),
        "lines": [] if pointless else score_lines(play.code, play.cards, play.tokens),
        "ranked": score_words(game.ranked_score, rules.currency) if game.ranked_score != game.score else "",
        "time": clock(game.elapsed_ms),
        "name": gettext(rules.variant.name),
        "words": options_in_words(game.variant, game.options),
        "standing": standing_words(game),
        "places": _places(game) if game.player_id else [],
        "key": uuid.uuid4(),
    }


def _challenge(game: Game, owner: Owner) -> dict[str, Any] | None:
    """After an attempt at the challenge: its day, and while that lasts its next deal, if one is left."""
    day = challenge_day(game)
    if day is None or game.daily_id is None:
        return None
    today = day == days.day_of(site_clock.now())
    following = next_of(owner, day, game.daily_id) if today else None
    name = gettext(VARIANTS[following.daily.variant].name) if following else ""
    return {"day": day, "today": today, "next": following, "name": name}


def standing_words(game: Game) -> str:
    """Where the run counts and why. A private player's counts nowhere, for as long as the profile is so."""
    listed = game.on_game_board or game.on_deal_board or game.attempt == Attempt.PRACTICE or game.daily_counts
    if listed and not game.voided and game.player is not None and game.player.is_machine:
        return str(Standing.MACHINE.label)
    if listed and not game.voided and game.player is not None and game.player.private:
        return gettext("Nobody else can open your profile, and your name is on no leaderboard.")
    return str(Standing(game.standing).label) if game.standing else ""


def _places(game: Game) -> list[dict[str, str]]:
    """The boards for ever that the run counts on, with the player's rank there."""
    found = []
    for place in boards.places(game.pk):
        if not place.counted or place.spec.pure or place.spec.period != EVER or place.kind not in BOARDS:
            continue
        words = gettext(BOARDS[place.kind]) % {"rank": place.rank, "of": place.of}
        if not place.best:
            words = gettext("%(board)s, by an earlier run") % {"board": words}
        found.append({"words": words, "url": _board_url(game, place.kind)})
    return found


def _board_url(game: Game, kind: str) -> str:
    try:
        if kind == "daily":
            return reverse("daily:day", args=[challenge_day(game)])
        if kind == "game":
            return reverse("leaderboards:board", args=[game.board_key])
        # The address of a deal's board holds its letters.
        shown = code_shown(game, Owner(user_id=game.player_id))
        return reverse("leaderboards:deal", args=[game.deal]) if shown else ""
    except NoReverseMatch:  # a site without that page
        return ""


def _share(request: HttpRequest, game: Game) -> str:
    """The link that opens the deal for anybody, if it is no secret."""
    if not code_shown(game, owner_of(request)):
        return ""
    return request.build_absolute_uri(reverse("games:deal", args=[game.code]))


def _headline(game: Game) -> str:
    if game.won:
        return gettext("You won!")
    if game.end_reason == EndReason.EXPIRED:
        return gettext("Given up after 14 days without an action")
    if game.end_reason == EndReason.CLOSED:
        return gettext("Closed with the day of its challenge")
    return gettext("Given up")
