"""What the table refuses beside the rules: sentences for players, as the engine words its own."""

from enum import StrEnum

from django.utils.translation import gettext_noop

from games.engine.refusals import GAME_OVER, Reason, Refusal
from games.play.models import EndReason, Game, Origin
from games.play.owners import Owner

ACTION_LIMIT = 20_000


class Cause(StrEnum):
    """Why the table refuses an action that the rules were not asked about."""

    GAME_OVER = "game_over"
    PAUSED = "paused"
    TOO_MANY_ACTIONS = "too_many_actions"
    BEGUN_BY_HAND = "begun_by_hand"


PAUSED = gettext_noop("The game is paused: resume it first.")
TOO_MANY_ACTIONS = gettext_noop("This game has reached %(limit)d actions, the most that one may have.")
BEGUN_BY_HAND = gettext_noop("This game was begun by hand: a program may look at it, not play it.")
DEAL_BEGUN_BY_HAND = gettext_noop(
    "You are playing this deal by hand: a program may begin it once that game is over."
)
ENDINGS = {
    EndReason.GIVEN_UP: gettext_noop("This game was given up."),
    EndReason.RESTARTED: gettext_noop("This game was given up: its deal was begun again."),
    EndReason.EXPIRED: gettext_noop("This game was given up: it had no action for 14 days."),
    EndReason.CLOSED: gettext_noop("This game is closed: the day of its challenge is over."),
}


class TableRefusal(Refusal):
    """An action that the table refuses whatever the rules say of it; `cause` is for programs."""

    def __init__(self, cause: Cause, template: str, **params: int | str) -> None:
        super().__init__(Reason.GAME_OVER, template, **params)
        self.cause = cause


def over(game: Game) -> TableRefusal:
    """The refusal of an action in a game that has ended."""
    return TableRefusal(Cause.GAME_OVER, ENDINGS.get(EndReason(game.end_reason), GAME_OVER))


def paused() -> TableRefusal:
    """The refusal of an action while the table is withheld."""
    return TableRefusal(Cause.PAUSED, PAUSED)


def too_many() -> TableRefusal:
    """The refusal of an action beyond the most that a game may have."""
    return TableRefusal(Cause.TOO_MANY_ACTIONS, TOO_MANY_ACTIONS, limit=ACTION_LIMIT)


def refuse_program(game: Game, owner: Owner) -> None:
    """Keep a program off an unfinished game that a hand has begun: such a game counts, and what a program
    played does not. A program's action would take a bad game, and its stake in Vegas, off the boards. The
    challenge of the day is a hand's from the deal on: no program may burn the one attempt that counts.

    :raises TableRefusal: if a program asks, and the game's first action was not a program's.
    """
    if owner.token is None or game.by_token or game.over:
        return
    if game.started_at is not None or game.origin == Origin.DAILY:
        raise TableRefusal(Cause.BEGUN_BY_HAND, BEGUN_BY_HAND)


def refuse_second_by_program(first: Game | None) -> None:
    """Keep a program from beginning a deal whose first attempt, begun by hand, would end there.

    :raises TableRefusal: if `first`, the attempt under way, is not a program's.
    """
    if first is not None and not first.by_token:
        raise TableRefusal(Cause.BEGUN_BY_HAND, DEAL_BEGUN_BY_HAND)


def reason_of(refusal: Refusal) -> str:
    """The refusal's reason as one word."""
    return str(refusal.cause if isinstance(refusal, TableRefusal) else refusal.reason)
