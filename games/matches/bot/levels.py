"""The three levels: how each plays, and how fast. The table calls each "Computer (beginner)" and so on."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.matches.bot import beginner, master, regular
from games.matches.bot.sight import Sight

Policy = Callable[[Sight, Random], str]
"""From what a seat knows to the token that it plays; chance only from the generator."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level. seconds: between two of its actions, on average."""

    number: int
    name: str
    choose: Policy
    seconds: float


LEVELS = {
    1: Level(1, "beginner", beginner.choose, 3.0),
    2: Level(2, "regular", regular.choose, 2.0),
    3: Level(3, "master", master.choose, 1.2),
}
