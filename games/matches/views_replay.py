"""A game of a match seen again, both tables together."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from games.matches import selectors, services
from games.matches.models import MatchGame
from games.matches.render import words
from games.matches.render.parts import seat_number
from games.matches.render.sides import OTHER, changed_sides, draw_sides, rules_of
from games.matches.replays import MatchReplay
from games.matches.selectors import MatchTable
from games.matches.views import known
from games.play.owners import owner_of
from games.play.render.table import table_classes
from games.play.replays import Place


@require_safe
@known
def replay(request: HttpRequest, match_id: UUID, number: int) -> HttpResponse:
    """Show one step of a game: ``?pas=17``; to the script (``&de=16``) what differs from another."""
    match = services.look(match_id)
    table = selectors.match_for(match_id, owner_of(request))
    game = selectors.game_of(match, number)
    seen = MatchReplay(game)
    step = seen.held(_number(request.GET.get("pas", "")))
    now = at_step(table, game, seen, step)
    context = step_context(now, seen, step)
    if request.headers.get("HX-Request") and "de" in request.GET:
        before = at_step(table, game, seen, seen.held(_number(request.GET["de"])))
        html = "".join(changed_sides(before, now))
        html += render_to_string("games/matches/replay_step.html", context)
        response = HttpResponse(html)
    else:
        response = render(request, "games/matches/replay.html", {**context, **whole(now, seen)})
    response["Vary"] = ", ".join(filter(None, [response.get("Vary"), "HX-Request"]))
    response["Cache-Control"] = "private, no-cache"
    return response


def at_step(table: MatchTable, game: MatchGame, seen: MatchReplay, step: int) -> MatchTable:
    """The table as it was after so many actions of a game, for looking on; the viewer's side below."""
    below = table.viewer or 1
    return replace(
        table,
        viewer=0,
        letter="a" if game.first == below else "b",
        first=game.first,
        number=game.number,
        rules_code=seen.code,
        view=seen.view(step),
        owners=seen.owners(step),
        actions=(),
    )


def whole(table: MatchTable, seen: MatchReplay) -> dict[str, Any]:
    """What the whole page shows."""
    return {
        "table": table,
        "title": words.title(table),
        "code": seen.code,
        "ways": words.ways_words(table),
        "classes": table_classes(rules_of(table)),
        "sides": draw_sides(table),
        "data": {"last": seen.last, "waits": seen.waits},
        "games": [result.number for result in table.results],
    }


def step_context(table: MatchTable, seen: MatchReplay, step: int) -> dict[str, Any]:
    """Where the replay stands: figures of both, and words for the last action."""
    assert table.view is not None
    letters = (table.letter, OTHER[table.letter])
    numbers = [seat_number(table, side) for side in ("below", "above")]
    return {
        "step": Place(step, seen.last),
        "counts": [table.view.seats[letter].contributed for letter in letters],
        "names": [words.own_name(table.seat(number)) for number in numbers],
        "said": _said(table, seen, step),
        "match_id": table.match_id,
        "game": seen.game.number,
    }


def _said(table: MatchTable, seen: MatchReplay, step: int) -> str:
    """Who did what, in a few words."""
    if not step:
        return gettext("The opening table")
    letter, _, token = seen.tokens[step - 1].partition("/")
    side = "below" if letter == table.letter else "above"
    name = words.own_name(table.seat(seat_number(table, side)))
    what = {
        "pass": pgettext("player", "passes"),
        "resign": gettext("resigns"),
        "s-w": gettext("draws"),
        "w-s": gettext("turns the waste over"),
    }.get(token)
    if what is None and token.endswith("-f"):
        what = gettext("%(card)s to the foundation") % {"card": seen.went_up(step)}
    return gettext("%(name)s: %(what)s") % {"name": name, "what": what or gettext("moves cards")}


def _number(text: str) -> int:
    """The step that an address names; what is no number is the opening table."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
