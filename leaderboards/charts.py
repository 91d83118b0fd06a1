"""The geometry of the site's own charts: numbers in, shapes out. Each chart also has its rows, for the
table beside it.

Shapes carry presentation attributes and classes only: the CSP allows no style. Units are those of the
drawing's viewBox.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext

from accounts.dates import written
from leaderboards import figures

Words = str | Promise
WIDTH, HEIGHT = 360, 170
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 12, 24
CELL, GAP = 10, 2
WIDEST = 64
"""Of a bar and its gaps: where there are few, they are bars still."""


@dataclass(frozen=True, slots=True)
class Table:
    """The figures of a chart for those who don't see it: two headings and the rows."""

    headings: tuple[Words, Words]
    rows: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Mark:
    """A label on an axis: a place and its words."""

    at: float
    words: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar, or one day of a calendar: a rectangle and what it says."""

    x: float
    y: float
    width: float
    height: float
    words: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing: ``bars`` or a ``line``, with marks on its axes. ``kind`` names its template."""

    kind: str
    title: Words
    summary: str
    table: Table
    width: float = WIDTH
    height: float = HEIGHT
    bars: tuple[Bar, ...] = ()
    line: str = ""
    area: str = ""
    base: float = HEIGHT - BOTTOM
    below: tuple[Mark, ...] = ()
    beside: tuple[Mark, ...] = ()


def spread_chart(title: Words, bins: Sequence[tuple[int, int, int]], dollars: bool) -> Chart:
    """Return the bars of how scores spread."""
    most = max(count for _, _, count in bins)
    room, floor = min(WIDEST, (WIDTH - LEFT - RIGHT) / len(bins)), HEIGHT - BOTTOM
    bars, rows = [], []
    for n, (low, high, count) in enumerate(bins):
        height = (floor - TOP) * count / most
        ends = figures.score(low, dollars), figures.score(high, dollars)
        span = ends[0] if low == high else gettext("%(low)s to %(high)s") % {"low": ends[0], "high": ends[1]}
        games = ngettext("%(count)d game", "%(count)d games", count) % {"count": count}
        bars.append(Bar(LEFT + n * room + 1, floor - height, room - 2, height, _said(span, games)))
        rows.append((span, figures.points(count)))
    every = max(1, -(-len(bins) // 5))
    below = [
        Mark(LEFT + (n + 0.5) * room, figures.score(bins[n][0], dollars)) for n in range(0, len(bins), every)
    ]
    beside = (Mark(floor, "0"), Mark(TOP, figures.points(most)))
    table = Table((pgettext("board", "Score"), pgettext("runs", "Games")), rows)
    (low, high, _), tallest = max(zip(bins, bars, strict=True), key=lambda pair: pair[0][2])
    most_often = {"low": figures.score(low, dollars), "high": figures.score(high, dollars)}
    summary = tallest.words if low == high else gettext("Most often from %(low)s to %(high)s.") % most_often
    return Chart("bars", title, summary, table, bars=tuple(bars), below=tuple(below), beside=beside)


def money_chart(title: Words, days: Sequence[tuple[date, int]]) -> Chart:
    """Return the line of a bankroll over its days."""
    amounts = [0, *(amount for _, amount in days)]
    low, high = min(amounts), max(amounts)
    floor, tall = HEIGHT - BOTTOM, HEIGHT - BOTTOM - TOP
    first, last = days[0][0], days[-1][0]
    length = max((last - first).days, 1)

    def across(day: date) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (day - first).days / length, 1)

    def up(amount: float) -> float:
        return round(floor - tall * (amount - low) / max(high - low, 1), 1)

    shown = _thinned(days, 120)
    points = [f"{across(day)},{up(amount)}" for day, amount in shown]
    if len(points) == 1:
        points.append(f"{WIDTH - RIGHT},{up(shown[0][1])}")
    ends = f"{WIDTH - RIGHT},{up(0)} {LEFT},{up(0)}"
    ticks = sorted({low, 0, high})
    if len(ticks) == 3 and min(ticks[1] - ticks[0], ticks[2] - ticks[1]) * tall / (high - low) < 14:
        ticks = [low, high]
    below = [Mark(LEFT, short_date(first))]
    if last > first:
        below.append(Mark(WIDTH - RIGHT, short_date(last)))
    rows = [(written(day), figures.money(amount)) for day, amount in _thinned(days, 60)]
    return Chart(
        "line",
        title,
        gettext("Now %(amount)s; lowest %(low)s, highest %(high)s.")
        % {"amount": figures.money(amounts[-1]), "low": figures.money(low), "high": figures.money(high)},
        Table((gettext("Day"), gettext("Bankroll")), rows),
        line=" ".join(points),
        area=" ".join([*points, ends]),
        base=up(0),
        below=tuple(below),
        beside=tuple(Mark(up(tick), figures.money(tick)) for tick in ticks),
    )


def calendar_chart(title: Words, days: Sequence[tuple[date, int]]) -> Chart:
    """Return the calendar of days played: a column a week, Monday on top, darker for more games."""
    most = max((count for _, count in days), default=0)
    bars, below = [], []
    for n, (day, count) in enumerate(days):
        week, weekday = divmod(n, 7)
        x = 30 + week * (CELL + GAP)
        games = ngettext("%(count)d game", "%(count)d games", count) % {"count": count}
        words = _said(written(day), games)
        bars.append(Bar(x, 16 + weekday * (CELL + GAP), CELL, CELL, words, _level(count, most)))
        if weekday == 0 and day.day <= 7:
            below.append(Mark(x, formats.date_format(day, "N")))
    weekdays = [formats.date_format(days[n][0], "D") for n in (0, 2, 4, 6) if n < len(days)]
    beside = tuple(Mark(16 + 2 * n * (CELL + GAP) + CELL - 2, words) for n, words in enumerate(weekdays))
    played = [(day, count) for day, count in days if count]
    rows = [(written(day), figures.points(count)) for day, count in reversed(played)]
    number = len(played)
    summary = ngettext(
        "Played on %(count)d day in the last twelve months.",
        "Played on %(count)d days in the last twelve months.",
        number,
    ) % {"count": number}
    width = 30 + (len(days) + 6) // 7 * (CELL + GAP)
    table = Table((gettext("Day"), pgettext("runs", "Games")), rows)
    marks = tuple(below)
    return Chart(
        "calendar",
        title,
        summary,
        table,
        width=width,
        height=102,
        bars=tuple(bars),
        below=marks,
        beside=beside,
    )


def short_date(day: date) -> str:
    """Return day and month, short."""
    return formats.date_format(day, "SHORT_DATE_FORMAT")


def _said(what: str, games: str) -> str:
    return gettext("%(what)s: %(games)s") % {"what": what, "games": games}


def _level(count: int, most: int) -> int:
    """Return how dark a day is: 0 for none, then 1 to 4."""
    return 0 if not count else max(1, -(-4 * count // max(most, 4)))


def _thinned(days: Sequence[tuple[date, int]], most: int) -> list[tuple[date, int]]:
    """Return at most about ``most`` of the days, evenly, the last one always."""
    every = -(-len(days) // most)
    return [*days[:-1:every], days[-1]]
