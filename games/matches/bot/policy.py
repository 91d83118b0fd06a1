"""What the computer plays, from what its seat may see: the baseline, on which the levels build."""

from random import Random

from games.engine.cards import KING, is_red, rank_of, suit_of
from games.engine.view import Column, DuelView, SeatView

PASS, DRAW, REDEAL = "pass", "s-w", "w-s"
PACE = {1: 3.0, 2: 2.0, 3: 1.2}
"""Seconds between two actions, on average, by level."""


def choose(view: DuelView, seat: str, level: int, rng: Random, passes: int | None = None) -> str:
    """Return the token that a computer plays.

    :param view: the game as its seat may know it.
    :param seat: "a" or "b".
    :param level: 1 to 3.
    :param rng: the only source of chance.
    :param passes: the trips through the stock that are allowed, `None` without limit.
    """
    own = view.seats[seat]
    up = foundation_moves(view, own)
    if up:
        return up[0]
    turning = [token for token, turns in tableau_moves(own) if turns]
    if turning:
        return turning[0]
    if own.stock:
        return DRAW
    if own.waste and (passes is None or own.passes < passes):
        return REDEAL
    return PASS


def delay(level: int, rng: Random) -> float:
    """Return how many seconds the computer takes before its next action."""
    return PACE.get(level, 2.0) * rng.uniform(0.6, 1.5)


def foundation_moves(view: DuelView, own: SeatView) -> list[str]:
    """The moves to the foundations, columns first."""
    moves = [
        f"t{number}-f"
        for number, column in enumerate(own.columns, 1)
        if column.cards and goes_up(view, column.cards[-1])
    ]
    return [*moves, "w-f"] if own.waste and goes_up(view, own.waste[-1]) else moves


def goes_up(view: DuelView, card: int) -> bool:
    """Whether a foundation waits for a card."""
    suit = suit_of(card)
    return rank_of(card) - 1 in view.foundations[2 * suit : 2 * suit + 2]


def tableau_moves(own: SeatView) -> list[tuple[str, bool]]:
    """The useful moves to the columns: each with whether it turns a card up or empties a column."""
    moves = []
    for number, column in enumerate(own.columns, 1):
        if not column.cards:
            continue
        head, count = column.cards[0], len(column.cards)
        for target, other in enumerate(own.columns, 1):
            if target != number and _takes(other, head) and (column.down or rank_of(head) != KING):
                group = f":{count}" if count > 1 else ""
                moves.append((f"t{number}{group}-t{target}", True))
    if own.waste:
        for target, other in enumerate(own.columns, 1):
            if _takes(other, own.waste[-1]):
                moves.append((f"w-t{target}", True))
    return moves


def _takes(column: Column, card: int) -> bool:
    if not column.cards:
        return not column.down and rank_of(card) == KING
    top = column.cards[-1]
    return rank_of(top) == rank_of(card) + 1 and is_red(top) != is_red(card)
