"""What boards show. Every function reads a fixed number of rows, whatever the size of the board
(docs/boards.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext, pgettext

from accounts.models import User
from leaderboards import tree
from leaderboards.keys import bank_amount
from leaderboards.membership import Spec, ranks, run_specs
from leaderboards.models import Board, Entry, Result

PAGE_SIZE = 50
SPAN = 3

_COLUMNS = [
    *("board_id", "key", "runs", "player_id", "player__username", "player__deleted_at", "player__private"),
    *("result__run_id", "result__ranked_score", "result__seconds", "result__moves", "result__won"),
    *("result__pure", "result__ended_at", "result__secret_until"),
]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a board. ``score`` is the ranked score, or the sum of a bankroll (then no run: the figures
    are None).

    ``profile``: the name may be linked to a profile. ``open``: the replay is no secret (any more).
    """

    rank: int
    player_id: int | None
    name: str
    profile: bool
    score: int
    runs: int
    cursor: str
    run_id: UUID | None = None
    seconds: int | None = None
    moves: int | None = None
    won: bool | None = None
    pure: bool | None = None
    ended_at: datetime | None = None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a board; ``after`` and ``before`` are cursors of the neighbouring pages, empty where there
    is none."""

    rows: list[Row]
    size: int
    after: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place on a board."""

    rank: int
    of: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run stands on one board, or why it is not there (``reason``: a code, see `places`)."""

    spec: Spec
    counted: bool
    rank: int = 0
    of: int = 0
    best: bool = False
    reason: str = ""

    @property
    def kind(self) -> str:
        """Return the kind of the board: game, deal, practice or daily."""
        return self.spec.kind


def find(spec: Spec) -> Board | None:
    """Return the board, or None as long as nobody ever stood on it."""
    return Board.objects.filter(slug=spec.slug).first()


def page(board: Board | None, after: str = "", before: str = "", size: int = PAGE_SIZE) -> Page:
    """Return ``size`` rows after (or before) a cursor of `Row`; the first page without one or with one that
    is unreadable."""
    if board is None:
        return Page([], 0)
    behind, ahead = _read_cursor(after), _read_cursor(before)
    if ahead:
        entries = _before(board, *ahead, size + 1)
        more_before, entries = len(entries) > size, entries[-size:]
        more_after = bool(entries)
    else:
        entries = _after(board, *behind, size + 1) if behind else list(_ordered(board)[: size + 1])
        more_after, entries = len(entries) > size, entries[:size]
        more_before = behind is not None and bool(entries)
    rows = _numbered(board, entries)
    return Page(
        rows,
        board.size,
        after=rows[-1].cursor if rows and more_after else "",
        before=rows[0].cursor if rows and more_before else "",
    )


def rank(board: Board | None, player_id: int | None) -> Standing | None:
    """Return a player's rank and of how many, or None if the player is not on the board."""
    if board is None or player_id is None:
        return None
    key = Entry.objects.filter(board=board, player_id=player_id).values_list("key", flat=True).first()
    return None if key is None else Standing(tree.below(board, key) + 1, board.size)


def around(board: Board | None, player_id: int | None, span: int = SPAN) -> list[Row]:
    """Return a player's row with up to ``span`` neighbours on each side; empty if the player is not on the
    board."""
    if board is None or player_id is None:
        return []
    own = _ordered(board).filter(player_id=player_id).first()
    if own is None:
        return []
    entries = [*_before(board, own.key, own.pk, span), own, *_after(board, own.key, own.pk, span)]
    return _numbered(board, entries)


def champions(specs: Sequence[Spec]) -> dict[str, Row]:
    """Return the first row of each board that has one, by the board's slug."""
    first = Entry.objects.filter(board=OuterRef("pk")).order_by("key", "id").values("pk")[:1]
    boards = Board.objects.filter(slug__in=[spec.slug for spec in specs], size__gt=0)
    leaders = {board.first: board for board in boards.annotate(first=Subquery(first))}
    entries = _with_columns(Entry.objects.filter(pk__in=list(leaders)))
    return {leaders[entry.pk].slug: _row(leaders[entry.pk], entry, 1) for entry in entries}


def fullest(specs: Sequence[Spec]) -> str:
    """Return the slug of the one with most players among these boards; empty if nobody stands on any."""
    boards = Board.objects.filter(slug__in=[spec.slug for spec in specs], size__gt=0)
    return boards.order_by("-size", "pk").values_list("slug", flat=True).first() or ""


def deal_boards(deal: str, *, pure: bool = False) -> list[Board]:
    """Return the boards (first attempts and practice, all options) of a deal that hold somebody; practice
    is never pure."""
    game, _, letters = deal.partition("-")
    keys = Result.objects.filter(deal=deal).values_list("board_key", flat=True).distinct()
    subjects = [f"{game}-{key.partition('-')[2]}-{letters}" for key in keys]
    kinds = (Board.Kind.DEAL, Board.Kind.PRACTICE)
    boards = Board.objects.filter(kind__in=kinds, subject__in=subjects, pure=pure, size__gt=0)
    return list(boards.order_by("subject", "kind"))


