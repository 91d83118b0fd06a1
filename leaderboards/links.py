"""The address of a board, and the words for its period."""

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import pgettext_lazy

from leaderboards.periods import DAY, EVER, MONTH, WEEK

# The address speaks French in both languages, like every address of the site.
PERIOD_WORDS = {"jour": DAY, "semaine": WEEK, "mois": MONTH, "toujours": EVER}
WORD_OF = {period: word for word, period in PERIOD_WORDS.items()}
PERIOD_LABELS: dict[str, Any] = {
    DAY: pgettext_lazy("period", "Day"),
    WEEK: pgettext_lazy("period", "Week"),
    MONTH: pgettext_lazy("period", "Month"),
    EVER: pgettext_lazy("period", "All time"),
}


def board_url(
    board_key: str,
    period: str = EVER,
    *,
    day: date | None = None,
    pure: bool = False,
    bank: bool = False,
    **more: str,
) -> str:
    """Return the address of a game's board, without what is its default."""
    query = {
        "periode": "" if period == EVER else WORD_OF[period],
        "le": day.isoformat() if day else "",
        "pur": "1" if pure else "",
        "par": "cagnotte" if bank else "",
    } | more
    text = urlencode({name: value for name, value in query.items() if value})
    return reverse("leaderboards:board", args=[board_key]) + (f"?{text}" if text else "")
