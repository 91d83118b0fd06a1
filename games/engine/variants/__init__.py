"""The games of the site. To add one, declare it in a file here and name it below (`docs/engine.md`)."""

from games.engine.variant import Variant
from games.engine.variants.double import DOUBLE, TRIPLE
from games.engine.variants.duel import DUEL
from games.engine.variants.klondike import KLONDIKE, THOUGHTFUL
from games.engine.variants.russian import RUSSIAN, YUKON

VARIANTS: dict[str, Variant] = {
    variant.code: variant for variant in (KLONDIKE, DOUBLE, TRIPLE, RUSSIAN, YUKON, THOUGHTFUL, DUEL)
}
"""Code -> game, in display order."""

SOLO_VARIANTS: dict[str, Variant] = {
    code: variant for code, variant in VARIANTS.items() if variant.seats == 1
}
"""The games for one player."""
