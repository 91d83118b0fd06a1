"""Reading a match to change it."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from games.matches.models import Match, MatchEvent, Seat
from games.matches.rows import RECORD
from games.play import clock
from games.play.owners import NotFound


@contextmanager
def locked(match_id: UUID) -> Iterator[Match]:
    """Hold a match's row in a transaction: moves under way come before or after.

    :raises NotFound: if there is no such match.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().defer(*RECORD).filter(pk=match_id).first()
        if match is None:
            raise NotFound(match_id)
        yield match


def save(match: Match, *names: str) -> None:
    """Store fields of a locked match after something else than a move; its version goes up."""
    match.version += 1
    match.event_version = match.version
    match.save(update_fields=[*names, "version", "event_version"])


def note(match: Match, kind: str, seat: int = 0, text: str = "") -> None:
    """Add a line to the match's time line."""
    MatchEvent.objects.create(match=match, at=clock.now(), kind=kind, seat=seat, note=text)


def seats_of(match: Match) -> dict[int, Seat]:
    """Return the match's seats by number."""
    return {seat.number: seat for seat in Seat.objects.filter(match=match).order_by("number")}
