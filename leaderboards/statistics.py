"""A player's statistics, from the runs of that player alone.

Played, won, rate and streaks go over first attempts, in the order of their first action; a game not won
counts as not won until it is. Practice is counted apart, and so is a win that counts on no board because the
player had seen the hidden cards. A loss stays a loss: no look takes an attempt out of the streak, and no
program's action, for a program goes on with no game that a hand began; what a program began is no run of
these. Voided runs are left out. Averages say of what: in
Vegas scores are averaged over ended games, elsewhere over won ones; times and moves always over won ones.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from statistics import fmean
from typing import NamedTuple

from leaderboards.catalogue import NO_POINTS, VEGAS, marking_of
from leaderboards.models import Result
from leaderboards.periods import paris_date

DAYS_SHOWN = 53 * 7
BINS = 10


class Game(NamedTuple):
    """One run, as statistics read it."""

    board_key: str
    started_at: datetime
    ended_at: datetime | None
    won: bool
    ranked_score: int
    seconds: int
    moves: int
    practice: bool
    drawn: bool
    deal_first: bool


@dataclass(slots=True)
class Figures:
    """The figures of a player on one game and options, or over all (then without scores, which do not
    compare)."""

    board_key: str = ""
    played: int = 0
    won: int = 0
    practice: int = 0
    streak: int = 0
    longest: int = 0
    scores: list[int] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)

    @property
    def marking(self) -> str:
        """Return the marking: it says which scores were taken."""
        return marking_of(self.board_key)

    @property
    def dollars(self) -> bool:
        """Tell whether the scores are fictitious dollars."""
        return self.marking == VEGAS

    @property
    def has_scores(self) -> bool:
        """Tell whether there are scores to show."""
        return bool(self.board_key) and self.marking != NO_POINTS

    @property
    def rate(self) -> float | None:
        """Return won games over played ones."""
        return self.won / self.played if self.played else None

    @property
    def best_score(self) -> int | None:
        """Return the best ranked score: of ended games in Vegas, else of won ones."""
        return max(self.scores, default=None)

    @property
    def average_score(self) -> float | None:
        """Return the mean ranked score, over the same games as the best."""
        return fmean(self.scores) if self.scores else None

    @property
    def best_time(self) -> int | None:
        """Return the seconds of the fastest win."""
        return min(self.times, default=None)

    @property
    def average_time(self) -> float | None:
        """Return the mean seconds of wins."""
        return fmean(self.times) if self.times else None

    @property
    def fewest_moves(self) -> int | None:
        """Return the moves of the shortest win."""
        return min(self.moves, default=None)

    @property
    def average_moves(self) -> float | None:
        """Return the mean moves of wins."""
        return fmean(self.moves) if self.moves else None

    def add(self, game: Game) -> None:
        """Count one more game; games come in the order of their first action."""
        if game.practice or (game.won and not game.deal_first):
            self.practice += 1
            return
        self.played += 1
        self.won += game.won
        self.streak = self.streak + 1 if game.won else 0
        self.longest = max(self.longest, self.streak)
        if game.won:
            self.times.append(game.seconds)
            self.moves.append(game.moves)
        if game.won or (game.ended_at is not None and marking_of(game.board_key) == VEGAS):
            self.scores.append(game.ranked_score)


@dataclass(frozen=True, slots=True)
class Statistics:
    """All of a player's figures, and the games they come from in the order of their first action."""

    total: Figures
    by_board: dict[str, Figures]
    games: Sequence[Game]

    @property
    def favourites(self) -> list[Figures]:
        """Return the figures of each game and options, the most played first."""
        return sorted(self.by_board.values(), key=lambda figures: -(figures.played + figures.practice))


def of_player(player_id: int) -> Statistics:
    """Return a player's statistics: one query over that player's own runs."""
    rows = Result.objects.filter(player_id=player_id, voided=False).order_by("started_at", "pk")
    games = [Game(*row) for row in rows.values_list(*Game._fields)]
    total, by_board = Figures(), dict[str, Figures]()
    for game in games:
        total.add(game)
        by_board.setdefault(game.board_key, Figures(game.board_key)).add(game)
    return Statistics(total, by_board, games)


def days_played(games: Iterable[Game], today: date) -> list[tuple[date, int]]:
    """Return games begun on each day (Europe/Paris) of the last year, from a Monday to ``today``; practice
    counts too."""
    first = today - timedelta(days=DAYS_SHOWN - 7 + today.weekday())
    counts = Counter(paris_date(game.started_at) for game in games)
    return [
        (day, counts[day]) for day in (first + timedelta(days=n) for n in range((today - first).days + 1))
    ]


def bankroll(games: Iterable[Game], board_key: str) -> list[tuple[date, int]]:
    """Return the bankroll at the end of each day on which it moved: the running sum over first attempts at
    random deals."""
    amount, days = 0, dict[date, int]()
    for game in games:
        if game.board_key == board_key and game.drawn and game.deal_first:
            amount += game.ranked_score
            days[paris_date(game.started_at)] = amount
    return list(days.items())


def spread(scores: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return how scores spread: (from, to, how many) in at most `BINS` + 1 steps of 1, 2 or 5 times a power
    of ten."""
    if not scores:
        return []
    low, high = min(scores), max(scores)
    step = _step(max(high - low, 1) / BINS)
    first = low // step * step
    bins = Counter((value - first) // step for value in scores)
    return [(first + n * step, first + (n + 1) * step - 1, bins[n]) for n in range(max(bins) + 1)]


def _step(least: float) -> int:
    size = 1
    while True:
        for factor in (1, 2, 5):
            if size * factor >= least:
                return size * factor
        size *= 10


def recent_wins(player_id: int, count: int = 5) -> list[Result]:
    """Return a player's last won runs, newest first."""
    wins = Result.objects.filter(player_id=player_id, voided=False, won=True)
    return list(wins.order_by("-started_at")[:count])
