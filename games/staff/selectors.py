"""What the dashboard shows. Each figure reads a short range of an index, whatever the size of the tables."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import QuerySet, Sum

from games.daily.models import DailyDeal
from games.play import clock
from games.staff import services
from games.staff.models import DayFigures, NameReport, RefusalCount
from leaderboards.models import Result
from leaderboards.periods import paris_date

DAYS = 30
LISTED = 8
REASON_DAYS = 7


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Figures of the last days, oldest first, and what waits for the staff."""

    days: list[date]
    sign_ups: list[int]
    games: list[int]
    won: list[int]
    refusals: list[int]
    reasons: list[tuple[str, int]]
    flagged: list[Result]
    reports: list[NameReport]
    prepared: int
    """Days of the challenge that are ready, today included."""


def dashboard() -> Dashboard:
    """Return the dashboard; days that are over are counted once and kept."""
    today = paris_date(clock.now())
    days = [today - timedelta(days=ago) for ago in range(DAYS - 1, -1, -1)]
    services.keep_days(days[:-1])
    figures = {row.day: row for row in DayFigures.objects.filter(day__in=days[:-1])}
    figures[today] = services.count_day(today)
    return Dashboard(
        days=days,
        sign_ups=[figures[day].sign_ups for day in days],
        games=[figures[day].games for day in days],
        won=[figures[day].won for day in days],
        refusals=_refusals(days),
        reasons=_reasons(today),
        flagged=flagged(),
        reports=list(_open_reports().select_related("player", "reporter")[:LISTED]),
        prepared=prepared_days(today),
    )


def flagged() -> list[Result]:
    """Return the latest flagged runs that nobody has settled or voided."""
    runs = Result.objects.exclude(flag="").filter(voided=False).select_related("player")
    return list(runs.order_by("-id")[:LISTED])


def prepared_days(today: date) -> int:
    """Return how many days in a row, from today on, have their challenge."""
    ready = set(DailyDeal.objects.filter(date__gte=today).values_list("date", flat=True))
    count = 0
    while today + timedelta(days=count) in ready:
        count += 1
    return count


def _open_reports() -> QuerySet[NameReport]:
    return NameReport.objects.filter(settled_at__isnull=True).order_by("-created_at")


def _refusals(days: list[date]) -> list[int]:
    rows = RefusalCount.objects.filter(day__gte=days[0]).values("day").order_by().annotate(n=Sum("count"))
    counts = {row["day"]: row["n"] for row in rows}
    return [counts.get(day, 0) for day in days]


def _reasons(today: date) -> list[tuple[str, int]]:
    since = today - timedelta(days=REASON_DAYS - 1)
    rows = RefusalCount.objects.filter(day__gte=since).values("reason")
    counted = rows.annotate(n=Sum("count")).order_by("-n")
    return [(row["reason"], row["n"]) for row in counted[:LISTED]]
