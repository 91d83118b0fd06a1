"""A position of a game for one: `Table` and the questions that the rules answer about it."""

from collections.abc import Sequence

from games.engine import legality, snapshots
from games.engine.actions import DRAW, REDEAL, WASTE_UP, Action, Kind
from games.engine.cards import DECK_SIZE, KING, rank_of, suit_of
from games.engine.codes import DealCode
from games.engine.foundations import Foundations
from games.engine.table import Table, deal_columns

KINGS = tuple(range(KING - 1, DECK_SIZE, KING))
_OTHER_COLOUR = ((1, 2), (0, 3), (0, 3), (1, 2))
"""For each suit, the suits of the other colour."""
_NEVER_NEEDED = 2
"""No tableau needs an ace or a two: only an ace could be built on the two, and it goes up first."""


class Position(Table):
    """The state of a game, mutable, without a history: `Play` keeps that.

    >>> from games.engine.codes import parse_code
    >>> from games.engine.shuffle import deal_cards
    >>> code = parse_code("KL1-D1N-AAAAAAB")
    >>> position = Position.deal(code, deal_cards(code, key=""))
    >>> [str(action) for action in position.legal_actions()]
    ['t7-t1', 's-w']
    """

    __slots__ = ()

    @classmethod
    def deal(cls, code: DealCode, cards: Sequence[int], slots: Foundations | None = None) -> "Position":
        """The position before the first action. `slots`: foundations that another seat shares.

        :raises ValueError: if the cards are not as many as the game has.
        """
        rules = code.rules
        if len(cards) != rules.deck_size:
            raise ValueError(f"{rules.variant.code} is played with {rules.deck_size} cards, not {len(cards)}")
        columns, down, rest = deal_columns(rules, cards)
        return cls(rules, columns, down, rest, slots or Foundations.empty(rules.slots_per_suit))

    @classmethod
    def restore(cls, code: DealCode, text: str) -> "Position":
        """The position that `snapshot` wrote.

        :raises ValueError: if the text is no snapshot of this game.
        """
        return snapshots.read(cls, code.rules, text)

    def snapshot(self) -> str:
        """The position as a short ASCII text; it holds the hidden cards, so it stays on the server."""
        return snapshots.write(self)

    def check(self, action: Action) -> None:
        """Do nothing if an action is legal now.

        :raises Refusal: with the first reason that applies, if it is not.
        """
        legality.check(self, action)

    def legal_actions(self) -> list[Action]:
        """Every action that is legal now, in no particular order; automatic cards and undo are none.

        What can be done with columns and foundations is kept until an action touches them: many actions of a
        game are draws, which leave them alone.
        """
        if not self.cards_left:
            return []
        if self._column_actions is None:
            self._column_actions = self._list_column_actions()
        actions = self._column_actions.copy()
        drawn = self.drawn
        if drawn:
            card = self.pack[drawn - 1]
            if self.slots.wanted[card]:
                actions.append(WASTE_UP)
            for target in self._targets(card):
                actions.append(self.rules.waste_downs[target])
        if drawn < len(self.pack):
            actions.append(DRAW)
        elif drawn and self.redeals_left:
            actions.append(REDEAL)
        return actions

    def is_blocked(self) -> bool:
        """Whether no card can usefully move now, nor after any number of the draws and redeals still allowed.

        Moving a whole column that begins with a king to an empty column is of no use.
        """
        if not self.cards_left or self._has_column_move():
            return False
        return not any(self._goes(card) for card in self._reachable())

    def has_open_move(self) -> bool:
        """Whether a card that lies open can usefully move now. It depends on no hidden card."""
        return self._has_column_move() or any(self._goes(card) for card in self.waste[-1:])

    def _has_column_move(self) -> bool:
        if self._column_actions is None:
            self._column_actions = self._list_column_actions()
        return not all(self._is_idle(action) for action in self._column_actions)

    def _goes(self, card: int) -> bool:
        """Whether a card that came to the top of the waste would have a place."""
        return bool(self.slots.wanted[card] or self._targets(card))

    def automatic_actions(self) -> list[Action]:
        """The cards that the game would send up by itself now, leftmost first; the first of them is to be
        done, then the question asked again.
        """
        automatic, wanted = (
            self.rules.automatic_up,
            self.slots.wanted,
        )  # empty where the game has no such cards
        return [
            action
            for action, column in zip(automatic, self.columns, strict=False)
            if column and wanted[column[-1]] and self._is_spare(column[-1])
        ]

    def can_finish(self) -> bool:
        """Whether « Terminer » is offered: nothing hidden, stock and waste empty, so all the rest goes up."""
        return self.rules.variant.automatic and not (self.won or self.pack or any(self.down))

    def next_to_finish(self) -> Action:
        """The next action of « Terminer »: the leftmost card that goes up."""
        wanted = self.slots.wanted
        return next(
            action
            for action, column in zip(self.rules.columns_up, self.columns, strict=True)
            if column and wanted[column[-1]]
        )

    def _list_column_actions(self) -> list[Action]:
        """The legal actions that do not concern stock and waste.

        For each column, the few cards that may go there are looked up. Such a card is no king, so it is on
        top of a foundation just when the next card of its suit is wanted.
        """
        rules, columns, where, wanted = self.rules, self.columns, self.where, self.slots.wanted
        children, column_moves, takes_back = rules.children, rules.column_moves, rules.variant.take_back
        actions: list[Action] = []
        for target, column in enumerate(columns):
            if not column:
                continue
            top = column[-1]
            if wanted[top]:
                actions.append(rules.columns_up[target])
            for child in children[top]:
                for source in where[child]:
                    count = 1 if columns[source][-1] == child else self._movable(source, child)
                    if count and source != target:
                        actions.append(column_moves[source][count][target])
                if takes_back and wanted[child + 1]:
                    self._add_take_backs(actions, child, target)
        if not all(columns):
            self._add_king_moves(actions)
        return actions

    def _add_king_moves(self, actions: list[Action]) -> None:
        """Add what can go to the empty columns: kings with the cards on them, and from the foundations."""
        rules = self.rules
        for target in (place for place, column in enumerate(self.columns) if not column):
            for king in KINGS:
                for source in self.where[king]:
                    count = self._movable(source, king)
                    if count:
                        actions.append(rules.column_moves[source][count][target])
                if rules.variant.take_back:
                    self._add_take_backs(actions, king, target)

    def _add_take_backs(self, actions: list[Action], card: int, target: int) -> None:
        """Add what takes a card back to a column that accepts it, from each slot that it is on top of."""
        suit, below = divmod(card, KING)
        heights, per_suit = self.slots.heights, self.slots.per_suit
        for slot in range(suit * per_suit, (suit + 1) * per_suit):
            if heights[slot] == below + 1:
                actions.append(self.rules.take_backs[slot][target])

    def _movable(self, source: int, card: int) -> int:
        """How many cards move with a face-up card of a column, itself included; 0 if they may not."""
        column, rules = self.columns[source], self.rules
        count = len(column) - column.index(card, self.down[source])
        if count > rules.group_limit:
            return 0
        if rules.checks_sequence and not legality.is_sequence(self, column[-count:]):
            return 0
        return count

    def _targets(self, card: int) -> list[int]:
        """The columns that accept a card."""
        columns, targets = self.columns, []
        if card % KING == KING - 1:
            return [place for place, column in enumerate(columns) if not column]
        for parent in self.rules.parents[card]:
            for place in self.where[parent]:
                if columns[place][-1] == parent:
                    targets.append(place)
        return targets

    def _is_idle(self, action: Action) -> bool:
        return (
            action.kind is Kind.COLUMN_MOVE
            and action.count == len(self.columns[action.source])
            and not self.columns[action.target]
        )

    def _reachable(self) -> set[int]:
        """The cards that come to the top of the waste by draws and redeals alone, the one there now
        included.
        """
        pack, draw = self.pack, self.rules.draw
        if not pack:
            return set()
        tops = set(range(self.drawn + draw, len(pack), draw))
        if self.drawn:
            tops.add(self.drawn)
        tops.add(len(pack))
        if self.redeals_left:
            tops.update(range(draw, len(pack), draw))
        return {pack[top - 1] for top in tops}

    def _is_spare(self, card: int) -> bool:
        """Whether no card that the tableau may still hold needs this one to lie on (Klondike's rule)."""
        rank = rank_of(card)
        if rank <= _NEVER_NEEDED:
            return True
        slots, other = self.slots, _OTHER_COLOUR[suit_of(card)]
        return all(height >= rank - 1 for suit in other for height in slots.row(suit))
