"""What is shown of ratings: a player's own, the board by rating, the board of a month's wins."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.models import OFF_BOARDS, User
from leaderboards.rating_models import MonthWins, Rating, RatingChange, Tempo
from leaderboards.ratings import margin_of, month_of

PAGE_SIZE = 50
PLAYED = ("won", "drawn", "lost")


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as pages show it: points, by how much it may be wrong, the matches it comes from."""

    tempo: str
    points: int
    margin: int
    provisional: bool
    won: int
    drawn: int
    lost: int

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a board: `figure` is the rating's points or the month's wins."""

    rank: int
    player_id: int
    name: str
    figure: int
    matches: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a board. `size`: how many stand on it; `me`: the reader's own line, if there is one."""

    lines: list[Line]
    size: int
    number: int
    me: Line | None = None

    @property
    def more(self) -> bool:
        return self.number * PAGE_SIZE < self.size


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some lines of a board, from a place on. `after`: the figure and the player of the last one, if more
    follow; see `stretch_by_rating`."""

    lines: list[Line]
    size: int
    after: tuple[int, int] | None
    me: Line | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What one match changed for one player."""

    before: int
    after: int
    voided: bool


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The rated matches of two players, as the first of them sees them."""

    won: int
    drawn: int
    lost: int


def shown(user_id: int) -> list[Shown]:
    """Return a player's ratings, one for each tempo played."""
    found = {rating.tempo: rating for rating in Rating.objects.filter(player_id=user_id)}
    return [_shown(found[tempo]) for tempo in Tempo.values if tempo in found]


def shown_of(user_ids: list[int], tempo: str) -> dict[int, Shown]:
    """Return the ratings of several players at one tempo."""
    ratings = Rating.objects.filter(player_id__in=user_ids, tempo=tempo)
    return {rating.player_id: _shown(rating) for rating in ratings}


def changes_of(match_id: UUID) -> dict[int, Change]:
    """Return what a match changed, by player."""
    changes = RatingChange.objects.filter(match_id=match_id)
    return {
        change.player_id: Change(change.points_before, change.points_after, change.voided)
        for change in changes
    }


def head_to_head(user_id: int, other_id: int) -> HeadToHead:
    """Return how the rated matches between two players ended."""
    rows = RatingChange.objects.filter(player_id=user_id, opponent_id=other_id, voided=False)
    counts = dict(rows.values_list("score").annotate(n=Count("pk")))
    return HeadToHead(counts.get(1.0, 0), counts.get(0.5, 0), counts.get(0.0, 0))


def by_rating(tempo: str, number: int = 1, me: int | None = None) -> Board:
    """Return a page of the players whose rating is sure enough, the strongest first."""
    return _board(_rated(tempo), "points", number, me, extra=PLAYED)


def by_wins(tempo: str, month: date | None = None, number: int = 1, me: int | None = None) -> Board:
    """Return a page of the players who have won rated matches in a month, most wins first."""
    return _board(_winners(tempo, month), "wins", number, me)


def stretch_by_rating(
    tempo: str, after: tuple[int, int] | None = None, size: int = PAGE_SIZE, me: int | None = None
) -> Stretch:
    """Return the same board from a place on: what comes in above moves nothing below."""
    return _stretch(_rated(tempo), "points", after, size, me, extra=PLAYED)


def stretch_by_wins(
    tempo: str,
    month: date | None = None,
    after: tuple[int, int] | None = None,
    size: int = PAGE_SIZE,
    me: int | None = None,
) -> Stretch:
    """Return a month's board of wins from a place on."""
    return _stretch(_winners(tempo, month), "wins", after, size, me)


def _rated(tempo: str) -> QuerySet[Rating]:
    return Rating.objects.filter(tempo=tempo, provisional=False, player_id__in=_listed())


def _winners(tempo: str, month: date | None) -> QuerySet[MonthWins]:
    month = month or month_of(timezone.now())
    return MonthWins.objects.filter(tempo=tempo, month=month, wins__gt=0, player_id__in=_listed())


def _listed() -> QuerySet[User, int]:
    """The players who may stand on boards."""
    return User.objects.filter(deleted_at=None).exclude(OFF_BOARDS).values_list("pk", flat=True)


def _board(rows: QuerySet[Any], name: str, number: int, me: int | None, extra: tuple[str, ...] = ()) -> Board:
    number = max(1, number)
    start = (number - 1) * PAGE_SIZE
    page = list(rows.order_by(f"-{name}", "player_id")[start : start + PAGE_SIZE])
    lines, mine = _lines(rows, page, start, name, me, extra)
    return Board(lines, rows.count(), number, mine)


def _stretch(
    rows: QuerySet[Any],
    name: str,
    after: tuple[int, int] | None,
    size: int,
    me: int | None,
    extra: tuple[str, ...] = (),
) -> Stretch:
    page, start = rows, 0
    if after is not None:
        figure, player_id = after
        beyond = Q(**{f"{name}__lt": figure}) | Q(**{name: figure}, player_id__gt=player_id)
        page, start = rows.filter(beyond), rows.exclude(beyond).count()
    found = list(page.order_by(f"-{name}", "player_id")[: size + 1])
    lines, mine = _lines(rows, found[:size], start, name, me, extra)
    last = (lines[-1].figure, lines[-1].player_id) if len(found) > size else None
    return Stretch(lines, rows.count(), last, mine)


def _lines(
    rows: QuerySet[Any], page: list[Any], start: int, name: str, me: int | None, extra: tuple[str, ...]
) -> tuple[list[Line], Line | None]:
    """Return consecutive rows, `start` of which stand before, with their ranks, and the reader's own."""
    own = rows.filter(player_id=me).first() if me is not None else None
    names = dict(
        User.objects.filter(pk__in=[row.player_id for row in (*page, own) if row]).values_list(
            "pk", "username"
        )
    )
    first_rank = _rank(rows, name, page[0]) if page else 1
    lines: list[Line] = []
    for offset, row in enumerate(page):
        tied = lines and lines[-1].figure == getattr(row, name)
        rank = lines[-1].rank if tied else (first_rank if offset == 0 else start + offset + 1)
        lines.append(_line(row, rank, name, names, extra))
    return lines, _line(own, _rank(rows, name, own), name, names, extra) if own else None


def _rank(rows: QuerySet[Any], name: str, row: Any) -> int:
    return rows.filter(**{f"{name}__gt": getattr(row, name)}).count() + 1


def _line(row: Any, rank: int, name: str, names: dict[int, str], extra: tuple[str, ...]) -> Line:
    matches = sum(getattr(row, field) for field in extra)
    return Line(rank, row.player_id, names.get(row.player_id, ""), getattr(row, name), matches)


def _shown(rating: Rating) -> Shown:
    return Shown(
        tempo=rating.tempo,
        points=rating.points,
        margin=margin_of(rating.sigma),
        provisional=rating.provisional,
        won=rating.won,
        drawn=rating.drawn,
        lost=rating.lost,
    )
