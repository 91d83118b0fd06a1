"""Making the deals of a day, replacing one, and beginning an attempt.

A day is made one game at a time. However many ask at once, the database has one row a day and game:
whoever stores it first; the others throw away what they drew.
"""

import secrets
import time
from collections.abc import Callable
from datetime import date
from random import Random

from django.core.cache import cache
from django.db import IntegrityError, transaction

from games.daily import days
from games.daily.models import DailyDeal, ProgrammeEntry
from games.daily.playouts import won_once
from games.engine.codes import DealCode
from games.play import clock, deals
from games.play.models import DealSecret, Game, Origin
from games.play.owners import Owner
from games.play.services import begin
from games.play.services.end import end_if_due

DEFAULT_PROGRAMME = (("KL", "D1N"), ("KL", "D3V"), ("DS", "D1N"), ("RU", "C"), ("TF", "D1N"))
PLAYOUTS = 20
"""Random games of a deal before another one is drawn."""
PATIENCE = 2.5
"""Seconds that a reader may wait for a day that nobody prepared; the next request makes what is missing."""
UNBOUNDED = 600.0
Progress = Callable[[date, str, bool], None]


class NotToday(ValueError):
    """The deal is not one of today's: a counted attempt belongs to the day on which it is begun."""


class ByHandOnly(PermissionError):
    """A program asks for the challenge: its attempt would count nowhere, and use up the one that does."""


class AlreadyPlayed(ValueError):
    """Somebody has begun this deal: it cannot be replaced any more."""


def programme() -> list[ProgrammeEntry]:
    """Return the games of the challenge in their order; the default ones as long as staff chose none."""
    entries = list(ProgrammeEntry.objects.all())
    if not entries:
        return [
            ProgrammeEntry(variant=variant, options=options, order=place)
            for place, (variant, options) in enumerate(DEFAULT_PROGRAMME)
        ]
    return [entry for entry in entries if entry.active]


def store_default_programme() -> None:
    """Write the default programme down, so that staff can change it; nothing where there is one."""
    if not ProgrammeEntry.objects.exists():
        ProgrammeEntry.objects.bulk_create(programme(), ignore_conflicts=True)


def today(*, patience: float = PATIENCE) -> list[DailyDeal]:
    """Return today's deals, making those that are missing within ``patience`` seconds.

    While somebody else is making them, what there is so far is returned at once: nobody waits in a queue.
    """
    day = days.day_of(clock.now())
    found = _deals(day)
    if {entry.board_key for entry in programme()} <= {daily.board_key for daily in found}:
        return found
    claim = f"daily:making:{day.isoformat()}"
    if not cache.add(claim, 1, timeout=int(patience) + 5):
        return found
    try:
        return make_day(day, seconds=patience)
    finally:
        cache.delete(claim)


def make_day(day: date, *, seconds: float = UNBOUNDED, progress: Progress | None = None) -> list[DailyDeal]:
    """Make the games that ``day`` still lacks, within about so many seconds, and return all that it has then.

    Idempotent, and harmless beside another process that makes the same day.
    """
    deadline = time.monotonic() + seconds
    made = {daily.board_key for daily in _deals(day)}
    for entry in programme():
        if entry.board_key in made:
            continue
        code = draw_winnable(entry.variant, entry.options, deadline)
        if code is not None:
            store(day, code, entry.order)
        if progress:
            progress(day, entry.board_key, code is not None)
    return _deals(day)


def draw_winnable(variant: str, options: str, deadline: float) -> DealCode | None:
    """Return a deal that was never dealt before and that random play has won; ``None`` at the deadline.

    The deadline is a moment of ``time.monotonic``. Only that there is a line is known, not which.
    """
    random = Random(secrets.randbits(64))
    while time.monotonic() < deadline:
        code = deals.draw(variant, options)
        cards = deals.cards_of(code)
        for _ in range(PLAYOUTS):
            if won_once(code, cards, 1, random):
                return code
            if time.monotonic() >= deadline:
                break
    return None


def store(day: date, code: DealCode, order: int = 0) -> DailyDeal:
    """Store a deal as the one of its game on ``day`` and make it a secret; the row that was first stays."""
    deals.bind_key()
    place = {"date": day, "variant": code.variant.code, "options": code.options}
    try:
        with transaction.atomic():
            daily = DailyDeal.objects.create(**place, order=order, letters=code.letters, deal=code.deal)
            _keep_secret(daily)
    except IntegrityError:
        first = DailyDeal.objects.filter(**place).first()
        if first is None:
            raise
        return first
    return daily


def replace(daily: DailyDeal, *, seconds: float = UNBOUNDED) -> DailyDeal:
    """Give a day another deal for one of its games, as long as nobody has begun the one it has.

    :raises AlreadyPlayed: if somebody has.
    :raises TimeoutError: if none was found in time; the day keeps its deal.
    """
    code = draw_winnable(daily.variant, daily.options, time.monotonic() + seconds)
    if code is None:
        raise TimeoutError(daily.board_key)
    with transaction.atomic():
        if Game.objects.filter(daily_id=daily.pk).exists():
            raise AlreadyPlayed(daily.pk)
        DealSecret.objects.filter(deal=daily.deal).update(daily_id=None, counts_from=None, counts_until=None)
        daily.letters, daily.deal, daily.made_at = code.letters, code.deal, clock.now()
        daily.save(update_fields=["letters", "deal", "made_at"])
        _keep_secret(daily)
    return daily


def begin_attempt(*, owner: Owner, daily: DailyDeal) -> Game:
    """Begin the owner's attempt at one of today's deals, or go on with the one under way: one begun before
    midnight may still be played for an hour.

    :raises NotToday: if its day is not today.
    :raises ByHandOnly: if a program asks, through an access key.
    """
    if owner.token is not None:
        raise ByHandOnly(daily.pk)
    own = Game.objects.light().filter(daily_id=daily.pk, ended_at__isnull=True, **owner.fields)
    game = own.order_by("-daily_counts", "created_at").first() if owner.anybody else None
    if daily.date != days.day_of(clock.now()) and (game is None or game.started_at is None):
        raise NotToday(daily.pk)
    if game is not None:
        return game
    return begin(owner=owner, code=daily.code, origin=Origin.DAILY)


def close_if_over(day: date, owner: Owner) -> None:
    """End the reader's attempts still open when a day's deals open to all, should the hourly sweep be late.

    Those of others are the sweep's: a page read must not write without bound.
    """
    if not owner.anybody or clock.now() < days.opens_to_all(day):
        return
    own = Game.objects.light().unfinished().filter(daily_id__in=[daily.pk for daily in _deals(day)])
    for game in own.filter(**owner.fields):
        end_if_due(game)


def _keep_secret(daily: DailyDeal) -> None:
    deals.keep_secret(
        deal=daily.deal,
        until=days.opens_to_all(daily.date),
        daily_id=daily.pk,
        counts_from=days.begins(daily.date),
        counts_until=days.ends(daily.date),
    )


def _deals(day: date) -> list[DailyDeal]:
    return list(DailyDeal.objects.filter(date=day).order_by("order", "pk"))
