"""The sheet at the end of a game: the result, the score line by line, where it counts and why, what next."""

import uuid
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.play import services
from games.play.choices import options_in_words
from games.play.models import EndReason, Game
from games.play.render.score import clock, score_lines, score_words
from games.play.services.ranking import Standing
from leaderboards import selectors as boards


def draw_sheet(request: HttpRequest, game: Game, swap: bool = True) -> str:
    """The sheet of a game that is over."""
    return render_to_string("games/table/sheet.html", {**sheet_context(game), "swap": swap}, request)


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
        "standing": Standing(game.standing).label if game.standing else "",
        "places": boards.places(game.pk) if game.player_id else [],
        "key": uuid.uuid4(),
    }


def _headline(game: Game) -> str:
    if game.won:
        return gettext("You won!")
    if game.end_reason == EndReason.EXPIRED:
        return gettext("Given up after 14 days without an action")
    if game.end_reason == EndReason.CLOSED:
        return gettext("Closed with the day of its challenge")
    return gettext("Given up")
