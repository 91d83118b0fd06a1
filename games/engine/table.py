"""The table of one player: where the cards lie, what the score is, and how an action changes both, there
and back.

Nothing here asks whether an action is legal: that is `legality` (one action) and `Position.legal_actions`
(all of them).
"""

from collections.abc import Callable, Sequence

from games.engine.actions import Action, Kind
from games.engine.cards import DECK_SIZE
from games.engine.foundations import Foundations
from games.engine.rules import Rules

Change = tuple[Action, int, int, int, int, int, bool]
"""What `revert` needs to take an action back: the action; score, ranked score and drawn cards before it;
the slot it used and the height reached there before (0, 0 if none); whether a hidden card turned up.
"""


class Table:
    """The state of a game: mutable, without a history.

    columns: the cards of each column, the last one free; the first `down[column]` of them are face down.
    pack: stock and waste as one list in the order of drawing; the first `drawn` cards are the waste, its
    last one free.
    where: for each card, the columns in which it lies face up.
    cards_left: cards that are not on a foundation.
    """

    __slots__ = (
        "_column_actions", "cards_left", "columns", "down", "drawn", "moves", "pack", "passes", "ranked",
        "rules", "score", "slots", "undos", "where",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules,
        columns: list[list[int]],
        down: list[int],
        pack: list[int],
        slots: Foundations,
        drawn: int = 0,
    ) -> None:
        self.rules = rules
        self.columns = columns
        self.down = down
        self.pack = pack
        self.drawn = drawn
        self.slots = slots
        self.score = self.ranked = rules.scoring.start
        self.moves = self.undos = 0
        self.passes = 1
        self.cards_left = len(pack) + sum(map(len, columns))
        self.where: list[list[int]] = [[] for _ in range(DECK_SIZE)]
        for place, column in enumerate(columns):
            for card in column[down[place] :]:
                self.where[card].append(place)
        self._column_actions: list[Action] | None = None

    @property
    def foundations(self) -> list[int]:
        """The height of each foundation slot, 0 to 13; slot i holds the suit i // slots per suit."""
        return self.slots.heights

    @property
    def waste(self) -> list[int]:
        """The waste, bottom to top."""
        return self.pack[: self.drawn]

    @property
    def stock(self) -> list[int]:
        """The stock, bottom to top: the last card is drawn first. Nobody may see it."""
        return self.pack[self.drawn :][::-1]

    @property
    def stock_size(self) -> int:
        """How many cards the stock holds."""
        return len(self.pack) - self.drawn

    @property
    def redeals_left(self) -> bool:
        """Whether the rules allow a further trip through the stock."""
        return self.rules.passes is None or self.passes < self.rules.passes

    @property
    def won(self) -> bool:
        """Whether every card is on a foundation."""
        return not self.cards_left

    @property
    def ranked_score(self) -> int:
        """The score for leaderboards, which pays for a foundation's height only once (docs/records.md)."""
        return self.ranked if self.rules.scoring.once else self.score

    def apply(self, action: Action) -> Change:
        """Do an action that is known to be legal, and give what `revert` needs to take it back.

        Every action counts as a move, except a card that goes up by itself.
        """
        if not action.automatic:
            self.moves += 1
        return _APPLY[action.kind](self, action)

    def revert(self, change: Change) -> None:
        """Take back the last action. Moves are not given back."""
        action, self.score, self.ranked, drawn, slot, reached, turned = change
        kind, source = action.kind, action.source
        if kind is Kind.DRAW or kind is Kind.REDEAL:
            self.drawn = drawn
            if kind is Kind.REDEAL:
                self.passes -= 1
            return
        self._column_actions = None
        if turned:
            self.down[source] += 1
            self.where[self.columns[source][-1]].remove(source)
        if kind is Kind.COLUMN_MOVE:
            self._carry(action.target, action.count, source)
        elif kind is Kind.TAKE_BACK:
            self._put_up(self._take_last(action.target), slot)
        else:
            card = (
                self._take_last(action.target) if kind is Kind.WASTE_DOWN else self._take_down(slot, reached)
            )
            if kind is Kind.COLUMN_UP:
                self._put_last(source, card)
            else:
                self.pack.insert(drawn - 1, card)
                self.drawn = drawn

    def foundations_changed(self) -> None:
        """Forget what was worked out from the foundations: another seat has used them."""
        self._column_actions = None

    def _draw(self, action: Action) -> Change:
        drawn = self.drawn
        self.drawn += self.rules.draw
        if self.drawn > len(self.pack):
            self.drawn = len(self.pack)
        return action, self.score, self.ranked, drawn, 0, 0, False

    def _redeal(self, action: Action) -> Change:
        change = action, self.score, self.ranked, self.drawn, 0, 0, False
        cost = self.rules.scoring.redeal
        self.score = max(self.score - cost, min(self.score, 0))
        self.ranked = max(self.ranked - cost, min(self.ranked, 0))
        self.drawn = 0
        self.passes += 1
        return change

    def _waste_up(self, action: Action) -> Change:
        score, ranked, drawn = self.score, self.ranked, self.drawn
        slot, reached = self._pay_and_put(self._take_drawn())
        return action, score, ranked, drawn, slot, reached, False

    def _waste_down(self, action: Action) -> Change:
        change = action, self.score, self.ranked, self.drawn, 0, 0, False
        self._put_last(action.target, self._take_drawn())
        self.score += self.rules.scoring.waste_to_tableau
        self.ranked += self.rules.scoring.waste_to_tableau
        self._column_actions = None
        return change

    def _column_up(self, action: Action) -> Change:
        score, ranked, source = self.score, self.ranked, action.source
        slot, reached = self._pay_and_put(self._take_last(source))
        return action, score, ranked, self.drawn, slot, reached, self._turn_up(source)

    def _column_move(self, action: Action) -> Change:
        score, ranked, source = self.score, self.ranked, action.source
        self._carry(source, action.count, action.target)
        self._column_actions = None
        return action, score, ranked, self.drawn, 0, 0, self._turn_up(source)

    def _take_back(self, action: Action) -> Change:
        change = action, self.score, self.ranked, self.drawn, action.source, 0, False
        self._put_last(action.target, self.slots.take(action.source))
        self.cards_left += 1
        self.score += self.rules.scoring.take_back
        self.ranked += self.rules.scoring.take_back
        self._column_actions = None
        return change

    def _pay_and_put(self, card: int) -> tuple[int, int]:
        """Put a card on the first slot that takes it; the slot, and the height reached there before."""
        slots, pay = self.slots, self.rules.scoring.foundation
        slot = slots.slot_for(card)
        reached = slots.reached[slot]
        self._put_up(card, slot)
        self.score += pay
        if slots.heights[slot] > reached:
            slots.reached[slot] = slots.heights[slot]
            self.ranked += pay
        self._column_actions = None
        return slot, reached

    def _put_up(self, card: int, slot: int) -> None:
        self.slots.put(slot, card)
        self.cards_left -= 1

    def _take_down(self, slot: int, reached: int) -> int:
        self.cards_left += 1
        self.slots.reached[slot] = reached
        return self.slots.take(slot)

    def _take_drawn(self) -> int:
        self.drawn -= 1
        return self.pack.pop(self.drawn)

    def _take_last(self, place: int) -> int:
        card = self.columns[place].pop()
        self.where[card].remove(place)
        return card

    def _put_last(self, place: int, card: int) -> None:
        self.columns[place].append(card)
        self.where[card].append(place)

    def _carry(self, source: int, count: int, target: int) -> None:
        column = self.columns[source]
        group = column[-count:]
        del column[-count:]
        self.columns[target] += group
        for card in group:
            places = self.where[card]
            places[places.index(source)] = target

    def _turn_up(self, place: int) -> bool:
        """Turn up the last card of a column if it is face down, and say whether it was."""
        column = self.columns[place]
        if not column or self.down[place] < len(column):
            return False
        self.down[place] -= 1
        self.where[column[-1]].append(place)
        self.score += self.rules.scoring.turned_up
        self.ranked += self.rules.scoring.turned_up
        return True


_APPLY: tuple[Callable[[Table, Action], Change], ...] = (
    Table._draw,
    Table._redeal,
    Table._waste_up,
    Table._waste_down,
    Table._column_up,
    Table._column_move,
    Table._take_back,
)
"""The method for each `Kind`, in its order."""


def deal_columns(rules: Rules, cards: Sequence[int]) -> tuple[list[list[int]], list[int], list[int]]:
    """Deal row by row, each row to the columns that are still short: columns, face-down counts, and the
    rest.
    """
    heights = rules.variant.heights
    columns: list[list[int]] = [[] for _ in heights]
    source = iter(cards)
    for row in range(max(heights)):
        for column, height in zip(columns, heights, strict=True):
            if row < height:
                column.append(next(source))
    down = [max(height - rules.variant.face_up, 0) for height in heights]
    return columns, down, list(source)
