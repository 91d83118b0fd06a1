"""What the site counts for the staff, and reports of names."""

from datetime import date, datetime, time, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F

from accounts.models import User
from games.play import clock
from games.play.models import Game, Status
from games.staff.models import DayFigures, NameReport, RefusalCount
from leaderboards.periods import PARIS, paris_date


def count_refusal(reason: str) -> None:
    """Count an action that was refused today: one update, or one insert for the first of its kind."""
    place = {"day": paris_date(clock.now()), "reason": reason[:30]}
    if RefusalCount.objects.filter(**place).update(count=F("count") + 1):
        return
    try:
        with transaction.atomic():
            RefusalCount.objects.create(**place, count=1)
    except IntegrityError:  # somebody else's was the first at this very moment
        RefusalCount.objects.filter(**place).update(count=F("count") + 1)


def count_day(day: date) -> DayFigures:
    """Return the sign-ups and games of a day, counted now and not stored: a range of an index, no more."""
    begins = datetime.combine(day, time(), PARIS)
    ends = datetime.combine(day + timedelta(days=1), time(), PARIS)
    games = Game.objects.filter(created_at__gte=begins, created_at__lt=ends)
    return DayFigures(
        day=day,
        sign_ups=User.objects.filter(date_joined__gte=begins, date_joined__lt=ends).count(),
        games=games.count(),
        won=games.filter(status=Status.WON).count(),
    )


def keep_days(days: list[date]) -> None:
    """Store the figures of days that are over, those that are missing."""
    known = set(DayFigures.objects.filter(day__in=days).values_list("day", flat=True))
    DayFigures.objects.bulk_create(
        [count_day(day) for day in days if day not in known], ignore_conflicts=True
    )


def report_name(*, player: User, reporter: User, text: str) -> None:
    """Report a player's name to the staff; a second report by the same person changes nothing."""
    report = NameReport(
        player=player, name=player.username, reporter=reporter, text=text, created_at=clock.now()
    )
    NameReport.objects.bulk_create([report], ignore_conflicts=True)


def settle_report(report: NameReport, *, by: User) -> bool:
    """Take a report off the list; tell whether it was still on it."""
    open_report = NameReport.objects.filter(pk=report.pk, settled_at__isnull=True)
    return bool(open_report.update(settled_at=clock.now(), settled_by=by))
