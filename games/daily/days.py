"""The days of the challenge, in Europe/Paris: 24 hours long, but for the two days when the clocks change."""

from datetime import UTC, date, datetime, time, timedelta

from leaderboards.periods import PARIS, paris_date

GRACE = timedelta(hours=1)
"""How long after its day an attempt may still go on; then it is closed, and the day's deals are no secret."""


def day_of(moment: datetime) -> date:
    """Return the day to which an aware moment belongs."""
    return paris_date(moment)


def begins(day: date) -> datetime:
    """Return midnight in Paris at the beginning of ``day``."""
    return datetime.combine(day, time(), PARIS)


def ends(day: date) -> datetime:
    """Return midnight in Paris at the end of ``day``."""
    return begins(day + timedelta(days=1))


def opens_to_all(day: date) -> datetime:
    """Return from when the deals of ``day`` are no secret: one hour after its end, by any clock."""
    return (ends(day).astimezone(UTC) + GRACE).astimezone(PARIS)
