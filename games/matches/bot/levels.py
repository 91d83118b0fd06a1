"""The three levels: how each is called, how it plays, and how fast."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.matches.bot import beginner, master, regular
from games.matches.bot.sight import Sight


@dataclass(frozen=True, slots=True)
class Level:
    """A level. seconds: between two actions, on average."""

    number: int
    name: Promise
    choose: Callable[[Sight, Random], str]
    seconds: float


LEVELS = {
    level.number: level
    for level in (
        Level(1, pgettext_lazy("level of the computer", "beginner"), beginner.choose, 3.0),
        Level(2, pgettext_lazy("level of the computer", "regular"), regular.choose, 2.0),
        Level(3, pgettext_lazy("level of the computer", "master"), master.choose, 1.2),
    )
}
