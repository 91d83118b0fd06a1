"""Boards made anew from the results: proof that entries and counters are right, and the cure if they are
not."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Count, F, QuerySet, Sum, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from accounts.models import OFF_BOARDS, User
from leaderboards import tree
from leaderboards.keys import bank_key
from leaderboards.membership import Spec, bank_specs, key_on, qualifying, run_specs
from leaderboards.models import Board, Entry, Result
from leaderboards.periods import bounds

BATCH = 1000
Item = TypeVar("Item")
Line = tuple[int, int, int | None, int]  # player, key, result, runs


@dataclass(slots=True)
class Report:
    """What was wrong on one board: rows to add, to change, to take away, and words on its counters."""

    add: list[Line] = field(default_factory=list)
    change: list[tuple[int, Line]] = field(default_factory=list)
    remove: list[int] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """Return the faults in words; empty if there is none."""
        rows = [("missing", len(self.add)), ("wrong", len(self.change)), ("too many", len(self.remove))]
        return [f"{count} rows {what}" for what, count in rows if count] + self.counters


def make_missing_boards() -> int:
    """Make every board that some result asks for and that is not there; return how many."""
    made = 0
    specs: dict[str, Spec] = {}
    for result in Result.objects.order_by("pk").iterator(chunk_size=BATCH):
        specs.update((spec.slug, spec) for spec in (*run_specs(result), *bank_specs(result)))
        if len(specs) >= BATCH:
            made += _make(specs)
            specs.clear()
    return made + _make(specs)


def _make(specs: dict[str, Spec]) -> int:
    known = set(Board.objects.filter(slug__in=list(specs)).values_list("slug", flat=True))
    missing = [spec.new() for slug, spec in sorted(specs.items()) if slug not in known]
    Board.objects.bulk_create(missing, ignore_conflicts=True)
    return len(missing)


@transaction.atomic
def check(slug: str, *, repair: bool) -> Report:
    """Compare one board with the results, under its lock; with ``repair`` put it right and count it anew."""
    board = Board.objects.select_for_update(no_key=True).get(slug=slug)
    report = _compare(board)
    report.counters = tree.faults(board)
    if repair:
        if report.faults:
            _repair(board, report)
        Board.objects.filter(pk=board.pk).update(checked_at=timezone.now())
    return report


def _compare(board: Board) -> Report:
    """Walk through the rows that are and those that should be, both by player; memory holds only what
    differs."""
    report = Report()
    present = iter(
        Entry.objects.filter(board=board)
        .order_by("player_id", "pk")
        .values_list("player_id", "key", "result_id", "runs", "pk")
        .iterator(chunk_size=BATCH)
    )
    due = iter(_due(board))
    row, line = next(present, None), next(due, None)
    while row is not None or line is not None:
        if row is not None and (line is None or row[0] < line[0]):
            report.remove.append(row[4])
            row = next(present, None)
        elif line is not None and (row is None or line[0] < row[0]):
            report.add.append(line)
            line = next(due, None)
        elif row is not None and line is not None:
            if (row[1], row[3]) != (line[1], line[3]):
                report.change.append((row[4], line))
            row, line = next(present, None), next(due, None)
    return report


def _due(board: Board) -> Iterator[Line]:
    """Yield the rows that the results give, by player; private players and programs have none."""
    spec = Spec(board.kind, board.subject, board.board_key, board.period, board.start, board.pure)
    unlisted = User.objects.filter(OFF_BOARDS).values("pk")
    if spec.kind == Board.Kind.BANKROLL:
        yield from _due_banks(spec, unlisted)
        return
    order: list[Any] = [F("won").desc(), F("key")] if spec.kind == Board.Kind.DAILY else [F("key")]
    best = (
        qualifying(spec)
        .exclude(player_id__in=unlisted)
        .annotate(place=Window(RowNumber(), partition_by=[F("player_id")], order_by=order))
        .filter(place=1)
        .order_by("player_id")
    )
    for result in best.iterator(chunk_size=BATCH):
        if result.player_id is not None:
            yield result.player_id, key_on(spec.kind, result), result.pk, 1


def _due_banks(spec: Spec, unlisted: QuerySet[User, Any]) -> Iterator[Line]:
    results = Result.objects.filter(voided=False, board_key=spec.board_key, drawn=True, deal_first=True)
    when = bounds(spec.period, spec.start)
    if when:
        results = results.filter(started_at__gte=when[0], started_at__lt=when[1])
    sums = results.exclude(player_id__in=unlisted).values("player_id").order_by("player_id")
    for group in sums.annotate(amount=Sum("ranked_score"), count=Count("pk")).iterator(chunk_size=BATCH):
        yield group["player_id"], bank_key(group["amount"]), None, group["count"]


def _repair(board: Board, report: Report) -> None:
    for keys in _batches(report.remove):
        Entry.objects.filter(pk__in=keys).delete()
    for pk, (_player, key, result, runs) in report.change:
        Entry.objects.filter(pk=pk).update(key=key, result_id=result, runs=runs)
    for lines in _batches(report.add):
        Entry.objects.bulk_create(
            Entry(board=board, player_id=player, key=key, result_id=result, runs=runs)
            for player, key, result, runs in lines
        )
    tree.rebuild(board)


def _batches(items: list[Item]) -> Iterable[list[Item]]:
    return (items[at : at + BATCH] for at in range(0, len(items), BATCH))
