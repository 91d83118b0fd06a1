"""Double Solitaire played alone, and its larger cousin Triple. Rules: the page on Double Solitaire."""

from dataclasses import replace

from games.engine.messages import gettext_noop
from games.engine.variant import Scoring, Settings, Variant

NORMAL = Scoring(foundation=10, waste_to_tableau=5, turned_up=5, redeal=100)


def _settings(decks: int) -> dict[str, Settings]:
    vegas = Scoring(start=-52 * decks, foundation=5, currency=True)
    settings = {}
    for draw in (1, 3):
        settings[f"D{draw}N"] = Settings(draw=draw, scoring=NORMAL)
        settings[f"D{draw}V"] = Settings(draw=draw, passes=1, marking="V", scoring=vegas)
    return settings


DOUBLE = Variant(
    key="double",
    code="DS",
    name=gettext_noop("Double Solitaire"),
    decks=2,
    heights=tuple(range(1, 10)),
    undo_limit=200,
    settings=_settings(2),
)

TRIPLE = replace(
    DOUBLE,
    key="triple",
    code="TS",
    name=gettext_noop("Triple Solitaire"),
    decks=3,
    heights=tuple(range(1, 14)),
    settings=_settings(3),
)