def places(run_id: UUID) -> list[Place]:
    """Return where an ended run counts, for the sheet at its end: every board, and why it is not on the
    game's or the deal's.

    Reasons: ``voided``, ``private`` or ``machine`` (the player is on no board), ``not_won`` (the board takes
    won games only), ``practice`` (not the first attempt), and the caller's own code for the game's board
    (`Run.reason`; ``not_drawn`` if it gave none).
    """
    result = Result.objects.filter(run_id=run_id).select_related("player").first()
    if result is None or result.ended_at is None:
        return []
    barred = _barred(result)
    specs = list(run_specs(result))
    if barred:
        return [Place(spec, False, reason=barred) for spec in specs] or [
            Place(_game(result), False, reason=barred)
        ]
    boards = {board.slug: board for board in Board.objects.filter(slug__in=[spec.slug for spec in specs])}
    own = {
        entry.board_id: entry
        for entry in Entry.objects.filter(player_id=result.player_id, board__in=boards.values())
    }
    found = []
    for spec in specs:
        board = boards.get(spec.slug)
        entry = own.get(board.pk) if board else None
        if board and entry:
            best = entry.result_id == result.pk
            found.append(Place(spec, True, tree.below(board, entry.key) + 1, board.size, best))
    return found + _missing(result)


def _barred(result: Result) -> str:
    if result.voided:
        return "voided"
    if result.player and result.player.is_machine:
        return "machine"
    return "private" if result.player and result.player.private else ""


def _game(result: Result) -> Spec:
    return Spec(Board.Kind.GAME, result.board_key, result.board_key)


def _missing(result: Result) -> list[Place]:
    """Return the boards of the game and of the deal on which the run does not count, each with the reason."""
    missing = []
    if not ranks(result):
        missing.append(Place(_game(result), False, reason="not_won"))
    elif not result.global_ok:
        code = result.reason or ("practice" if result.practice else "not_drawn")
        missing.append(Place(_game(result), False, reason=code))
    return missing


def _with_columns(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    return entries.select_related("player", "result").only(*_COLUMNS)


def _ordered(board: Board) -> QuerySet[Entry]:
    return _with_columns(Entry.objects.filter(board=board)).order_by("key", "id")


def _after(board: Board, key: int, pk: int, size: int) -> list[Entry]:
    """Return the next ``size`` rows: the rest of the tie, then the keys beyond, each one scan of the
    index."""
    rows = list(_ordered(board).filter(key=key, pk__gt=pk)[:size])
    if len(rows) < size:
        rows += _ordered(board).filter(key__gt=key)[: size - len(rows)]
    return rows


def _before(board: Board, key: int, pk: int, size: int) -> list[Entry]:
    """Return the ``size`` rows before, in the board's order."""
    backwards = _ordered(board).reverse()
    rows = list(backwards.filter(key=key, pk__lt=pk)[:size])
    if len(rows) < size:
        rows += backwards.filter(key__lt=key)[: size - len(rows)]
    return rows[::-1]


def _numbered(board: Board, entries: Sequence[Entry]) -> list[Row]:
    """Give consecutive entries their ranks: the tree is asked for the first key and for the one after its
    ties."""
    rows: list[Row] = []
    number, asked = 0, 0
    for at, entry in enumerate(entries):
        if at == 0 or entry.key != entries[at - 1].key:
            if asked < 2:
                number, start, asked = tree.below(board, entry.key) + 1, at, asked + 1
                place = number
            else:
                place = number + at - start
        rows.append(_row(board, entry, place))
    return rows


def _row(board: Board, entry: Entry, place: int) -> Row:
    player = entry.player
    name, profile = _name(player)
    common: dict[str, Any] = {
        "rank": place,
        "player_id": entry.player_id,
        "name": name,
        "profile": profile,
        "runs": entry.runs,
        "cursor": f"{entry.key}.{entry.pk}",
    }
    run = entry.result
    if run is None:
        return Row(score=bank_amount(entry.key), **common)
    return Row(
        score=run.ranked_score,
        run_id=run.run_id,
        seconds=run.seconds,
        moves=run.moves,
        won=run.won,
        pure=run.pure,
        ended_at=run.ended_at,
        open=run.open,
        **common,
    )


def _name(player: User | None) -> tuple[str, bool]:
    """Return the name to show and whether it leads to a profile."""
    if player is None:
        return gettext("deleted player"), False
    if player.private:  # such players are taken off the boards; should one be left, it stays without a name
        return pgettext("board", "private player"), False
    return player.display_name, player.deleted_at is None


def _read_cursor(text: str) -> tuple[int, int] | None:
    """Return the key and the row of a cursor; None for an empty or unreadable one."""
    parts = text.split(".")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 20 for part in parts):
        return None
    key, pk = int(parts[0]), int(parts[1])
    return (key, pk) if max(key, pk) < 1 << 63 else None
