"""The charts of the dashboard, drawn by the same template as those of the boards."""

from collections.abc import Sequence
from datetime import date

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext

from accounts.dates import written
from leaderboards.charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Bar, Chart, Mark, Table


def day_chart(title: str | Promise, days: Sequence[date], counts: Sequence[int]) -> Chart:
    """Return the bars of a count a day, with its rows for the table beside it, the latest first."""
    most, floor = max([*counts, 1]), HEIGHT - BOTTOM
    room = (WIDTH - LEFT - RIGHT) / len(days)
    bars = []
    for place, (day, count) in enumerate(zip(days, counts, strict=True)):
        height = round((floor - TOP) * count / most, 1)
        words = f"{written(day)}: {count}"
        bars.append(Bar(round(LEFT + place * room + 1, 1), floor - height, round(room - 2, 1), height, words))
    every = max(1, len(days) // 3)
    below = [
        Mark(round(LEFT + (place + 0.5) * room, 1), formats.date_format(days[place], "j N"))
        for place in range(max(0, len(days) - 3), -1, -every)
    ]
    rows = [
        (written(day), str(count))
        for day, count in zip(reversed(days), reversed(counts), strict=True)
    ]
    summary = gettext("%(total)s in %(days)s days, %(today)s today.") % {
        "total": sum(counts),
        "days": len(days),
        "today": counts[-1],
    }
    return Chart(
        "bars",
        title,
        summary,
        Table((gettext("Day"), gettext("Count")), rows),
        bars=tuple(bars),
        below=tuple(below),
        beside=(Mark(floor, "0"), Mark(TOP, str(most))),
    )
