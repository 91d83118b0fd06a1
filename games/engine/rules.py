"""Rules: a variant and an options string, resolved to numbers and look-up tables that a position plays by."""

from functools import cache

from games.engine.actions import (
    DRAW,
    REDEAL,
    WASTE_UP,
    Action,
    column_move,
    column_up,
    read_action,
    take_back,
    unreadable,
    waste_down,
)
from games.engine.cards import DECK_SIZE, KING
from games.engine.variant import Variant


class Rules:
    """All that a position needs to know about its game. `rules_for` makes one for each game and options.

    Nothing here changes once made. The tables hold every action that can ever be legal, so that a position
    hands out ready objects and makes none.
    """

    def __init__(self, variant: Variant, options: str) -> None:
        settings = variant.settings[options]
        self.variant = variant
        self.options = options
        self.settings = settings
        self.scoring = settings.scoring
        self.marking = settings.marking
        self.currency = settings.scoring.currency
        self.draw = settings.draw
        self.passes = settings.passes
        self.has_stock = variant.has_stock
        self.undo_limit = variant.undo_limit
        self.deck_size = variant.decks * DECK_SIZE
        self.columns = len(variant.heights)
        self.slots_per_suit = variant.slots_per_suit
        self.slots = 4 * variant.slots_per_suit
        longest = KING if variant.ordered else self.deck_size
        self.group_limit = min(variant.group_limit or longest, longest)
        self.checks_sequence = variant.ordered and variant.face_up > 1
        """Whether face-up cards of a column may be out of sequence although only a sequence moves."""
        self._make_card_tables()
        self._make_action_tables()

    def _make_card_tables(self) -> None:
        build = self.settings.build
        cards = range(DECK_SIZE)
        self.children = tuple(tuple(card for card in cards if build(card, onto) is None) for onto in cards)
        """`children[onto]`: the cards that may be put on a card of a column."""
        self.parents = tuple(tuple(onto for onto in cards if build(card, onto) is None) for card in cards)
        """`parents[card]`: the cards of a column that a card may be put on."""

    def _make_action_tables(self) -> None:
        columns, counts = range(self.columns), range(self.group_limit + 1)
        self.columns_up = tuple(column_up(source) for source in columns)
        senders = columns if self.variant.automatic else ()
        self.automatic_up = tuple(column_up(source, automatic=True) for source in senders)
        self.waste_downs = tuple(waste_down(target) for target in columns)
        self.take_backs = tuple(
            tuple(take_back(slot, target) for target in columns) for slot in range(self.slots)
        )
        self.column_moves = tuple(
            tuple(tuple(column_move(source, count, target) for target in columns) for count in counts)
            for source in columns
        )
        """`column_moves[source][count][target]`; a count of 0 is there to count from 1."""
        self.actions = {str(action): action for action in self._possible_actions()}
        """Every action that can ever be legal, by its token."""

    def _possible_actions(self) -> list[Action]:
        actions = [*self.columns_up, *self.automatic_up]
        if self.has_stock:
            actions += [DRAW, REDEAL, WASTE_UP, *self.waste_downs]
        for source, by_count in enumerate(self.column_moves):
            for moves in by_count[1:]:
                actions += [move for move in moves if move.target != source]
        if self.variant.take_back:
            for moves in self.take_backs:
                actions += moves
        return actions

    def __repr__(self) -> str:
        return f"<Rules {self.variant.code}{self.variant.version}-{self.options}>"


@cache
def rules_for(variant: Variant, options: str) -> Rules:
    """The rules of a game with canonical options.

    :raises KeyError: if the game has no such options.
    """
    return Rules(variant, options)


def parse_action(token: str, rules: Rules) -> Action:
    """The action of a token in a game; its piles need not exist.

    :raises Refusal: `unreadable`, if the token is none of the game's actions (`undo` and `redo` are no
    actions).
    """
    action = rules.actions.get(token)
    if action is not None:
        return action
    action = read_action(token)
    if action.automatic and not rules.variant.automatic:
        raise unreadable(token)
    return action
