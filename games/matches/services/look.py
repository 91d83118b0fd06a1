"""A look at a match's table: it settles what time has decided, the computer's move included."""

from uuid import UUID

from games.matches import rows
from games.matches.models import Match
from games.matches.services import bots
from games.matches.services.settle import settle
from games.play.owners import NotFound


def look(match_id: UUID) -> Match:
    """Return a match as it is now, without the record of its game.

    :raises NotFound: if there is none.
    """
    match = settle(match_id)
    if match.bot_due_at is None or bots.tick(match_id).outcome is None:
        return match
    after = rows.read(match_id)
    if after is None:
        raise NotFound(match_id)
    return after
