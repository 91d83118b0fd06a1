"""The only writer of results, boards, entries and counters. See docs/boards.md.

Every function is idempotent and one transaction (of its caller's, if there is one). Order of locks: the
result, then its boards in the order of their slugs; entries and counters change only under their board's
lock.
"""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Sum

from accounts.models import OFF_BOARDS, User
from leaderboards import tree
from leaderboards.keys import bank_key, run_key
from leaderboards.membership import Spec, bank_specs, key_on, qualifying, run_specs
from leaderboards.models import Board, Entry, Result
from leaderboards.periods import bounds
from leaderboards.runs import Run, Start

__all__ = ["Run", "Start", "flag", "hide", "progressed", "restore", "show", "started", "submit", "void"]

_TAKEN_OVER = [field.name for field in fields(Run) if field.name not in ("run_id", "user_id", "daily_id")]
BATCH = 100  # boards locked in one transaction when a player is hidden or shown


@transaction.atomic
def started(start: Start) -> None:
    """Note a game at its first action: from now on it counts in statistics and, in Vegas, in the bankroll."""
    if start.user_id is None:
        return
    result, created = Result.objects.get_or_create(
        run_id=start.run_id,
        defaults={
            "player_id": start.user_id,
            "board_key": start.board_key,
            "deal": start.deal,
            "ranked_score": start.ranked_score,
            "started_at": start.started_at,
            "deal_first": start.first,
            "practice": not start.first,
            "drawn": start.drawn,
        },
    )
    if created:
        _refresh(result.player_id, list(bank_specs(result)))


def progressed(run_id: UUID, ranked_score: int) -> None:
    """Note where an unfinished game stands. For when the table is left or paused, or its player looks at the
    bankroll; never for each move."""
    moved = Result.objects.filter(run_id=run_id, ended_at=None).exclude(ranked_score=ranked_score)
    if not moved.exists():  # as a rule; nothing is locked then
        return
    with transaction.atomic():
        result = moved.select_for_update().first()
        if result is None:
            return
        result.ranked_score = ranked_score
        result.save(update_fields=["ranked_score"])
        _refresh(result.player_id, list(bank_specs(result)))


@transaction.atomic
def submit(run: Run) -> None:
    """Note the end of a game and put it on every board it counts on; a run that has ended is not ended
    again."""
    if run.user_id is None:
        return
    values = _ended_values(run)
    result, created = Result.objects.select_for_update().get_or_create(run_id=run.run_id, defaults=values)
    stakes = [] if created else list(bank_specs(result))
    if not created:
        if result.ended_at is not None:
            return
        for name, value in values.items():
            if name != "started_at":  # the bankroll's boards were chosen by it
                setattr(result, name, value)
        result.save()
    if result.voided:
        return
    # The bankroll first, because locks go by slug. It may have ceased to count: then the stake goes back.
    banks = {spec.slug: spec for spec in (*stakes, *bank_specs(result))}
    _refresh(result.player_id, list(banks.values()))
    _offer(result)


def _ended_values(run: Run) -> dict[str, object]:
    """Return the fields of the result of an ended run."""
    values: dict[str, object] = {name: getattr(run, name) for name in _TAKEN_OVER}
    values["player_id"] = run.user_id
    values["daily_id"] = "" if run.daily_id is None else str(run.daily_id)
    values["key"] = run_key(run.ranked_score, run.seconds, run.moves)
    return values


@transaction.atomic
def void(run_id: UUID, why: str = "") -> bool:
    """Take a run off all boards, bankroll and statistics; its player's next best takes its place. Tell if
    it changed."""
    return _set_voided(run_id, True, why)


@transaction.atomic
def restore(run_id: UUID) -> bool:
    """Give a voided run back to its boards. Tell if it changed."""
    return _set_voided(run_id, False, "")


def _set_voided(run_id: UUID, voided: bool, why: str) -> bool:
    result = Result.objects.select_for_update().filter(run_id=run_id).exclude(voided=voided).first()
    if result is None:
        return False
    result.voided, result.voided_reason = voided, why
    result.save(update_fields=["voided", "voided_reason"])
    _refresh(result.player_id, [*run_specs(result), *bank_specs(result)])
    return True


def flag(run_id: UUID, code: str) -> None:
    """Mark a run for the staff's list, or with ``""`` take the mark away. It stays on its boards."""
    Result.objects.filter(run_id=run_id).update(flag=code)


