"""What time has ended at matches that nobody looks at, and the mails of the matches of days. Idempotent."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import preferences
from accounts.dates import written
from accounts.models import User
from games.matches.models import UNFINISHED, Match, MatchEvent, Presence, QuickWish, Seat, State, of_days
from games.matches.services import bots
from games.matches.services.settle import ALIVE, alive, settle
from games.play import clock

BATCH = 200
MAIL_AFTER = timedelta(minutes=2)
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
            if settle(match_id).bot_due_at is not None:
                bots.tick(match_id)
        done, last = done + len(batch), batch[-1]
        progress(done)
    return done


def mail_turns() -> int:
    """Write to players of matches of days whose turn it has become; return to how many.

    Once for each turn; not to those who are there, nor to those who don't want it.
    """
    at, sent = clock.now(), 0
    due = Match.objects.filter(
        Q(mailed_at=None) | Q(mailed_at__lt=F("turn_since")),
        of_days(),
        state=State.PLAYING,
        turn_since__lte=at - MAIL_AFTER,
    )
    for match in due.defer("actions", "times"):
        claimed = Match.objects.filter(pk=match.pk, version=match.version).update(mailed_at=at)
        number = match.seat_of(match.snapshot.partition(";")[0] or None)
        if claimed and number is not None and number not in alive(match, at):
            sent += _mail(match, number)
    return sent


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


def _mail(match: Match, number: int) -> int:
    seat = Seat.objects.select_related("user").filter(match=match, number=number).first()
    player = seat.user if seat else None
    if player is None or not player.email or not player.is_active or not _wanted(player):
        return 0
    with translation.override(preferences.of_player(player).language or settings.LANGUAGE_CODE):
        address = settings.SITE_URL.rstrip("/") + reverse("games:match", args=[match.pk])
        text = _(
            "Hello,\n\nit is your turn in a match of Double Solitaire."
            " You have until %(time)s (Paris time).\n\n"
            "%(address)s\n\n"
            "You can switch these mails off in your settings:\n%(settings)s\n\nRéussite"
        ) % {
            "time": written(match.deadline, "DATETIME_FORMAT") if match.deadline else "",
            "address": address,
            "settings": settings.SITE_URL.rstrip("/") + reverse("accounts:preferences"),
        }
        subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _("it is your turn")
        send_mail(subject, text, None, [player.email], fail_silently=True)
    return 1


def _wanted(player: User) -> bool:
    return preferences.of_player(player).turn_mail
