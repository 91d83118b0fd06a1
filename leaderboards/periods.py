"""The periods of a board, in Europe/Paris: the day, the week from Monday, the month, and for ever."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

PARIS = ZoneInfo("Europe/Paris")
EVER, DAY, WEEK, MONTH = "ever", "day", "week", "month"
PERIODS = (DAY, WEEK, MONTH, EVER)
EVER_START = date(1970, 1, 1)


def paris_date(moment: datetime) -> date:
    """Return the day in Europe/Paris to which the aware ``moment`` belongs."""
    return moment.astimezone(PARIS).date()


def start_of(period: str, moment: datetime) -> date:
    """Return the first day of the ``period`` that holds ``moment``; a fixed old day for ever."""
    return first_day(period, paris_date(moment))


def first_day(period: str, day: date) -> date:
    """Return the first day of the ``period`` that holds ``day``."""
    if period == DAY:
        return day
    if period == WEEK:
        return day - timedelta(days=day.weekday())
    if period == MONTH:
        return day.replace(day=1)
    return EVER_START


def last_day(period: str, start: date) -> date | None:
    """Return the last day of the ``period`` that begins on ``start``; None for ever."""
    if period == DAY:
        return start
    if period == WEEK:
        return start + timedelta(days=6)
    if period == MONTH:
        return (start + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return None


def bounds(period: str, start: date) -> tuple[datetime, datetime] | None:
    """Return the moments [from, to) of the ``period``: midnights in Paris, so 23 or 25 hours apart at the
    clock changes."""
    last = last_day(period, start)
    if last is None:
        return None
    after = last + timedelta(days=1)
    return datetime.combine(start, time(), PARIS), datetime.combine(after, time(), PARIS)
