"""What time ends or takes away: idempotent, in batches, safe beside a running site."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib import import_module

from django.conf import settings
from django.db.models import Q, QuerySet

from games.play import clock
from games.play.models import EndReason, Game, Origin
from games.play.services.end import end_if_due

BATCH = 200
VISITOR_KEPT = timedelta(days=30)
UNFINISHED = ("", EndReason.EXPIRED)
Progress = Callable[[int], None]


def close_dailies(progress: Progress = lambda done: None) -> int:
    """End, as they stand, the attempts at challenges whose day is over by an hour; return how many."""
    late = Game.objects.unfinished().filter(origin=Origin.DAILY, secret_until__lte=clock.now())
    return _end_all(late, progress)


def give_up_idle(progress: Progress = lambda done: None) -> int:
    """Give up the games that have had no action for 14 days; return how many.

    The index is on the day of the deal, which actions don't change: of the few games older than that, those
    that were played lately are read and left.
    """
    limit = clock.now() - clock.EXPIRY
    old = Game.objects.unfinished().filter(end_reason="", created_at__lte=limit)
    return _end_all(old.filter(last_action_at__lte=limit), progress)


def delete_visitors_unfinished(progress: Progress = lambda done: None) -> int:
    """Delete visitors' games never finished and not touched for 30 days; return how many."""
    limit = clock.now() - VISITOR_KEPT
    old = Game.objects.filter(visitor__isnull=False, created_at__lte=limit, last_action_at__lte=limit)
    done = 0
    for reason in UNFINISHED:
        unfinished = old.filter(end_reason=reason)
        for batch in _batches(unfinished):
            done += unfinished.filter(pk__in=[game.pk for game in batch]).delete()[0]
            progress(done)
    return done


def clear_sessions() -> None:
    """Delete the sessions that have expired."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def _end_all(games: QuerySet[Game], progress: Progress) -> int:
    done = 0
    for batch in _batches(games):
        done += sum(end_if_due(game) for game in batch)
        progress(done)
    return done


def _batches(games: QuerySet[Game]) -> Iterator[list[Game]]:
    """The games of a query, oldest deal first, a batch at a time: no long read is in the players' way."""
    rows = games.defer("actions", "times").order_by("created_at", "pk")
    batch = list(rows[:BATCH])
    while batch:
        last = batch[-1]
        yield batch
        later = Q(created_at__gt=last.created_at) | Q(created_at=last.created_at, pk__gt=last.pk)
        batch = list(rows.filter(later, created_at__gte=last.created_at)[:BATCH])
