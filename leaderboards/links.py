"""Where a board is shown, and how it is called in the reader's language."""

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from leaderboards.membership import Spec
from leaderboards.models import Board
from leaderboards.periods import DAY, EVER, MONTH, WEEK

# The address speaks French in both languages, like every address of the site.
PERIOD_WORDS = {"jour": DAY, "semaine": WEEK, "mois": MONTH, "toujours": EVER}
WORD_OF = {period: word for word, period in PERIOD_WORDS.items()}
PERIOD_LABELS: dict[str, Any] = {
    DAY: pgettext_lazy("period", "Day"),
    WEEK: pgettext_lazy("period", "Week"),
    MONTH: pgettext_lazy("period", "Month"),
    EVER: pgettext_lazy("period", "For ever"),
}
BOARD_NAMES: dict[str, Any] = {
    DAY: _("Board of the day"),
    WEEK: _("Board of the week"),
    MONTH: _("Board of the month"),
    EVER: _("Board for ever"),
}
KIND_NAMES: dict[str, Any] = {
    Board.Kind.DEAL: _("Board of this deal"),
    Board.Kind.PRACTICE: _("Practice on this deal"),
    Board.Kind.DAILY: _("Board of the challenge"),
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


def spec_url(spec: Spec) -> str:
    """Return the address where a board is shown; the challenge shows its own boards."""
    if spec.kind in (Board.Kind.DEAL, Board.Kind.PRACTICE):
        return reverse("leaderboards:deal", args=[spec.subject]) + ("?pur=1" if spec.pure else "")
    if spec.kind == Board.Kind.DAILY:
        return reverse("daily:today")
    day = None if spec.period == EVER else spec.start
    return board_url(
        spec.board_key, spec.period, day=day, pure=spec.pure, bank=spec.kind == Board.Kind.BANKROLL
    )


def spec_name(spec: Spec) -> str:
    """Return the name of a board as the sheet at the end of a game says it."""
    name = KIND_NAMES.get(spec.kind) or BOARD_NAMES[spec.period]
    return gettext("%(board)s, pure") % {"board": name} if spec.pure else str(name)
