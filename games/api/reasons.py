"""Every reason for which the API refuses, with its status and title: the one list, which the schema, the page
/api/problems/ and the answers are made from.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.refusals import Reason as RuleReason
from games.play.services.refusals import Cause as TableCause

PAGE = "/api/problems/"


@dataclass(frozen=True, slots=True)
class Kind:
    """The status of a problem and its title in a few words."""

    status: int
    title: str | Promise


class Why(StrEnum):
    """The API's own reasons, beside those of the rules and of the table."""

    INVALID_JSON = "invalid_json"
    INVALID_REQUEST = "invalid_request"
    NOT_AUTHENTICATED = "not_authenticated"
    INVALID_TOKEN = "invalid_token"
    ACCOUNT_REQUIRED = "account_required"
    ACCOUNT_SUSPENDED = "account_suspended"
    INSUFFICIENT_SCOPE = "insufficient_scope"
    CSRF_FAILED = "csrf_failed"
    FORBIDDEN = "forbidden"
    WITHHELD = "withheld"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    NOT_ACCEPTABLE = "not_acceptable"
    STALE_VERSION = "stale_version"
    CONFLICT = "conflict"
    TOO_LARGE = "too_large"
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    THROTTLED = "throttled"
    SERVER_ERROR = "server_error"
    UNAVAILABLE = "unavailable"


RULES = {
    RuleReason.UNREADABLE: _("This is no action of this game"),
    RuleReason.GAME_OVER: _("The game is over"),
    RuleReason.NOT_YOUR_TURN: _("It is the other player’s turn"),
    RuleReason.NO_TAKE_BACK: _("In a duel, cards stay on the foundations"),
    RuleReason.NO_SUCH_PILE: _("This game has no such pile"),
    RuleReason.SAME_COLUMN: _("The cards are in this column already"),
    RuleReason.EMPTY_PILE: _("The pile is empty"),
    RuleReason.FACE_DOWN: _("Face-down cards cannot be moved"),
    RuleReason.NOT_A_SEQUENCE: _("These cards do not follow one another"),
    RuleReason.GROUP_TOO_LARGE: _("So many cards cannot be moved at once"),
    RuleReason.NOT_A_KING: _("Only a king goes to an empty column"),
    RuleReason.WRONG_RANK: _("A card goes on the next higher rank"),
    RuleReason.WRONG_COLOUR: _("A card goes on one of the other colour"),
    RuleReason.WRONG_SUIT: _("A card goes on one of the same suit"),
    RuleReason.FOUNDATION_ORDER: _("A foundation goes up from the ace, rank by rank"),
    RuleReason.STOCK_NOT_EMPTY: _("The stock is not empty yet"),
    RuleReason.NO_MORE_PASSES: _("No pass through the stock is left"),
    RuleReason.NOTHING_TO_UNDO: _("There is nothing to undo"),
    RuleReason.NOTHING_TO_REDO: _("There is nothing to redo"),
}
TABLE = {
    TableCause.PAUSED: _("The game is paused"),
    TableCause.TOO_MANY_ACTIONS: _("The game has as many actions as one may have"),
    TableCause.BEGUN_BY_HAND: _("The game was begun by hand"),
}
KINDS: dict[str, Kind] = {
    Why.INVALID_JSON: Kind(400, _("The body is not JSON")),
    Why.INVALID_REQUEST: Kind(400, _("The request is not as described")),
    Why.NOT_AUTHENTICATED: Kind(401, _("An access key or a session is needed")),
    Why.INVALID_TOKEN: Kind(401, _("This access key is not valid")),
    Why.ACCOUNT_REQUIRED: Kind(401, _("An account is needed")),
    Why.ACCOUNT_SUSPENDED: Kind(403, _("The account is suspended")),
    Why.INSUFFICIENT_SCOPE: Kind(403, _("The access key may not do this")),
    Why.CSRF_FAILED: Kind(403, _("The CSRF token is missing or wrong")),
    Why.FORBIDDEN: Kind(403, _("This is not allowed")),
    Why.WITHHELD: Kind(403, _("This deal is kept secret for now")),
    Why.NOT_FOUND: Kind(404, _("There is nothing here")),
    Why.METHOD_NOT_ALLOWED: Kind(405, _("This method is not possible here")),
    Why.NOT_ACCEPTABLE: Kind(406, _("The answer cannot have this media type")),
    Why.STALE_VERSION: Kind(409, _("The game has moved on")),
    Why.CONFLICT: Kind(409, _("Somebody else was faster")),
    Why.TOO_LARGE: Kind(413, _("The body is too large")),
    Why.UNSUPPORTED_MEDIA_TYPE: Kind(415, _("The body must be JSON")),
    Why.THROTTLED: Kind(429, _("Too many requests")),
    Why.SERVER_ERROR: Kind(500, _("Something went wrong on the server")),
    Why.UNAVAILABLE: Kind(503, _("The site is not available just now")),
    **{reason: Kind(422, title) for reason, title in RULES.items()},
    **{cause: Kind(422, title) for cause, title in TABLE.items()},
}


def register(reasons: dict[str, Kind]) -> None:
    """Add the reasons of another part of the API; a reason has one meaning in all of it."""
    for reason, kind in reasons.items():
        if KINDS.setdefault(reason, kind) is not kind:
            raise ValueError(f"the reason {reason!r} is there already")
