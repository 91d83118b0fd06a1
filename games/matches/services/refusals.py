"""What a match refuses beside the rules: sentences for players, as the engine words its own."""

from enum import StrEnum

from django.utils.translation import gettext_noop

from games.engine.refusals import Reason, Refusal


class Cause(StrEnum):
    """Why something was refused that the rules were not asked about; for programs."""

    OTHER_SEAT = "other_seat"
    NOT_STARTED = "not_started"
    MATCH_PAUSED = "match_paused"
    TIME_OUT = "time_out"
    GAME_OVER = "game_over"
    TAKEN = "taken"
    TOO_MANY_ACTIONS = "too_many_actions"
    BUSY = "busy"
    ACCOUNT = "account"
    OWN_TABLE = "own_table"
    FULL = "full"
    BLOCKED = "blocked"
    LINK = "link"
    WISHES = "wishes"
    TOO_MANY_TABLES = "too_many_tables"
    NOBODY = "nobody"
    STATE = "state"
    PRESENT = "present"
    TOO_EARLY = "too_early"
    CHAT = "chat"
    TOO_FAST = "too_fast"
    BY_HAND = "by_hand"
    PEOPLE = "people"
    RATED = "rated"
    COMPUTER_ACCOUNT = "computer_account"
    READ_ONLY = "read_only"


SENTENCES = {
    Cause.OTHER_SEAT: gettext_noop("You can act for your own seat only."),
    Cause.NOT_STARTED: gettext_noop("The game has not begun yet."),
    Cause.MATCH_PAUSED: gettext_noop("The match is paused."),
    Cause.TIME_OUT: gettext_noop("Too late: the time had run out before this move arrived."),
    Cause.GAME_OVER: gettext_noop("This game is over."),
    Cause.TAKEN: gettext_noop("Your opponent was faster: the foundation no longer takes the %(card)s."),
    Cause.TOO_MANY_ACTIONS: gettext_noop(
        "This game has reached %(limit)d actions, the most that one may have."
    ),
    Cause.BUSY: gettext_noop("Too much happened at once. Please try again."),
    Cause.ACCOUNT: gettext_noop("You need an account for this."),
    Cause.OWN_TABLE: gettext_noop("This is your own table: the second seat is for somebody else."),
    Cause.FULL: gettext_noop("This table is taken."),
    Cause.BLOCKED: gettext_noop("You cannot play with this player."),
    Cause.LINK: gettext_noop("This link leads to no open table."),
    Cause.WISHES: gettext_noop("There is no such way to play."),
    Cause.TOO_MANY_TABLES: gettext_noop("You have too many open tables: close one first."),
    Cause.NOBODY: gettext_noop("There is no such player."),
    Cause.STATE: gettext_noop("The match has moved on: this is no longer possible."),
    Cause.PRESENT: gettext_noop("Your opponent is there."),
    Cause.TOO_EARLY: gettext_noop("Your opponent may still come back: wait a moment."),
    Cause.CHAT: gettext_noop("You can write your own words only when both players want to."),
    Cause.TOO_FAST: gettext_noop("Not so fast, please."),
    Cause.BY_HAND: gettext_noop(
        "This seat was taken by hand, and the opponent accepted a person: no program may play for it."
    ),
    Cause.PEOPLE: gettext_noop(
        "A person opened this table for people: a program sits down where it is invited."
    ),
    Cause.RATED: gettext_noop("This match is rated: programs play unrated matches only."),
    Cause.READ_ONLY: gettext_noop("This access key only reads. Make one of the kind “Read and play”."),
    Cause.COMPUTER_ACCOUNT: gettext_noop("A program needs a computer account for this."),
}


class MatchRefusal(Refusal):
    """Something that a match refuses whatever the rules say of it; nothing has changed."""

    def __init__(self, cause: Cause, **params: int | str) -> None:
        super().__init__(Reason.GAME_OVER, SENTENCES[cause], **params)
        self.cause = cause


def reason_of(refusal: Refusal) -> str:
    """Return the refusal's reason as one word."""
    return str(refusal.cause if isinstance(refusal, MatchRefusal) else refusal.reason)
