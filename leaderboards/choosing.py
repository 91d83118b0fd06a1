"""Which board an address asks for: game and options, period and its date, pure runs, bankroll."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext

from accounts.dates import written
from leaderboards import links
from leaderboards.catalogue import VEGAS, Game, Options, find
from leaderboards.membership import Spec
from leaderboards.models import Board
from leaderboards.periods import DAY, EVER, EVER_START, MONTH, first_day, last_day

OLDEST = date(2020, 1, 1)


@dataclass(frozen=True, slots=True)
class Choice:
    """A board as its page shows it. ``day`` is the first of the period; of no use for ever."""

    game: Game
    options: Options
    period: str = EVER
    day: date = EVER_START
    pure: bool = False
    bank: bool = False

    @property
    def board_key(self) -> str:
        """Return ``"KL-D1N"``."""
        return f"{self.game.code}-{self.options.code}"

    @property
    def spec(self) -> Spec:
        """Return the identity of the board."""
        kind = Board.Kind.BANKROLL if self.bank else Board.Kind.GAME
        return Spec(kind, self.board_key, self.board_key, self.period, self.day, self.pure)

    @property
    def dollars(self) -> bool:
        """Tell whether scores are dollars."""
        return self.options.marking == VEGAS

    @property
    def is_current(self) -> bool:
        """Tell whether the period is the one under way."""
        return self.day == first_day(self.period, timezone.localdate())

    @property
    def url(self) -> str:
        """Return the address of this very board."""
        day = None if self.is_current else self.day
        return links.board_url(self.board_key, self.period, day=day, pure=self.pure, bank=self.bank)

    @property
    def when(self) -> str:
        """Return the period's date in words; empty for ever."""
        if self.period == EVER:
            return ""
        if self.period == DAY:
            # Translators: how a day is written with its weekday, in Django's date format.
            return written(self.day, pgettext("date format", "l, F j, Y"))
        if self.period == MONTH:
            return formats.date_format(self.day, "YEAR_MONTH_FORMAT")
        ends = (self.day, self.day + timedelta(days=6))
        first, last = (written(day) for day in ends)
        return gettext("%(first)s to %(last)s") % {"first": first, "last": last}

    def other(self, **fields: object) -> "Choice":
        """Return the board that differs in ``fields``; another period is the one under way."""
        if "period" in fields:
            fields["day"] = first_day(str(fields["period"]), timezone.localdate())
        return replace(self, **fields)  # type: ignore[arg-type]

    @property
    def earlier(self) -> "Choice | None":
        """Return the period before, as far back as there can be boards."""
        if self.period == EVER or self.day <= OLDEST:
            return None
        return replace(self, day=first_day(self.period, self.day - timedelta(days=1)))

    @property
    def later(self) -> "Choice | None":
        """Return the period after, up to the one under way."""
        last = last_day(self.period, self.day)
        if last is None or self.is_current:
            return None
        return replace(self, day=last + timedelta(days=1))

    @property
    def periods(self) -> list[tuple[str | Promise, str, bool]]:
        """Return the periods to choose from: label, address, whether it is this one."""
        labels = links.PERIOD_LABELS.items()
        return [(label, self.other(period=period).url, period == self.period) for period, label in labels]


def read(board_key: str, query: Mapping[str, str]) -> Choice | None:
    """Return the board that an address names; None if there is no such game. What is unreadable takes its
    default."""
    found = find(board_key.upper())
    if not found:
        return None
    game, options = found
    period = links.PERIOD_WORDS.get(query.get("periode", ""), EVER)
    bank = query.get("par") == "cagnotte" and options.marking == VEGAS
    day = first_day(period, _day(query.get("le", "")))
    return Choice(game, options, period, day, query.get("pur") == "1" and not bank, bank)


def _day(text: str) -> date:
    """Return a day between the oldest board and today; today for anything else."""
    today = timezone.localdate()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return today
    return day if OLDEST <= day <= today else today
