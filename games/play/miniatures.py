"""Opening tables in miniature, for pages that present a game. Decoration: screen readers hear the words
beside them.
"""

from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.engine.codes import DealCode
from games.engine.position import Position
from games.engine.shuffle import deal_cards
from games.engine.variant import Variant
from games.engine.view import Column, visible
from games.play.render.names import SUIT_CLASSES, face, language

# Under this key, which is nobody's DEAL_KEY, no code of a real deal gives these cards.
DECORATION = "a table to look at"
LETTERS = "REUSSIT"


def miniature(variant: Variant) -> SafeString:
    """Return a picture of the game's opening table, always the same, with the cards that lie face up."""
    return _picture(variant, True, language())


def backs(variant: Variant) -> SafeString:
    """Return the game's opening table with all cards face down: what can be shown of a deal nobody has
    opened.
    """
    return _picture(variant, False, language())


@lru_cache(maxsize=64)
def _picture(variant: Variant, shown: bool, key: str) -> SafeString:
    """Draw the table once a language (``key``): the indices on the cards follow it."""
    code = DealCode.make(variant.code, variant.option_choices[0], LETTERS)
    view = visible(Position.deal(code, deal_cards(code, DECORATION)))
    columns = (
        view.columns
        if shown
        else tuple(Column(column.down + len(column.cards), ()) for column in view.columns)
    )
    return render_to_string(
        "games/partials/miniature.html",
        {
            "columns": [_column(column) for column in columns],
            "width": len(columns),
            "stock": variant.has_stock,
            "suits": [suit for suit in SUIT_CLASSES for _ in range(variant.slots_per_suit)],
        },
    )


def _column(column: Column) -> dict[str, Any]:
    return {"down": range(column.down), "cards": [face(card) for card in column.cards]}
