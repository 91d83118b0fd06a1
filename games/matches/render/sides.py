"""The two tables of a match and the foundations between them. The viewer's own side is drawn below with the
same pieces as the table for one; the other side above, still, its ids prefixed.
"""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.engine.rules import Rules
from games.engine.view import DuelView, SeatView, View
from games.matches.selectors import MatchTable
from games.play.render.names import language
from games.play.render.pieces import Skeleton
from games.play.render.piles import Style, changed_piles, draw_foundation, draw_pile

OTHER = {"a": "b", "b": "a"}
MINE, THEIRS = "mine", "theirs"
"""Whose a card is, as a class: the seat below's, or the seat above's."""
LIVE = Style()
STILL = Style(still=True)
ABOVE = Style(still=True, prefix="their-")


def draw_sides(table: MatchTable) -> SafeString:
    """Both tables and the foundations, whole."""
    assert table.view is not None
    rules = rules_of(table)
    below, above = view_of(table.view, table.letter), view_of(table.view, OTHER[table.letter])
    context = {
        "their_hand": _piles(("s", "w"), above, rules, ABOVE, table.view.seats[OTHER[table.letter]]),
        "their_columns": _piles(_columns(rules), above, rules, ABOVE),
        "foundations": mark_safe(
            "".join([_foundation(slot, table, rules) for slot in range(1, rules.slots + 1)])
        ),
        "hand": _piles(("s", "w"), below, rules, style_below(table), table.view.seats[table.letter]),
        "columns": _piles(_columns(rules), below, rules, style_below(table)),
        "watching": not table.viewer,
    }
    return mark_safe(render_to_string("games/matches/sides.html", context))


def changed_sides(before: MatchTable, after: MatchTable) -> list[str]:
    """The piles that look different, as HTML."""
    assert before.view is not None and after.view is not None
    rules, drawn = rules_of(after), []
    for letter, style in ((after.letter, style_below(after)), (OTHER[after.letter], ABOVE)):
        old, new = before.view.seats[letter], after.view.seats[letter]
        if old == new:
            continue
        views = view_of(before.view, letter), view_of(after.view, letter)
        names = [pile for pile in changed_piles(*views, rules) if pile[0] != "f"]
        if old.waste_size != new.waste_size and "w" not in names:
            names.append("w")
        drawn += [_pile(name, views[1], rules, style, new) for name in names]
    pairs = zip(before.view.foundations, after.view.foundations, strict=True)
    drawn += [_foundation(slot, after, rules) for slot, (old, new) in enumerate(pairs, 1) if old != new]
    return drawn


def rules_of(table: MatchTable) -> Rules:
    """The rules of the game under way."""
    assert table.rules_code is not None
    return table.rules_code.rules


def style_below(table: MatchTable) -> Style:
    """How the side below is drawn: cards that can be taken, or still ones for who only looks on."""
    return LIVE if table.viewer else STILL


def view_of(view: DuelView, letter: str) -> View:
    """A seat's table as the pieces of the table for one draw it."""
    seat = view.seats[letter]
    return View(seat.stock, seat.waste, view.foundations, seat.columns, 0, 0, 0, 0, seat.passes, "playing")


def marks_of(owners: str, letter: str) -> list[str]:
    """For each card of a foundation, whose it is for somebody who sits at `letter`."""
    return [MINE if owner == letter else THEIRS for owner in owners]


def _columns(rules: Rules) -> list[str]:
    return [f"t{column + 1}" for column in range(rules.columns)]


def _piles(
    names: list[str] | tuple[str, ...], view: View, rules: Rules, style: Style, seat: SeatView | None = None
) -> SafeString:
    return mark_safe("".join([_pile(name, view, rules, style, seat) for name in names]))


def _pile(name: str, view: View, rules: Rules, style: Style, seat: SeatView | None) -> str:
    if name == "w" and seat is not None and seat.concealed and seat.waste_size:
        return _hidden_waste(language(), style.prefix).fill(count=seat.waste_size)
    return draw_pile(name, view, rules, style)


def _foundation(slot: int, table: MatchTable, rules: Rules) -> str:
    assert table.view is not None
    marks = marks_of(table.owners[slot - 1], table.letter)
    height = table.view.foundations[slot - 1]
    note = _whose(language(), marks[-1], bool(table.viewer)) if marks else ""
    return draw_foundation(slot, height, rules, STILL, marks, note)


@lru_cache(maxsize=16)
def _whose(key: str, mark: str, playing: bool) -> str:
    if not playing:
        return gettext("by the side below") if mark == MINE else gettext("by the side above")
    return gettext("yours") if mark == MINE else gettext("your opponent’s")


@lru_cache(maxsize=8)
def _hidden_waste(key: str, prefix: str) -> Skeleton:
    return Skeleton("games/matches/waste_down.html", ("count",), prefix=prefix)
