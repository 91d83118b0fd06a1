"""Is one action legal, and if not, why not? The questions are asked in the order of `Reason`.

`Position.legal_actions` answers the same question for all actions at once; a property test holds the two
together.
"""

from collections.abc import Callable, Sequence

from games.engine import refusals
from games.engine.actions import Action
from games.engine.cards import KING, rank_of, suit_of
from games.engine.refusals import Reason, Refusal
from games.engine.table import Table

_NOT_BUILT = {
    Reason.WRONG_RANK: refusals.WRONG_RANK,
    Reason.WRONG_COLOUR: refusals.WRONG_COLOUR,
    Reason.WRONG_SUIT: refusals.WRONG_SUIT,
}


def check(table: Table, action: Action) -> None:
    """Do nothing if an action is legal now.

    :raises Refusal: with the first reason that applies, if it is not.
    """
    if not table.cards_left:
        raise Refusal(Reason.GAME_OVER, refusals.GAME_OVER)
    _CHECKS[action.kind](table, action)


def is_sequence(table: Table, group: Sequence[int]) -> bool:
    """Whether each card of a group may be built on the one before it."""
    children = table.rules.children
    return all(card in children[onto] for onto, card in zip(group, group[1:], strict=False))


def _check_draw(table: Table, action: Action) -> None:
    _need_stock(table)
    if not table.stock_size:
        raise Refusal(Reason.EMPTY_PILE, refusals.EMPTY_STOCK)


def _check_redeal(table: Table, action: Action) -> None:
    _need_waste(table)
    if table.stock_size:
        raise Refusal(Reason.STOCK_NOT_EMPTY, refusals.STOCK_NOT_EMPTY)
    if not table.redeals_left:
        raise Refusal(Reason.NO_MORE_PASSES, refusals.NO_MORE_PASSES)


def _check_waste_up(table: Table, action: Action) -> None:
    _need_waste(table)
    _accept_up(table, table.pack[table.drawn - 1])


def _check_waste_down(table: Table, action: Action) -> None:
    _need_stock(table)
    _need_column(table, action.target)
    _need_waste(table)
    _accept_down(table, table.pack[table.drawn - 1], action.target)


def _check_column_up(table: Table, action: Action) -> None:
    _need_column(table, action.source)
    _need_cards(table, action.source)
    _accept_up(table, table.columns[action.source][-1])


def _check_column_move(table: Table, action: Action) -> None:
    source, count, target = action.source, action.count, action.target
    _need_column(table, source)
    _need_column(table, target)
    if source == target:
        raise Refusal(Reason.SAME_COLUMN, refusals.SAME_COLUMN)
    _need_cards(table, source)
    column, rules = table.columns[source], table.rules
    if count > len(column) - table.down[source]:
        raise Refusal(Reason.FACE_DOWN, refusals.FACE_DOWN, column=source + 1)
    if rules.checks_sequence and not is_sequence(table, column[-count:]):
        raise Refusal(Reason.NOT_A_SEQUENCE, refusals.NOT_A_SEQUENCE)
    if count > rules.group_limit:
        raise Refusal(Reason.GROUP_TOO_LARGE, refusals.GROUP_TOO_LARGE, limit=rules.group_limit)
    _accept_down(table, column[-count], target)


def _check_take_back(table: Table, action: Action) -> None:
    if not table.rules.variant.take_back:
        raise Refusal(Reason.NO_TAKE_BACK, refusals.NO_TAKE_BACK)
    if action.source >= table.rules.slots:
        raise Refusal(Reason.NO_SUCH_PILE, refusals.NO_SUCH_PILE)
    _need_column(table, action.target)
    if not table.foundations[action.source]:
        raise Refusal(Reason.EMPTY_PILE, refusals.EMPTY_FOUNDATION)
    _accept_down(table, table.slots.top(action.source), action.target)


_CHECKS: tuple[Callable[[Table, Action], None], ...] = (
    _check_draw,
    _check_redeal,
    _check_waste_up,
    _check_waste_down,
    _check_column_up,
    _check_column_move,
    _check_take_back,
)
"""The question for each `Kind`, in its order."""


def _need_stock(table: Table) -> None:
    if not table.rules.has_stock:
        raise Refusal(Reason.NO_SUCH_PILE, refusals.NO_STOCK)


def _need_waste(table: Table) -> None:
    _need_stock(table)
    if not table.drawn:
        raise Refusal(Reason.EMPTY_PILE, refusals.EMPTY_WASTE)


def _need_column(table: Table, place: int) -> None:
    if place >= len(table.columns):
        raise Refusal(Reason.NO_SUCH_PILE, refusals.NO_SUCH_PILE)


def _need_cards(table: Table, place: int) -> None:
    if not table.columns[place]:
        raise Refusal(Reason.EMPTY_PILE, refusals.EMPTY_COLUMN, column=place + 1)


def _accept_up(table: Table, card: int) -> None:
    if not table.slots.wanted[card]:
        highest = max(table.slots.row(suit_of(card)))
        if highest >= rank_of(card):
            template = refusals.FOUNDATION_TAKEN
        else:
            template = refusals.FOUNDATION_ORDER if highest else refusals.FOUNDATION_ACE
        raise Refusal(Reason.FOUNDATION_ORDER, template, card=card)


def _accept_down(table: Table, card: int, target: int) -> None:
    column = table.columns[target]
    if not column:
        if rank_of(card) != KING:
            raise Refusal(Reason.NOT_A_KING, refusals.NOT_A_KING)
        return
    if card not in table.rules.children[column[-1]]:
        reason = table.rules.settings.build(card, column[-1])
        assert reason is not None
        raise Refusal(reason, _NOT_BUILT[reason], card=card, onto=column[-1])
