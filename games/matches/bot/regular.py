"""Level 2: takes what lies before it: cards that go up, hidden cards, the waste, the next card."""

from random import Random

from games.matches.bot import moves
from games.matches.bot.sight import Sight


def choose(sight: Sight, rng: Random) -> str:
    """Return the first thing to do in that order."""
    for found in (moves.going_up(sight), moves.turning(sight), moves.placing(sight)):
        if found:
            return found[0].token
    if next(moves.waiting_kings(sight), None) is not None:
        room = moves.emptying(sight)
        if room:
            return room[0].token
    return moves.next_card(sight)
