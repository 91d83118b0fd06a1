"""Pieces of HTML that templates make once and moves join.

A move must not cost more than a naive view: so a card is rendered once per language, a pile's frame once per
pile, and a response is put together from strings. The markup itself stays in `templates/games/table/`.
"""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from games.engine.cards import DECK_SIZE
from games.play.render.names import face


class Skeleton:
    """A template rendered once, with holes left open.

    :param template: its path; it prints each hole as a plain variable.
    :param holes: names of the variables to fill later, with HTML that is safe.
    """

    def __init__(self, template: str, holes: tuple[str, ...], **fixed: object) -> None:
        marks = {hole: mark_safe(f"\x02{hole}\x03") for hole in holes}
        text = render_to_string(template, {**fixed, **marks}).strip().replace("%", "%%")
        for hole in holes:
            text = text.replace(f"\x02{hole}\x03", f"%({hole})s")
        self.text = text

    def fill(self, **values: object) -> str:
        """The HTML with every hole filled; values are trusted."""
        return self.text % values


@lru_cache(maxsize=8)
def card_items(key: str) -> tuple[str, ...]:
    """For each card, its item in a pile, as a button; `key` is the active language."""
    return _items("games/table/card.html")


@lru_cache(maxsize=8)
def still_items(key: str) -> tuple[str, ...]:
    """For each card, its item in a pile where it only shows and cannot be taken."""
    return _items("games/table/card_still.html")


@lru_cache(maxsize=1)
def down_item() -> str:
    """The item of a face-down card. It is the same for all of them."""
    return render_to_string("games/table/card_down.html").strip()


def _items(template: str) -> tuple[str, ...]:
    return tuple(render_to_string(template, {"card": face(card)}).strip() for card in range(DECK_SIZE))
