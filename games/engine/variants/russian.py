"""Russian Solitaire and Yukon: every card dealt, groups move in any order. Rules: the page on Russian
Solitaire.
"""

from dataclasses import replace

from games.engine.messages import gettext_noop
from games.engine.variant import Scoring, Settings, Variant, alternate_colours, any_suit, same_suit

SCORING = Scoring(foundation=10, turned_up=5)

RUSSIAN = Variant(
    key="russian",
    code="RU",
    name=gettext_noop("Russian Solitaire"),
    heights=(1, 6, 7, 8, 9, 10, 11),
    face_up=5,
    ordered=False,
    group_limit=20,
    undo_limit=100,
    settings={
        "C": Settings(scoring=SCORING, build=same_suit),
        "R": Settings(scoring=SCORING, build=any_suit),
    },
)

YUKON = replace(
    RUSSIAN,
    key="yukon",
    code="YU",
    name=gettext_noop("Yukon"),
    group_limit=None,
    settings={"N": Settings(scoring=SCORING, build=alternate_colours)},
)
