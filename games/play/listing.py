"""Reading lists of one owner's games, for the pages that show them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Max, Min, Q

from games.play import clock
from games.play.cursors import Cursor
from games.play.models import Game, Origin, Status
from games.play.owners import Owner

PAGE_SIZE = 20
UNFINISHED_SHOWN = 50
UNTOUCHED_FOR = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Finished:
    """One page of finished games, newest first, and where the next page begins (None on the last)."""

    games: list[Game]
    after: Cursor | None


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """What an owner did with one form of a game. Times in milliseconds; ``best`` is a ranked score, None
    before a win (in Vegas: before the first game ended, for there every ended game has its result).
    """

    options: str
    played: int
    won: int
    best: int | None
    fastest_ms: int | None


def unfinished(owner: Owner, limit: int = UNFINISHED_SHOWN, *, begun: bool = False) -> list[Game]:
    """Return the games the owner can go on with, the last touched first.

    A deal that was only looked at stays for a day: it is easily had again, and a list full of them hides the
    others.
    """
    if not owner.anybody:
        return []
    now = clock.now()
    fresh = Q(pk__in=[]) if begun else Q(created_at__gte=now - UNTOUCHED_FOR)
    games = Game.objects.light().unfinished().filter(Q(started_at__isnull=False) | fresh, **owner.fields)
    games = games.exclude(_due(now))
    return list(games.order_by("-last_action_at", "-id")[:limit])


def due(owner: Owner) -> list[Game]:
    """Return the owner's games whose time is over but whose end nobody has stored yet."""
    if not owner.anybody:
        return []
    return list(
        Game.objects.light().unfinished().filter(_due(clock.now()), **owner.fields)[:UNFINISHED_SHOWN]
    )


def finished(owner: Owner, after: Cursor | None = None, size: int = PAGE_SIZE) -> Finished:
    """Return the page of the owner's finished games that follows ``after``. Cost doesn't grow with the pages
    before.
    """
    if not owner.anybody:
        return Finished([], None)
    games = Game.objects.light().finished().filter(**owner.fields)
    if after is not None:
        earlier = Q(ended_at=after.moment, id__lt=after.pk)
        games = games.filter(ended_at__lte=after.moment).filter(Q(ended_at__lt=after.moment) | earlier)
    rows = list(games.order_by("-ended_at", "-id")[: size + 1])
    shown = rows[:size]
    more = len(rows) > size
    last = shown[-1] if more else None
    return Finished(shown, Cursor(last.ended_at, last.id) if last and last.ended_at else None)


def newest(
    owner: Owner, after: tuple[datetime, UUID] | None, size: int, *, over: bool | None = None
) -> list[Game]:
    """Return `size` of the owner's games, the last dealt first, those after the one with this date and id.

    `over`: only games that have ended, or only those that have not.
    """
    if not owner.anybody:
        return []
    games = Game.objects.light().filter(**owner.fields)
    if over is not None:
        games = games.filter(ended_at__isnull=not over)
    if after is not None:
        at, game_id = after
        games = games.filter(created_at__lte=at).filter(Q(created_at__lt=at) | Q(id__lt=game_id))
    return list(games.order_by("-created_at", "-id")[:size])


def records(owner: Owner, variant: str) -> dict[str, OwnRecord]:
    """Return the owner's record in the game ``variant``, by options; only forms that were played."""
    if not owner.anybody:
        return {}
    won = Q(status=Status.WON)
    rows = (
        Game.objects.finished()
        .filter(variant=variant, voided=False, **owner.fields)
        .values("options")
        .order_by("options")
        .annotate(
            played=Count("id"),
            wins=Count("id", filter=won),
            best=Max("ranked_score", filter=won | Q(options__contains="V")),
            fastest=Min("elapsed_ms", filter=won),
        )
    )
    return {
        row["options"]: OwnRecord(row["options"], row["played"], row["wins"], row["best"], row["fastest"])
        for row in rows
    }


def on_deal(owner: Owner, deal: str) -> list[Game]:
    """Return the owner's games on one deal whatever the options, newest first; looking alone is none."""
    if not owner.anybody:
        return []
    games = Game.objects.light().started().filter(deal=deal, **owner.fields)
    return list(games.order_by("-created_at", "-id")[:20])


def last_options(owner: Owner, variant: str) -> str:
    """Return the options of the owner's last game of a kind that he chose by himself; "" before the first."""
    if not owner.anybody:
        return ""
    chosen = Game.objects.filter(variant=variant, origin=Origin.RANDOM, **owner.fields)
    return chosen.order_by("-created_at").values_list("options", flat=True).first() or ""


def _due(now: datetime) -> Q:
    """Unfinished games that have ended by themselves: `services.end.end_due` in the words of the database."""
    return Q(last_action_at__lte=now - clock.EXPIRY) | Q(origin=Origin.DAILY, secret_until__lte=now)
