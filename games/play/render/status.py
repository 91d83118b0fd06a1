"""The figures of the banner, and what the script needs to know about a table."""

import json
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import escape
from django.utils.translation import gettext, ngettext

from games.engine.actions import Action, Kind
from games.engine.play import Play
from games.engine.position import Position
from games.engine.rules import Rules
from games.engine.taps import taps
from games.engine.view import View
from games.play.render.names import language
from games.play.render.pieces import Skeleton
from games.play.render.score import clock
from leaderboards.figures import money, points


@dataclass(frozen=True, slots=True)
class State:
    """What a table shows beside its cards. elapsed_ms: time played by the server's clock."""

    version: int
    elapsed_ms: int
    running: bool
    paused: bool = False
    over: bool = False
    said: str = ""


def draw_status(view: View, state: State, rules: Rules, swap: bool) -> str:
    """The figures: score, time, moves, passes."""
    if rules.marking == "S":
        score, unit = "", ""
    elif rules.currency:
        score, unit = money(view.score), ""
    else:
        score, unit = points(view.score), ngettext("pt", "pts", abs(view.score))
    return _status(language(), swap, rules.has_stock, rules.marking == "S").fill(
        score=score,
        unit=unit,
        time=clock(state.elapsed_ms),
        moves=view.moves,
        moves_unit=ngettext("move", "moves", view.moves),
        passes=escape(_passes(view.passes, rules.passes)) if rules.has_stock else "",
        passes_short=f"{view.passes}/{rules.passes}" if rules.passes else "",
    )


def _passes(used: int, allowed: int | None) -> str:
    if allowed is None:
        return gettext("pass %(used)d") % {"used": used}
    return gettext("pass %(used)d of %(allowed)d") % {"used": used, "allowed": allowed}


@lru_cache(maxsize=16)
def _status(key: str, swap: bool, has_stock: bool, no_points: bool) -> Skeleton:
    holes = ("score", "unit", "time", "moves", "moves_unit", "passes", "passes_short")
    return Skeleton("games/table/status.html", holes, swap=swap, has_stock=has_stock, no_points=no_points)


def table_data(play: Play, state: State) -> dict[str, object]:
    """What the script looks things up in: tokens, never a rule. Nothing of it names a hidden card."""
    position = play.position
    idle = state.over or state.paused
    actions = [] if idle else position.legal_actions()
    meaning = {"tap": {}, "double": {}} if idle else taps(position)
    return {
        "version": state.version,
        "actions": [str(action) for action in actions],
        **meaning,
        "slots": _slots(position, actions),
        "undo": not idle and play.can_undo > 0,
        "redo": not idle and play.can_redo > 0,
        "finish": not idle and position.can_finish(),
        "blocked": not idle and position.rules.variant.says_blocked and position.is_blocked(),
        "over": state.over,
        "paused": state.paused,
        "elapsed": state.elapsed_ms,
        "running": state.running,
        "said": state.said,
    }


def _slots(position: Position, actions: list[Action]) -> dict[str, str]:
    """For each card that can go up, its foundation: the script shows the move before the answer is in."""
    slot_for = position.slots.slot_for
    found = {}
    for action in actions:
        if action.kind is Kind.COLUMN_UP:
            found[str(action)] = f"f{slot_for(position.columns[action.source][-1]) + 1}"
        elif action.kind is Kind.WASTE_UP:
            found[str(action)] = f"f{slot_for(position.waste[-1]) + 1}"
    return found


def draw_data(data: dict[str, object], swap: bool) -> str:
    """The same as a script element that no browser runs."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    oob = ' hx-swap-oob="true"' if swap else ""
    return f'<script type="application/json" id="table-data"{oob}>{text}</script>'
