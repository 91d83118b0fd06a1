"""Level 1: looks at the table without a plan, overlooks things, and gives up early."""

from random import Random

from games.engine.duel import PASS
from games.matches.bot import moves
from games.matches.bot.sight import Sight

OVERLOOKS = 0.35
"""How often it draws without seeing that something can be done."""


def choose(sight: Sight, rng: Random) -> str:
    """Return any sensible move, or the next card of the stock."""
    seen = [*moves.going_up(sight), *moves.turning(sight), *moves.placing(sight)]
    after = moves.next_card(sight)
    if seen and (after == PASS or rng.random() >= OVERLOOKS):
        return rng.choice(seen).token
    return after
