"""What is shown of ratings: a player's own, the board by rating, the board of a month's wins."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, QuerySet
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


class Place(NamedTuple):
    """A row of a board as an address names it: what comes in above it moves nothing below."""

    figure: int
    player_id: int

    def __str__(self) -> str:
        return f"{self.figure}.{self.player_id}"

    @classmethod
    def read(cls, text: str) -> "Place | None":
        """Return the place that `text` writes, or None if it writes none."""
        found = re.fullmatch(r"(-?[0-9]{1,9})\.([0-9]{1,18})", text)
        return cls(int(found[1]), int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a board. `size`: how many stand on it; `me`: the reader's own line, if there is one; `after`
    and `before`: where the neighbouring pages go on, `None` where there is none."""

    lines: list[Line]
    size: int
    after: Place | None = None
    before: Place | None = None
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


def by_rating(
    tempo: str, after: Place | None = None, before: Place | None = None, *, me: int | None = None
) -> Board:
    """Return the players whose rating is sure enough, the strongest first: the first page, or the one that
    comes after or before a place.
    """
    return _board(_rated(tempo), "points", after, before, me, extra=PLAYED)


def by_wins(
    tempo: str,
    month: date | None = None,
    after: Place | None = None,
    before: Place | None = None,
    *,
    me: int | None = None,
) -> Board:
    """Return such a page of the players who have won rated matches in a month, most wins first."""
    return _board(_winners(tempo, month), "wins", after, before, me)


def end_of_page(tempo: str, number: int, *, wins: bool = False) -> Place | None:
    """Return the last place of a page by its number, as addresses said it before they named places; `None`
    if there is no page after it.
    """
    rows, name = (_winners(tempo, None), "wins") if wins else (_rated(tempo), "points")
    last = number * PAGE_SIZE - 1
    found = list(rows.order_by(f"-{name}", "player_id")[last : last + 2])
    return _place(found[0], name) if len(found) == 2 else None


def _rated(tempo: str) -> QuerySet[Rating]:
    return Rating.objects.filter(tempo=tempo, provisional=False, player_id__in=_listed())


def _winners(tempo: str, month: date | None) -> QuerySet[MonthWins]:
    month = month or month_of(timezone.now())
    return MonthWins.objects.filter(tempo=tempo, month=month, wins__gt=0, player_id__in=_listed())


def _listed() -> QuerySet[User, int]:
    """The players who may stand on boards."""
    return User.objects.filter(deleted_at=None).exclude(OFF_BOARDS).values_list("pk", flat=True)


def _board(
    rows: QuerySet[Any],
    name: str,
    after: Place | None,
    before: Place | None,
    me: int | None,
    extra: tuple[str, ...] = (),
) -> Board:
    """Return a page; it has no lines if nobody stands beyond its place any more."""
    if before is not None:
        found = _beyond(rows, name, before, PAGE_SIZE + 1, back=True)[::-1]
        page, more_before, more_after = found[-PAGE_SIZE:], len(found) > PAGE_SIZE, bool(found)
    else:
        found = _beyond(rows, name, after, PAGE_SIZE + 1)
        page, more_before, more_after = found[:PAGE_SIZE], after is not None, len(found) > PAGE_SIZE
    lines, mine = _lines(rows, page, name, me, extra)
    return Board(
        lines,
        rows.count(),
        after=_place(page[-1], name) if more_after else None,
        before=_place(page[0], name) if page and more_before else None,
        me=mine,
    )


def _beyond(
    rows: QuerySet[Any], name: str, place: Place | None, size: int, *, back: bool = False
) -> list[Any]:
    """Return the first `size` rows, or those after a place, or before it (`back`, the nearest first): two
    ranges of an index, those who have the same figure, then the others.
    """
    figure, player, ordered = "lt", "gt", rows.order_by(f"-{name}", "player_id")
    if place is None:
        return list(ordered[:size])
    if back:
        figure, player, ordered = "gt", "lt", ordered.reverse()
    found = list(ordered.filter(**{name: place.figure, f"player_id__{player}": place.player_id})[:size])
    if len(found) < size:
        found += ordered.filter(**{f"{name}__{figure}": place.figure})[: size - len(found)]
    return found


def _place(row: Any, name: str) -> Place:
    return Place(getattr(row, name), row.player_id)


def _lines(
    rows: QuerySet[Any], page: list[Any], name: str, me: int | None, extra: tuple[str, ...]
) -> tuple[list[Line], Line | None]:
    """Return consecutive rows with their ranks, and the reader's own."""
    own = rows.filter(player_id=me).first() if me is not None else None
    names = dict(
        User.objects.filter(pk__in=[row.player_id for row in (*page, own) if row]).values_list(
            "pk", "username"
        )
    )
    rank = _rank(rows, name, page[0]) if page else 1
    start = rank - 1 + (_tied_before(rows, name, page[0]) if page else 0)
    lines: list[Line] = []
    for offset, row in enumerate(page):
        if lines and lines[-1].figure != getattr(row, name):
            rank = start + offset + 1
        lines.append(_line(row, rank, name, names, extra))
    return lines, _line(own, _rank(rows, name, own), name, names, extra) if own else None


def _tied_before(rows: QuerySet[Any], name: str, row: Any) -> int:
    """Return how many with the same figure stand before a row."""
    return rows.filter(**{name: getattr(row, name)}, player_id__lt=row.player_id).count()


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
