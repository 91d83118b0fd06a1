"""Double Solitaire for two players: each seat its own Klondike, the foundations shared. Rules: the page of
that name.
"""

from itertools import product

from games.engine.messages import gettext_noop
from games.engine.variant import Pace, Settings, Variant
from games.engine.variants.klondike import HEIGHTS


def _settings() -> dict[str, Settings]:
    choices = product((1, 3), Pace, ("", "1"), ("", "B"), ("", "M"))
    return {
        f"D{draw}{pace.value}{one}{bonus}{mirror}": Settings(
            draw=draw,
            passes=1 if one else None,
            marking="S",
            pace=pace,
            bonus=bool(bonus),
            mirror=bool(mirror),
        )
        for draw, pace, one, bonus, mirror in choices
    }


DUEL = Variant(
    key="duel",
    code="DK",
    name=gettext_noop("Double Solitaire for two"),
    heights=HEIGHTS,
    seats=2,
    take_back=False,
    says_blocked=True,
    settings=_settings(),
)
