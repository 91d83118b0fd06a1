"""Klondike and Thoughtful: one deck, seven columns of 1 to 7. Rules: the pages on Klondike and Solitaire
Réfléchi.
"""

from games.engine.messages import gettext_noop
from games.engine.variant import NO_POINTS, Scoring, Settings, Variant

HEIGHTS = (1, 2, 3, 4, 5, 6, 7)
VEGAS = Scoring(start=-52, foundation=5, take_back=-5, currency=True, once=False)
REDEAL_COST = {1: 100, 3: 20}
VEGAS_PASSES = {1: 1, 3: 3}
THOUGHTFUL_SCORING = Scoring(foundation=10, waste_to_tableau=5, redeal=100)


def _settings() -> dict[str, Settings]:
    settings = {}
    for draw, cost in REDEAL_COST.items():
        standard = Scoring(
            foundation=10, waste_to_tableau=5, turned_up=5, take_back=-15, redeal=cost, once=False
        )
        for marking, scoring in (("N", standard), ("S", NO_POINTS)):
            for suffix, passes in (("", None), ("3", 3), ("1", 1)):
                options = f"D{draw}{marking}{suffix}"
                settings[options] = Settings(draw=draw, passes=passes, marking=marking, scoring=scoring)
        settings[f"D{draw}V"] = Settings(draw=draw, passes=VEGAS_PASSES[draw], marking="V", scoring=VEGAS)
    return settings


KLONDIKE = Variant(
    key="klondike",
    code="KL",
    name=gettext_noop("Klondike"),
    heights=HEIGHTS,
    settings=_settings(),
    automatic=True,
    says_blocked=True,
)

THOUGHTFUL = Variant(
    key="thoughtful",
    code="TF",
    name=gettext_noop("Thoughtful Solitaire"),
    heights=HEIGHTS,
    face_up=max(HEIGHTS),
    undo_limit=100,
    settings={f"D{draw}N": Settings(draw=draw, scoring=THOUGHTFUL_SCORING) for draw in (1, 3)},
)
