"""Why an action is refused: a reason (a word of the record format) and a sentence for players."""

from enum import StrEnum

from games.engine.messages import fill, gettext_noop


class Reason(StrEnum):
    """The reasons of a refusal. Where several apply, the first of this order is the one that is given."""

    UNREADABLE = "unreadable"
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    NO_TAKE_BACK = "no_take_back"
    NO_SUCH_PILE = "no_such_pile"
    SAME_COLUMN = "same_column"
    EMPTY_PILE = "empty_pile"
    FACE_DOWN = "face_down"
    NOT_A_SEQUENCE = "not_a_sequence"
    GROUP_TOO_LARGE = "group_too_large"
    NOT_A_KING = "not_a_king"
    WRONG_RANK = "wrong_rank"
    WRONG_COLOUR = "wrong_colour"
    WRONG_SUIT = "wrong_suit"
    FOUNDATION_ORDER = "foundation_order"
    STOCK_NOT_EMPTY = "stock_not_empty"
    NO_MORE_PASSES = "no_more_passes"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"


class Refusal(ValueError):
    """An action that the rules refuse. The position is as it was.

    `reason` is for programs, `template % params` for players; `str()` gives the English sentence.
    No hidden card is ever among the params.
    """

    def __init__(self, reason: Reason, template: str, /, **params: int | str) -> None:
        super().__init__(reason, template, params)
        self.reason = reason
        self.template = template
        self.params = params

    def __str__(self) -> str:
        return fill(self.template, self.params)


UNREADABLE = gettext_noop("“%(token)s” is not an action of this game.")
GAME_OVER = gettext_noop("This game is over.")
NOT_YOUR_TURN = gettext_noop("It is the other player’s turn.")
NO_TAKE_BACK = gettext_noop("In a duel, a card stays on the foundation.")
NO_SUCH_PILE = gettext_noop("There is no such pile in this game.")
NO_STOCK = gettext_noop("This game has neither a stock nor a waste.")
SAME_COLUMN = gettext_noop("These cards are in this column already.")
EMPTY_STOCK = gettext_noop("The stock is empty.")
EMPTY_WASTE = gettext_noop("The waste is empty.")
EMPTY_COLUMN = gettext_noop("Column %(column)d is empty.")
EMPTY_FOUNDATION = gettext_noop("This foundation is empty.")
FACE_DOWN = gettext_noop("Only face-up cards can be moved, and column %(column)d has fewer of them.")
NOT_A_SEQUENCE = gettext_noop(
    "These cards move together only if they follow one another, each one rank lower and of the other colour."
)
GROUP_TOO_LARGE = gettext_noop("At most %(limit)d cards can be moved at once.")
NOT_A_KING = gettext_noop("Only a king, alone or with the cards on it, goes to an empty column.")
WRONG_RANK = gettext_noop("The %(card)s does not go on the %(onto)s: a card goes on the next higher rank.")
WRONG_COLOUR = gettext_noop("The %(card)s does not go on the %(onto)s: it needs a card of the other colour.")
WRONG_SUIT = gettext_noop("The %(card)s does not go on the %(onto)s: it needs a card of the same suit.")
FOUNDATION_ACE = gettext_noop("The %(card)s cannot go up yet: a foundation begins with the ace.")
FOUNDATION_ORDER = gettext_noop(
    "The %(card)s cannot go up yet: the card one rank lower has to be there first."
)
FOUNDATION_TAKEN = gettext_noop(
    "The %(card)s is up once already: another foundation of its suit has to reach the rank below first."
)
STOCK_NOT_EMPTY = gettext_noop("The waste is turned over only when the stock is empty.")
NO_MORE_PASSES = gettext_noop("There is no pass through the stock left.")
NOTHING_TO_UNDO = gettext_noop("There is nothing to undo.")
NOTHING_TO_REDO = gettext_noop("There is nothing to redo.")
CANNOT_FINISH = gettext_noop("The remaining cards cannot all go up yet.")
