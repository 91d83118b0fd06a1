"""What the computer plays and when: the seam between the service of matches and the levels."""

from random import Random

from games.engine.view import DuelView
from games.matches.bot.levels import LEVELS
from games.matches.bot.sight import Memory, Sight

QUICKEST, SLOWEST, PONDERS = 0.5, 1.2, 0.15
"""Of the average: people are no metronomes. Every seventh action or so takes them twice as long."""


def choose(
    view: DuelView,
    seat: str,
    level: int,
    rng: Random,
    memory: Memory | None = None,
) -> str:
    """Return the token that a computer plays.

    :param view: the game as its seat may know it.
    :param seat: "a" or "b".
    :param level: 1 to 3.
    :param rng: the only source of chance.
    :param memory: what the seat remembers (`sight.recall`); without one, nothing.
    """
    return LEVELS[level].choose(Sight(view, seat, memory or Memory()), rng)


def delay(level: int, rng: Random) -> float:
    """Return how many seconds the computer takes before its next action."""
    return spread(LEVELS[level].seconds, rng)


def spread(seconds: float, rng: Random) -> float:
    """Return a time about an average one."""
    share = rng.uniform(QUICKEST, SLOWEST)
    return seconds * (2 * share if rng.random() < PONDERS else share)