def hide(player_id: int) -> None:
    """Take a player who became private, or a program, off every board; the results stay for the player's own
    statistics."""
    while True:
        with transaction.atomic():
            slugs = list(
                Board.objects.filter(entry__player_id=player_id)
                .order_by("slug")
                .values_list("slug", flat=True)[:BATCH]
            )
            if not slugs:
                return
            boards = _lock(slugs)
            entries = list(
                Entry.objects.filter(player_id=player_id, board__in=boards.values()).select_related("board")
            )
            Entry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()
            by_id = {board.pk: board for board in boards.values()}
            tree.apply(tree.Change(by_id[entry.board_id], entry.key, None) for entry in entries)


def show(player_id: int) -> None:
    """Put a player who is no longer private back on every board."""
    specs: dict[str, Spec] = {}
    for result in Result.objects.filter(player_id=player_id, voided=False).iterator(chunk_size=1000):
        specs.update((spec.slug, spec) for spec in (*run_specs(result), *bank_specs(result)))
    slugs = sorted(specs)
    for at in range(0, len(slugs), BATCH):
        with transaction.atomic():
            _refresh(player_id, [specs[slug] for slug in slugs[at : at + BATCH]])


def _listed(player_id: int | None) -> bool:
    """Tell whether a player may stand on boards."""
    return player_id is not None and not User.objects.filter(OFF_BOARDS, pk=player_id).exists()


def _lock(slugs: Iterable[str]) -> dict[str, Board]:
    """Lock the boards in the order of their slugs and return them."""
    boards = Board.objects.select_for_update(no_key=True).filter(slug__in=list(slugs)).order_by("slug")
    return {board.slug: board for board in boards}


def _lock_or_make(specs: Iterable[Spec]) -> dict[str, Board]:
    """Lock the boards of ``specs``; those that are missing are made first, before any lock is held."""
    wanted = {spec.slug: spec for spec in specs}
    known = set(Board.objects.filter(slug__in=list(wanted)).values_list("slug", flat=True))
    missing = [wanted[slug].new() for slug in sorted(wanted) if slug not in known]
    if missing:
        Board.objects.bulk_create(missing, ignore_conflicts=True)
    return _lock(wanted)


def _offer(result: Result) -> None:
    """Put a new result on its boards where it betters its player's row: no other result is read."""
    specs = list(run_specs(result))
    if not specs or not _listed(result.player_id):
        return
    boards = _lock_or_make(specs)
    rows = {
        entry.board_id: entry
        for entry in Entry.objects.filter(player_id=result.player_id, board__in=boards.values())
    }
    changes, new, better = [], [], []
    for spec in specs:
        board, key = boards[spec.slug], key_on(spec.kind, result)
        row = rows.get(board.pk)
        if row is None:
            new.append(Entry(board=board, player_id=result.player_id, key=key, result=result))
            changes.append(tree.Change(board, None, key))
        elif key < row.key:
            changes.append(tree.Change(board, row.key, key))
            row.key, row.result = key, result
            better.append(row)
    Entry.objects.bulk_create(new)
    Entry.objects.bulk_update(better, ["key", "result"])
    tree.apply(changes)


def _refresh(player_id: int | None, specs: Sequence[Spec]) -> None:
    """Make a player's rows on some boards what the player's results say they are."""
    if not specs or player_id is None:
        return
    listed = _listed(player_id)
    boards = _lock_or_make(specs)
    rows = {
        entry.board_id: entry
        for entry in Entry.objects.filter(player_id=player_id, board__in=boards.values())
    }
    changes = []
    for spec in specs:
        board = boards[spec.slug]
        row, due = rows.get(board.pk), standing(spec, player_id) if listed else None
        if row is None and due is not None:
            due.board = board
            due.save()
        elif row is not None and due is None:
            Entry.objects.filter(pk=row.pk).delete()
        elif row is not None and due is not None:
            Entry.objects.filter(pk=row.pk).update(key=due.key, result=due.result_id, runs=due.runs)
        changes.append(tree.Change(board, row.key if row else None, due.key if due else None))
    tree.apply(changes)


def standing(spec: Spec, player_id: int) -> Entry | None:
    """Return the row, not stored, that a player's results give on a board; None if none counts there."""
    results = Result.objects.filter(player_id=player_id, voided=False)
    if spec.kind == Board.Kind.BANKROLL:
        results = results.filter(board_key=spec.board_key, drawn=True, deal_first=True)
        when = bounds(spec.period, spec.start)
        if when:
            results = results.filter(started_at__gte=when[0], started_at__lt=when[1])
        total = results.aggregate(amount=Sum("ranked_score"), runs=Count("pk"))
        if not total["runs"]:
            return None
        return Entry(player_id=player_id, key=bank_key(total["amount"]), runs=total["runs"])
    order = ("-won", "key") if spec.kind == Board.Kind.DAILY else ("key",)
    best = qualifying(spec).filter(player_id=player_id).order_by(*order).first()
    return Entry(player_id=player_id, key=key_on(spec.kind, best), result=best) if best else None
