"""What a seat knows: what it sees now, and what it remembers of the cards that it saw before.

The policies read nothing else, so a hidden card that nobody has seen can change nothing.
"""

from dataclasses import dataclass, field

from games.engine.cards import KING, is_red, rank_of, suit_of
from games.engine.duel import SEATS, DuelPosition
from games.engine.view import Column, DuelView, SeatView

RED = tuple(is_red(card) for card in range(4 * KING))


@dataclass(frozen=True, slots=True)
class Memory:
    """What someone who paid attention knows beside what lies open.

    stocks: for each seat whose whole pack has been through the waste, its stock in the order of drawing;
    `None` as long as it holds cards that nobody has seen.
    draw, passes: of the rules, cards at a time and trips allowed (`None`: any number).
    """

    stocks: dict[str, tuple[int, ...] | None] = field(default_factory=dict)
    draw: int = 1
    passes: int | None = None


def recall(duel: DuelPosition, seat: str) -> Memory:
    """Return what a seat may remember.

    A redeal is possible only when the last card has been drawn, and keeps the order: from the second trip on
    every card of the stock has lain in the waste, which both see. In a mirror deal the other's waste is
    not shown.
    """
    stocks: dict[str, tuple[int, ...] | None] = {}
    for name in SEATS:
        table = duel.seats[name]
        seen = table.passes > 1 and (name == seat or not duel.settings.mirror)
        stocks[name] = tuple(table.pack[table.drawn :]) if seen else None
    return Memory(stocks, duel.settings.draw, duel.settings.passes)


@dataclass(frozen=True, slots=True)
class Sight:
    """A game as one seat knows it, with the questions that a player asks of it."""

    view: DuelView
    seat: str
    memory: Memory

    @property
    def own(self) -> SeatView:
        return self.view.seats[self.seat]

    @property
    def other(self) -> SeatView:
        return self.view.seats[self.rival]

    @property
    def rival(self) -> str:
        return "b" if self.seat == "a" else "a"

    @property
    def lead(self) -> int:
        """How many cards more than the other one has put up."""
        return self.own.contributed - self.other.contributed

    def wanted(self, card: int) -> int:
        """How many foundations wait for a card."""
        row = 2 * suit_of(card)
        below = rank_of(card) - 1
        heights = self.view.foundations
        return (heights[row] == below) + (heights[row + 1] == below)

    def may_redeal(self, seat: SeatView) -> bool:
        """Whether a seat is allowed a further trip through its stock."""
        return self.memory.passes is None or seat.passes < self.memory.passes

    def open_cards(self, seat: SeatView) -> list[int]:
        """The cards that a seat could put up at once: its columns' last ones and the top of its waste."""
        tops = [column.cards[-1] for column in seat.columns if column.cards]
        return [*tops, seat.waste[-1]] if seat.waste else tops

    def coming(self, name: str) -> list[int] | None:
        """The cards that will come to the top of a seat's waste by drawing alone, the one there included.

        `None` if it cannot be told: the stock holds cards that nobody has seen.
        """
        seat = self.view.seats[name]
        if seat.concealed:
            return None
        stock = self.memory.stocks.get(name) if seat.stock else ()
        if stock is None:
            return None
        pack, draw, drawn = [*seat.waste, *stock], self.memory.draw, len(seat.waste)
        if not pack:
            return []
        tops = {*range(drawn + draw, len(pack), draw), len(pack)}
        if drawn:
            tops.add(drawn)
        if self.may_redeal(seat):
            tops.update(range(draw, len(pack), draw))
        return [pack[top - 1] for top in sorted(tops)]

    def is_useful(self, card: int, seat: SeatView) -> bool:
        """Whether a card, once it is free, goes anywhere at a seat's table."""
        return bool(self.wanted(card)) or any(accepts(column, card) for column in seat.columns)


def accepts(column: Column, card: int) -> bool:
    """Whether a column takes a card: one rank lower, of the other colour; empty, a king."""
    if not column.cards:
        return not column.down and rank_of(card) == KING
    top = column.cards[-1]
    return rank_of(top) == rank_of(card) + 1 and RED[top] != RED[card]
