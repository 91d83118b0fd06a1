"""What time has ended at matches that nobody looks at, and what it has left behind. Idempotent."""

import logging
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from django.db import DatabaseError
from django.db.models import Q, QuerySet

from games.matches.models import UNFINISHED, Match, MatchEvent, Presence, QuickWish, State, of_days
from games.matches.services import bots
from games.matches.services.settle import ALIVE, settle
from games.play import clock
from games.play.owners import NotFound

logger = logging.getLogger(__name__)
BATCH = 200
EVENTS_KEPT = timedelta(days=180)
Progress = Callable[[int], None]


def settle_all(progress: Progress = lambda done: None) -> int:
    """Settle every unfinished match that time may have decided, and let the computer act where its moment has
    come; return how many were looked at.
    """
    at, done = clock.now(), 0
    last: UUID | None = None
    rows = Match.objects.filter(state__in=UNFINISHED).order_by("pk")
    waiting = Q(state__in=(State.OPEN, State.READY, State.PAUSED)) | Q(deadline__lte=at)
    live = Q(state=State.PLAYING) & ~of_days()
    computer = Q(state=State.PLAYING, bot_due_at__lte=at)
    rows = rows.filter(waiting | live | computer)
    while batch := _after(rows, last):
        for match_id in batch:
            _look_at(match_id)
        done, last = done + len(batch), batch[-1]
        progress(done)
    return done


def _look_at(match_id: UUID) -> None:
    """Settle one match. One that cannot be settled is told to the log and keeps no other waiting."""
    try:
        if settle(match_id).bot_due_at is not None:
            bots.tick(match_id)
    except NotFound:
        pass  # deleted meanwhile
    except DatabaseError:
        raise  # no other will fare better
    except Exception:
        logger.exception("match %s could not be settled", match_id)


def clear_away() -> int:
    """Delete connections of servers that are gone, wishes nobody waits with, old time lines."""
    at = clock.now()
    gone = Presence.objects.filter(seen_at__lt=at - 20 * ALIVE).delete()[0]
    gone += QuickWish.objects.filter(seen_at__lt=at - timedelta(hours=1)).delete()[0]
    old = MatchEvent.objects.filter(at__lt=at - EVENTS_KEPT, match__ended_at__isnull=False)
    return gone + old.delete()[0]


def _after(rows: QuerySet[Match], last: UUID | None) -> list[UUID]:
    found = rows.filter(pk__gt=last) if last is not None else rows
    return list(found.values_list("pk", flat=True)[:BATCH])
