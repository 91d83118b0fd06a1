"""The whole table, and the answer to an action: piles that changed, the figures, the data of the script."""

from collections.abc import Iterable

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.engine.actions import Action
from games.engine.play import Play
from games.engine.rules import Rules
from games.engine.view import View
from games.play.render.piles import LIVE, STILL, SWAP, Style, changed_piles, draw_pile
from games.play.render.status import State, draw_data, draw_status, table_data


def table_classes(rules: Rules) -> str:
    """The classes that a table's size and layout follow from."""
    variant = rules.variant
    ordered = "ordered" if variant.ordered else "loose"
    stock = "with-stock" if rules.has_stock else "no-stock"
    face_up = "open" if variant.face_up > 1 else "closed"
    return f"cols-{rules.columns} slots-{rules.slots_per_suit} draw-{rules.draw} {stock} {ordered} {face_up}"


def draw_table(view: View, rules: Rules, style: Style = LIVE) -> SafeString:
    """All piles, in their places."""

    def draw(piles: Iterable[str]) -> SafeString:
        return mark_safe("".join([draw_pile(pile, view, rules, style) for pile in piles]))

    context = {
        "foundations": draw(f"f{slot + 1}" for slot in range(rules.slots)),
        "hand": draw(("s", "w")) if rules.has_stock else "",
        "columns": draw(f"t{column + 1}" for column in range(rules.columns)),
    }
    return mark_safe(render_to_string("games/table/piles.html", context))


def draw_still(view: View, rules: Rules, prefix: str = "") -> SafeString:
    """A table to look at: replays, examples, pictures. Several may stand on a page by different prefixes."""
    style = Style(still=True, prefix=prefix) if prefix else STILL
    table = draw_table(view, rules, style)
    return mark_safe(f'<div class="table still {table_classes(rules)}"><div class="felt">{table}</div></div>')


def draw_changes(before: View, after: View, play: Play, state: State) -> str:
    """The answer to an action that happened: fragments that htmx swaps by their ids."""
    rules = play.position.rules
    piles = [draw_pile(pile, after, rules, SWAP) for pile in changed_piles(before, after, rules)]
    status = draw_status(after, state, rules, swap=True)
    return "".join([*piles, status, draw_data(table_data(play, state), swap=True)])


def draw_hint(play: Play, state: State, action: Action | None, sentence: str) -> str:
    """The answer to a wish for a hint: its sentence, and in the data what the script lights."""
    data = {**table_data(play, state), "hint": str(action or "")}
    return draw_message(sentence, "hint") + draw_data(data, swap=True)


def draw_message(sentence: str, kind: str = "") -> str:
    """The line that says why something was refused, to be swapped in and read aloud."""
    classes = f"message {kind}" if sentence else "message"
    return f'<p id="message" class="{classes}" role="alert" hx-swap-oob="true">{escape(sentence)}</p>'
