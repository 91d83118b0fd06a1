"""Bounded random playouts: can a deal be won? A win proves it; no win within the bounds proves nothing.

The player is random with a taste: it prefers what turns a card up, frees a card that can go up, or goes
up, and it never moves a king-led column to an empty one. It keeps no line: only that there was one.
"""

from collections.abc import Iterator, Sequence
from random import Random

from games.engine.actions import Action, Kind
from games.engine.cards import ACE, KING, rank_of
from games.engine.codes import DealCode
from games.engine.position import Position

MOST_ACTIONS = 900
IDLE_MOVES = 24
"""Card moves that neither turn a card up nor put one up, after which a playout is given up."""
TURNS_UP, GOES_UP, FREES, FILLS, DOWN, SHIFTS, OPENS, DRAWS, BACK = (
    60.0,
    40.0,
    25.0,
    20.0,
    8.0,
    0.6,
    3.0,
    2.0,
    0.05,
)
NEVER = 0.0


def won_once(code: DealCode, cards: Sequence[int], playouts: int, random: Random) -> bool:
    """Whether one of ``playouts`` random games of the deal is won."""
    return any(playout(code, cards, random) for _ in range(playouts))


def playout(code: DealCode, cards: Sequence[int], random: Random) -> bool:
    """Play one random game of the deal and return whether it was won."""
    position = Position.deal(code, cards)
    for _action in moves(position, random):
        pass
    return position.won


def moves(position: Position, random: Random) -> Iterator[Action]:
    """Play a random game on ``position``, one action at a time, until it is won or given up."""
    idle = drawn = 0
    least = position.cards_left
    bound = 2 * (position.stock_size // position.rules.draw + 2)
    for _ in range(MOST_ACTIONS):
        action = _choose(position, random)
        if action is None:
            return
        hidden = sum(position.down)
        position.apply(action)
        yield action
        if action.kind <= Kind.REDEAL:
            drawn += 1
        elif sum(position.down) < hidden or position.cards_left < least or action.kind is Kind.WASTE_DOWN:
            idle, drawn, least = 0, 0, min(least, position.cards_left)
        else:
            idle += 1
        if position.won or drawn > bound or idle > IDLE_MOVES:
            return


def _choose(position: Position, random: Random) -> Action | None:
    """One of the legal actions, by weight; ``None`` if none is worth a try."""
    actions = position.legal_actions()
    weights = [_weight(position, action) for action in actions]
    if not any(weights):
        return None
    return random.choices(actions, weights)[0]


def _weight(position: Position, action: Action) -> float:
    kind = action.kind
    if kind is Kind.COLUMN_UP:
        return _up(position, action)
    if kind is Kind.WASTE_UP:
        return GOES_UP
    if kind is Kind.COLUMN_MOVE:
        return _move(position, action)
    if kind is Kind.WASTE_DOWN:
        return DOWN
    return DRAWS if kind is not Kind.TAKE_BACK else BACK


def _up(position: Position, action: Action) -> float:
    """A card that goes up: low ones at once, and what turns a card up."""
    column, down = position.columns[action.source], position.down[action.source]
    if rank_of(column[-1]) <= ACE + 1:
        return 10 * GOES_UP
    return GOES_UP + (TURNS_UP if down and len(column) == down + 1 else 0)


def _move(position: Position, action: Action) -> float:
    """A move between columns is worth what it leaves behind."""
    column, down = position.columns[action.source], position.down[action.source]
    rest = len(column) - action.count
    if not rest:
        return NEVER if rank_of(column[0]) == KING else OPENS
    if rest == down:
        return TURNS_UP + 4 * down
    if rank_of(column[rest]) == KING and not position.columns[action.target]:
        return FILLS
    return FREES if position.slots.wanted[column[rest - 1]] else SHIFTS
