"""A finished game seen again, step by step."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from accounts.selectors import identity
from games.play.choices import options_in_words
from games.play.models import Game
from games.play.owners import NotFound, Owner, owner_of
from games.play.render.piles import STILL, Style, changed_piles, draw_pile
from games.play.render.table import draw_table, table_classes
from games.play.replays import Replay, Step
from games.play.seen import seen_game
from games.play.views_pages.missing import no_such_run

SWAPPED = Style(still=True, swap=True)


@require_safe
def replay(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show one step of a replay: ``?pas=17``, the opening table without it.

    To the page's script (``&de=16``) only the piles that differ from another step, and the step's figures and
    words.
    """
    owner = owner_of(request)
    try:
        seen = Replay(seen_game(game_id, owner))
    except NotFound:
        return no_such_run(request)
    number = _number(request.GET.get("pas", ""))
    step = seen.step(number)
    if request.headers.get("HX-Request") and "de" in request.GET:
        response = HttpResponse(changes(seen, _number(request.GET["de"]), step))
    else:
        response = render(request, "games/replay.html", whole(seen, step, owner))
    response["Vary"] = ", ".join(filter(None, [response.get("Vary"), "HX-Request"]))
    response["Cache-Control"] = "private, no-cache"
    return response


def whole(seen: Replay, step: Step, owner: Owner) -> dict[str, object]:
    """Return what the whole page shows."""
    game, rules = seen.game, seen.code.rules
    mine = owner.owns(game)
    return {
        "game": game,
        "code": seen.code,
        "variant": seen.code.variant,
        "words": options_in_words(game.variant, game.options),
        "rules": rules,
        "board": draw_table(step.view, rules, STILL),
        "classes": table_classes(rules),
        "step": step,
        "data": {"last": step.last, "waits": seen.waits()},
        "mine": mine,
        "who": "" if mine else _who(game),
    }


def changes(seen: Replay, before: int, step: Step) -> str:
    """Return the fragments that turn one step's table into another's."""
    rules = seen.code.rules
    piles = [
        draw_pile(pile, step.view, rules, SWAPPED)
        for pile in changed_piles(seen.view(before), step.view, rules)
    ]
    context = {"step": step, "rules": rules, "swap": True, "game": seen.game}
    return mark_safe("".join([*piles, render_to_string("games/partials/replay_step.html", context)]))


def _who(game: Game) -> str:
    """The name under which others may see the player; "" for one who is private or gone."""
    shown = identity(game.player) if game.player else None
    return shown.name if shown and shown.key else ""


def _number(text: str) -> int:
    """The step that an address names; what is no number is the opening table."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
