"""What the page of a table shows, whole."""

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.engine.play import Play
from games.engine.view import View, visible
from games.play import clock, selectors, services
from games.play.choices import options_in_words
from games.play.models import Game
from games.play.owners import owner_of
from games.play.render.days import challenge_day, challenge_words
from games.play.render.refusals import action_words
from games.play.render.sheet import draw_sheet
from games.play.render.status import State, draw_data, draw_status, table_data
from games.play.render.table import draw_table, table_classes


def state_of(game: Game, said: str = "") -> State:
    """What the table shows beside its cards, from the stored game."""
    elapsed = clock.elapsed_ms(game, clock.now())
    return State(game.version, elapsed, game.running_since is not None, game.paused, game.over, said)


def whole_table(request: HttpRequest, game: Game) -> str:
    """Fragments with the whole table, its figures and its data; a paused game's table holds no card."""
    play = services.resume_play(game)
    view, state, rules = visible(play.position), state_of(game), play.position.rules
    inner = _inner(request, game, view, play)
    html = render_to_string(
        "games/table/table.html", {"inner": inner, "classes": table_classes(rules), "swap": True}
    )
    return html + draw_status(view, state, rules, swap=True) + draw_data(table_data(play, state), swap=True)


def page_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    """The context of `games/table/page.html`."""
    play = services.resume_play(game)
    view, state, rules = visible(play.position), state_of(game), play.position.rules
    data = table_data(play, state)
    words = options_in_words(game.variant, game.options)
    return {
        "game": game,
        "rules": rules,
        "variant": rules.variant,
        "name": gettext(rules.variant.name),
        "options_words": words,
        "inner": _inner(request, game, view, play),
        "classes": table_classes(rules) + (" fresh" if game.started_at is None and not game.over else ""),
        "status": mark_safe(draw_status(view, state, rules, swap=False)),
        "data": mark_safe(draw_data(data, swap=False)),
        "table": data,
        "plain_actions": _plain_actions(data, view),
        "challenge": challenge_words(game),
        "challenge_day": challenge_day(game),
        "code_visible": bool(selectors.code_shown(game, owner_of(request))),
        "sheet": mark_safe(draw_sheet(request, game, swap=False)) if game.over else "",
    }


def moves_in_words(game: Game) -> list[tuple[str, str]]:
    """Every legal action of a game as token and words; none while it is paused or over."""
    play = services.resume_play(game)
    return _plain_actions(table_data(play, state_of(game)), visible(play.position))


def _inner(request: HttpRequest, game: Game, view: View, play: Play) -> SafeString:
    """The piles, or what stands in their place while they are withheld."""
    if game.paused:
        return mark_safe(render_to_string("games/table/paused.html", {"game": game}, request))
    return draw_table(view, play.position.rules)


def _plain_actions(data: dict[str, Any], view: View) -> list[tuple[str, str]]:
    """Every legal action as token and words, for browsers without scripts."""
    return [(token, action_words(token, view)) for token in data["actions"]]
