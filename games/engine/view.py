"""What may be shown. A view is built from what its reader may know, never from a position with something
taken out.
"""

from dataclasses import dataclass
from typing import NamedTuple

from games.engine.duel import DuelPosition
from games.engine.position import Position
from games.engine.table import Table


class Column(NamedTuple):
    """A column: how many backs, and the face-up cards on them."""

    down: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A game for one, as its player may know it. Renderers use nothing else.

    stock: how many cards. waste: all of it, bottom to top, for each of its cards was on top or fanned once.
    foundations: the height of each slot. status: "playing" or "won".
    """

    stock: int
    waste: tuple[int, ...]
    foundations: tuple[int, ...]
    columns: tuple[Column, ...]
    score: int
    ranked_score: int
    moves: int
    undos: int
    passes: int
    status: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat of a duel. Where it is `concealed`, its columns are backs only and of its waste only the
    size is said.
    """

    concealed: bool
    stock: int
    waste_size: int
    waste: tuple[int, ...]
    columns: tuple[Column, ...]
    passes: int
    contributed: int
    passed: bool


@dataclass(frozen=True, slots=True)
class DuelView:
    """A duel as one seat, or a spectator, may know it."""

    foundations: tuple[int, ...]
    turn: str | None
    over: str | None
    winner: str | None
    seats: dict[str, SeatView]


def visible(position: Position) -> View:
    """What the player of a game may know of it."""
    return View(
        stock=position.stock_size,
        waste=tuple(position.waste),
        foundations=tuple(position.foundations),
        columns=_columns(position),
        score=position.score,
        ranked_score=position.ranked_score,
        moves=position.moves,
        undos=position.undos,
        passes=position.passes,
        status="won" if position.won else "playing",
    )


def visible_duel(duel: DuelPosition, viewer: str | None) -> DuelView:
    """What a seat ("a" or "b"), or a spectator (`None`), may know of a duel.

    In a mirror deal the face-up cards of one seat are hidden cards of the other, so until the end each sees
    only its own, and a spectator, who could tell, sees neither.
    """
    concealing = duel.settings.mirror and not duel.over
    return DuelView(
        foundations=tuple(duel.foundations),
        turn=duel.turn,
        over=duel.over,
        winner=duel.winner,
        seats={seat: _seat(duel, seat, concealing and seat != viewer) for seat in duel.seats},
    )


def _seat(duel: DuelPosition, seat: str, concealed: bool) -> SeatView:
    table = duel.seats[seat]
    backs = tuple(Column(len(column), ()) for column in table.columns)
    return SeatView(
        concealed=concealed,
        stock=table.stock_size,
        waste_size=table.drawn,
        waste=() if concealed else tuple(table.waste),
        columns=backs if concealed else _columns(table),
        passes=table.passes,
        contributed=duel.contributed[seat],
        passed=seat in duel.passed,
    )


def _columns(table: Table) -> tuple[Column, ...]:
    return tuple(
        Column(down, tuple(column[down:])) for down, column in zip(table.down, table.columns, strict=True)
    )
