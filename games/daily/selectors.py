"""What players see of the challenge: their state in each game, the month, their streak."""

import calendar
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import OuterRef, Subquery

from games.daily import days
from games.daily.models import DailyDeal
from games.play import clock
from games.play.models import Game
from games.play.owners import Owner
from leaderboards.membership import Spec
from leaderboards.models import Board, Entry
from leaderboards.selectors import Standing, find, rank

GOLD, SILVER, BRONZE = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Mine:
    """Where somebody stands in one game of a day. ``game``: the counted attempt, else the latest one."""

    daily: DailyDeal
    game: Game | None = None
    standing: Standing | None = None

    @property
    def counted(self) -> bool:
        """Whether the attempt counts: an account's first, begun on the day."""
        return self.game is not None and self.game.daily_counts and not self.game.voided

    @property
    def state(self) -> str:
        """One word: "new", "playing", "won" or "over"."""
        if self.game is None or self.game.started_at is None:
            return "new"
        if not self.game.over:
            return "playing"
        return "won" if self.game.won else "over"


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row with a counted attempt: up to today (yesterday, while today lasts); the longest."""

    now: int = 0
    longest: int = 0
    today: bool = False


@dataclass(slots=True)
class Square:
    """A day of the calendar. ``played``, ``won``: counted attempts; ``medals``: places 1 to 3, best first."""

    day: date
    inside: bool
    games: int = 0
    played: int = 0
    won: int = 0
    medals: list[int] = field(default_factory=list)


def spec_of(daily: DailyDeal) -> Spec:
    """Return the board of one game of a day."""
    return Spec(Board.Kind.DAILY, str(daily.pk), daily.board_key)


def on_day(day: date) -> list[DailyDeal]:
    """Return the deals of a day in their order."""
    return list(DailyDeal.objects.filter(date=day).order_by("order", "pk"))


def mine(owner: Owner, dailies: Sequence[DailyDeal], *, ranks: bool = True) -> list[Mine]:
    """Return where somebody stands in each of some deals."""
    games = _own_games(owner, dailies)
    return [
        Mine(daily, game := games.get(daily.pk), _standing(daily, owner, game) if ranks else None)
        for daily in dailies
    ]


def next_of(owner: Owner, day: date, after: int) -> Mine | None:
    """Return where somebody stands in the next deal of a day that he has not finished; None if none is left.

    In the day's order, from behind the deal with the id `after` to its end, then from the beginning.
    """
    own = mine(owner, on_day(day), ranks=False)
    place = next((place for place, one in enumerate(own, 1) if one.daily.pk == after), 0)
    return next((one for one in own[place:] + own[:place] if one.state in ("new", "playing")), None)


def streak(user_id: int | None) -> Streak:
    """Return a player's streak: a day counts by when the attempt was begun, whenever it ended."""
    if user_id is None:
        return Streak()
    counted = Game.objects.filter(player_id=user_id, daily_counts=True, voided=False)
    played = DailyDeal.objects.filter(pk__in=counted.values("daily_id"))
    return streak_of(set(played.values_list("date", flat=True)), days.day_of(clock.now()))


def streak_of(played: set[date], today: date) -> Streak:
    """Return the streak that some days played make, as seen on ``today``."""
    one, longest, run = timedelta(days=1), 0, 0
    for day in sorted(played):
        run = run + 1 if day - one in played else 1
        longest = max(longest, run)
    last = today if today in played else today - one
    now = 0
    while last - now * one in played:
        now += 1
    return Streak(now, longest, today in played)


def month(user_id: int | None, year: int, number: int) -> list[list[Square]]:
    """Return the weeks (from Monday) of a month, each day with what the player did there."""
    weeks = calendar.Calendar().monthdatescalendar(year, number)
    squares = {day: Square(day, day.month == number) for week in weeks for day in week}
    dailies = list(DailyDeal.objects.filter(date__range=(weeks[0][0], weeks[-1][-1])))
    for daily in dailies:
        squares[daily.date].games += 1
    if user_id is not None:
        _fill(squares, user_id, dailies)
    return [[squares[day] for day in week] for week in weeks]


def first_day() -> date | None:
    """Return the first day that ever had a challenge."""
    return DailyDeal.objects.order_by("date").values_list("date", flat=True).first()


def _own_games(owner: Owner, dailies: Sequence[DailyDeal]) -> dict[int, Game]:
    """The attempt of each deal that is shown: the counted one, else the one that was begun last."""
    if not owner.anybody or not dailies:
        return {}
    own = Game.objects.light().filter(daily_id__in=[daily.pk for daily in dailies], **owner.fields)
    return {game.daily_id: game for game in own.order_by("daily_counts", "created_at") if game.daily_id}


def _standing(daily: DailyDeal, owner: Owner, game: Game | None) -> Standing | None:
    if game is None or not game.over or not game.daily_counts:
        return None
    return rank(find(spec_of(daily)), owner.user_id)


def _fill(squares: dict[date, Square], user_id: int, dailies: Iterable[DailyDeal]) -> None:
    by_id = {daily.pk: daily for daily in dailies}
    counted = Game.objects.filter(
        player_id=user_id, daily_counts=True, voided=False, daily_id__in=list(by_id)
    )
    for daily_id, status in counted.values_list("daily_id", "status"):
        square = squares[by_id[daily_id or 0].date]
        square.played += 1
        square.won += status == "won"
    now = clock.now()
    over = [daily for daily in by_id.values() if days.opens_to_all(daily.date) <= now]
    for day, places in _medals(user_id, over).items():
        squares[day].medals = sorted(places)


def _medals(user_id: int, dailies: Sequence[DailyDeal]) -> dict[date, list[int]]:
    """The places 1 to 3 by day: the own key beside the three best of each board, in one query."""
    slugs = {spec_of(daily).slug: daily for daily in dailies}
    best = Entry.objects.filter(board=OuterRef("board")).order_by("key", "id").values("key")
    own = Entry.objects.filter(player_id=user_id, board__slug__in=list(slugs)).annotate(
        first=Subquery(best[:1]), second=Subquery(best[1:2]), third=Subquery(best[2:3])
    )
    found: dict[date, list[int]] = defaultdict(list)
    rows = own.filter(result__won=True).values_list("board__slug", "key", "first", "second", "third")
    for slug, key, *keys in rows:
        if key in keys:
            found[slugs[slug].date].append(keys.index(key) + 1)
    return found
