"""The moves that a player considers, each with what it is for. Moves to and fro are not among them."""

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from games.engine.cards import KING, rank_of
from games.engine.duel import PASS
from games.engine.view import Column
from games.matches.bot.sight import Sight, accepts

DRAW, REDEAL = "s-w", "w-s"
WASTE = -1
"""The waste, where a source is a column's place."""


class Aim(IntEnum):
    """What a move is for."""

    UP = 0
    TURN = 1
    EMPTY = 2
    FREE = 3
    PLACE = 4


class Move(NamedTuple):
    """A move. source, target: places of columns from 0, or `WASTE`. card: the one that leads the group."""

    token: str
    aim: Aim
    source: int
    card: int
    target: int = WASTE


def going_up(sight: Sight) -> list[Move]:
    """The cards that go up, columns first."""
    columns, waste = sight.own.columns, sight.own.waste
    moves = [
        Move(f"t{place + 1}-f", Aim.UP, place, column.cards[-1])
        for place, column in enumerate(columns)
        if column.cards and sight.wanted(column.cards[-1])
    ]
    if waste and sight.wanted(waste[-1]):
        moves.append(Move("w-f", Aim.UP, WASTE, waste[-1]))
    return moves


def turning(sight: Sight) -> list[Move]:
    """The face-up cards of a column to another, so that a hidden card turns up."""
    return [
        _carry(source, column, 0, target, Aim.TURN)
        for source, column in enumerate(sight.own.columns)
        if column.down
        for target in _targets(sight, column.cards[0])
    ]


def emptying(sight: Sight) -> list[Move]:
    """A whole column to another, which makes room for a king."""
    return [
        _carry(source, column, 0, target, Aim.EMPTY)
        for source, column in enumerate(sight.own.columns)
        if column.cards and not column.down and rank_of(column.cards[0]) != KING
        for target in _targets(sight, column.cards[0])
    ]


def freeing(sight: Sight) -> list[Move]:
    """The end of a column to another, so that the card under it can go up at once."""
    return [
        _carry(source, column, at, target, Aim.FREE)
        for source, column in enumerate(sight.own.columns)
        for at in range(1, len(column.cards))
        if sight.wanted(column.cards[at - 1])
        for target in _targets(sight, column.cards[at])
        if target != source
    ]


def placing(sight: Sight) -> list[Move]:
    """The top of the waste to the columns."""
    waste = sight.own.waste
    if not waste:
        return []
    return [
        Move(f"w-t{target + 1}", Aim.PLACE, WASTE, waste[-1], target) for target in _targets(sight, waste[-1])
    ]


def on_the_table(sight: Sight) -> list[Move]:
    """All these moves."""
    return [*going_up(sight), *turning(sight), *emptying(sight), *freeing(sight), *placing(sight)]


def next_card(sight: Sight) -> str:
    """Draw, or redeal if some card of the waste would be of use; else there is nothing left but to pass."""
    own = sight.own
    if own.stock:
        return DRAW
    if own.waste and sight.may_redeal(own):
        coming = sight.coming(sight.seat) or ()
        if any(sight.is_useful(card, own) for card in coming):
            return REDEAL
    return PASS


def waiting_kings(sight: Sight) -> Iterator[int]:
    """The kings that would gain by an empty column: those on hidden cards, and those of the pack as known."""
    own = sight.own
    for column in own.columns:
        if column.down and rank_of(column.cards[0]) == KING:
            yield column.cards[0]
    known = sight.coming(sight.seat)
    yield from (card for card in (own.waste[-1:] if known is None else known) if rank_of(card) == KING)


def _targets(sight: Sight, card: int) -> list[int]:
    """The columns that take a card; of several empty ones the first."""
    found = [place for place, column in enumerate(sight.own.columns) if accepts(column, card)]
    return found[:1] if rank_of(card) == KING else found


def _carry(source: int, column: Column, at: int, target: int, aim: Aim) -> Move:
    count = len(column.cards) - at
    group = f":{count}" if count > 1 else ""
    return Move(f"t{source + 1}{group}-t{target + 1}", aim, source, column.cards[at], target)
