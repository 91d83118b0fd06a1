"""The last state of each match that this process has stored or read, for its sockets to draw.

Not the truth, only a copy of it: a state is found by its version, and a version never changes. What another
process stored is not here, and is read from the database. It is used by one thread, the event loop's.
"""

from collections import OrderedDict
from uuid import UUID

from games.engine.duel import DuelPosition
from games.matches.models import Match

KEPT = 2000
_states: OrderedDict[UUID, tuple[Match, DuelPosition | None]] = OrderedDict()


def keep(match: Match, duel: DuelPosition | None) -> None:
    """Keep a stored state; both must only be read from now on."""
    known = _states.get(match.pk)
    if known is None or known[0].version < match.version:
        _states[match.pk] = match, duel
        _states.move_to_end(match.pk)
        if len(_states) > KEPT:
            _states.popitem(last=False)


def find(match_id: UUID, version: int) -> tuple[Match, DuelPosition | None] | None:
    """Return the state of a match at a version, if it is here."""
    known = _states.get(match_id)
    return known if known is not None and known[0].version == version else None


def last(match_id: UUID) -> Match | None:
    """Return the last state of a match that this process knows of; another process may have a later one."""
    known = _states.get(match_id)
    return known[0] if known is not None else None


def latest(match_id: UUID) -> int:
    """Return the highest version of a match that this process knows of; 0 for none."""
    known = _states.get(match_id)
    return known[0].version if known is not None else 0
