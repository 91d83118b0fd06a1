"""What the page of a match shows, whole."""

from typing import Any

from django.http import HttpRequest
from django.utils.safestring import mark_safe

from games.engine.duel import PASS, RESIGN
from games.engine.view import View
from games.matches.models import State
from games.matches.render import parts, words
from games.matches.render.data import data
from games.matches.render.sheet import sheet_context
from games.matches.render.sides import view_of
from games.matches.selectors import MatchTable
from games.play.render.refusals import action_words


def page_context(request: HttpRequest, table: MatchTable) -> dict[str, Any]:
    """The context of `games/matches/page.html`."""
    sheet = sheet_context(table)
    return {
        "table": table,
        "title": words.title(table),
        "ways": words.ways_words(table),
        "parts": {key.replace("-", "_"): mark_safe(draw(table)) for key, (_, draw) in parts.PARTS.items()},
        "data": data(table),
        "plain_actions": _plain_actions(table),
        "sheet_words": f"{sheet['headline']} {sheet['why']}" if sheet["shown"] else "",
        "playing": table.state == State.PLAYING,
    }


def _plain_actions(table: MatchTable) -> list[tuple[str, str]]:
    """Every card action as token and words, for browsers without scripts."""
    if table.view is None or not table.actions:
        return []
    view: View = view_of(table.view, table.letter)
    return [(token, action_words(token, view)) for token in table.actions if token not in (PASS, RESIGN)]
