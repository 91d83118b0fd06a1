"""Matches: everything that writes them, whoever asks (pages, sockets, API, bots, commands).

Every function takes keywords only and either does the whole of its work or none.
"""

from games.matches.services.act import act, act_as
from games.matches.services.agree import decline_draw, offer_draw, rematch
from games.matches.services.look import look
from games.matches.services.moderate import handled, void
from games.matches.services.outcome import MatchOutcome
from games.matches.services.presence import arrive, be_at_lobby, beat, claim_win, leave, leave_lobby, seen
from games.matches.services.quick import leave as leave_quick
from games.matches.services.quick import paired, quick
from games.matches.services.ready import ready
from games.matches.services.refusals import Cause, MatchRefusal
from games.matches.services.settle import is_due, settle
from games.matches.services.tables import (
    GAME_SECONDS,
    SERIES_CARDS,
    SERIES_GAMES,
    TURN_SECONDS,
    Wishes,
    cancel,
    create,
    join,
    join_by_link,
)
from games.matches.services.talk import PHRASES, block, mute, report, say, unblock, want_words
from games.play.deals import Withheld
from games.play.owners import NotFound, NotYours

__all__ = [
    "GAME_SECONDS",
    "PHRASES",
    "SERIES_CARDS",
    "SERIES_GAMES",
    "TURN_SECONDS",
    "Cause",
    "MatchOutcome",
    "MatchRefusal",
    "NotFound",
    "NotYours",
    "Wishes",
    "Withheld",
    "act",
    "act_as",
    "arrive",
    "be_at_lobby",
    "beat",
    "block",
    "cancel",
    "claim_win",
    "create",
    "decline_draw",
    "handled",
    "is_due",
    "join",
    "join_by_link",
    "leave",
    "leave_lobby",
    "leave_quick",
    "look",
    "mute",
    "offer_draw",
    "paired",
    "quick",
    "ready",
    "rematch",
    "report",
    "say",
    "seen",
    "settle",
    "unblock",
    "void",
    "want_words",
]
