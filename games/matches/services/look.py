"""A look at a match's table: it settles what time has decided, the computer's move included."""

from uuid import UUID

from games.matches import rows
from games.matches.models import ENDED, Match, State
from games.matches.services import bots
from games.matches.services.settle import settle, signs
from games.play import clock
from games.play.owners import NotFound


def look(match_id: UUID) -> Match:
    """Return a match as it is now, without the record of its game.

    :raises NotFound: if there is none.
    """
    match = _read(match_id)
    if not _settled(match):
        match = settle(match_id)
    if match.bot_due_at is None or bots.tick(match_id).outcome is None:
        return match
    return _read(match_id)


def _read(match_id: UUID) -> Match:
    match = rows.read(match_id)
    if match is None:
        raise NotFound(match_id)
    return match


def _settled(match: Match) -> bool:
    """Whether time has decided nothing since the match was stored: then a look takes no lock."""
    if match.state in ENDED:
        return True
    found = signs(match.pk, 0, clock.now())
    return match.state == State.PLAYING and found is not None and not (found.vanished or found.due)
