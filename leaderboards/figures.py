"""Scores, dollars, times and rates as they are written on boards and in statistics."""

from django.utils.formats import number_format
from django.utils.translation import gettext

NONE = "–"
NARROW = "\u202f"


def money(amount: int) -> str:
    """Return fictitious dollars, written alike in every language: $416, $0, -$104."""
    return f"-${-amount}" if amount < 0 else f"${amount}"


def points(amount: int) -> str:
    """Return a number of points with a true minus sign and, from 10,000, its thousands set apart."""
    text = f"{abs(amount):,}".replace(",", NARROW) if abs(amount) >= 10_000 else str(abs(amount))
    return f"−{text}" if amount < 0 else text


def score(amount: float | None, dollars: bool) -> str:
    """Return a score, rounded to whole points or dollars; a dash for none."""
    if amount is None:
        return NONE
    return money(round(amount)) if dollars else points(round(amount))


def clock(seconds: float | None) -> str:
    """Return a time of play: 2:10, 1:02:05; a dash for none."""
    if seconds is None:
        return NONE
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def percent(rate: float | None) -> str:
    """Return a rate as whole per cent in the reader's language; a dash for none."""
    return NONE if rate is None else gettext("%(number)s%%") % {"number": number_format(round(rate * 100))}
