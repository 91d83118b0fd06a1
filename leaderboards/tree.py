"""The counters that make a rank cost the same whatever the size of a board.

Keys are integers, so a board is a tree: the node of a key at a level is the key shifted right. A node
counts the entries under it; a rank is the sum of the nodes to the left of the path to a key. Only a node
with more than `SPLIT` entries has children counted, so a small board has no counter at all and a large one
a few thousand. Whoever changes a board holds the lock of its row: without it two splits could miss each
other's entries.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from leaderboards.keys import BANK_LEVELS, KEY_BITS, RUN_LEVELS
from leaderboards.models import Board, Counter, Entry

SPLIT = 512
CHUNK = 200  # rows in one statement: SQLite's limit on parameters


@dataclass(frozen=True, slots=True)
class Change:
    """An entry of ``board`` (locked, and already written) that moved from key ``old`` to ``new``; None: it
    was or is not there."""

    board: Board
    old: int | None
    new: int | None


_LEAF = "(SELECT COUNT(*) FROM leaderboards_entry WHERE board_id = %s AND key >= %s AND key < %s)"
Weights = dict[int, int]  # key -> entries more or less


def levels_of(board: Board) -> tuple[int, ...]:
    """Return the shifts of the board's levels, the root's children first."""
    return BANK_LEVELS if board.kind == Board.Kind.BANKROLL else RUN_LEVELS


def apply(changes: Iterable[Change]) -> None:
    """Bring the sizes and counters of the boards up to date with their entries; store the boards."""
    boards: dict[int, Board] = {}
    weights: dict[int, Weights] = defaultdict(lambda: defaultdict(int))
    for change in changes:
        boards[change.board.pk] = change.board
        for key, step in ((change.old, -1), (change.new, 1)):
            if key is not None:
                weights[change.board.pk][key] += step
    for pk, board in boards.items():
        board.size += sum(weights[pk].values())
        if not board.split and board.size > SPLIT:
            board.split = True
            _split(board, 0, 0, 1 << KEY_BITS)
            weights.pop(pk)
        elif not board.split:
            weights.pop(pk)
    Board.objects.bulk_update(boards.values(), ["size", "split"])
    level = 0
    while weights:
        weights = _descend(boards, weights, level)
        level += 1


def _descend(boards: dict[int, Board], weights: dict[int, Weights], level: int) -> dict[int, Weights]:
    """Count ``weights`` at one level of every board; return those that go on to the next, under nodes that
    are split."""
    steps: dict[tuple[int, int], int] = defaultdict(int)
    for pk, keys in weights.items():
        shift = levels_of(boards[pk])[level]
        for key, step in keys.items():
            steps[pk, key >> shift] += step
    deeper = set()
    for pk, node, n, split in _count(level, steps):
        levels = levels_of(boards[pk])
        if level + 1 == len(levels):
            continue
        if split:
            deeper.add((pk, node))
        elif n > SPLIT:
            low = node << levels[level]
            _split(boards[pk], level + 1, low, low + (1 << levels[level]))
            Counter.objects.filter(board_id=pk, level=level, node=node).update(split=True)
    onward: dict[int, Weights] = {}
    for pk, keys in weights.items():
        shift = levels_of(boards[pk])[level]
        kept = {key: step for key, step in keys.items() if (pk, key >> shift) in deeper}
        if kept:
            onward[pk] = kept
    return onward


def _count(level: int, steps: dict[tuple[int, int], int]) -> list[tuple[int, int, int, bool]]:
    """Add ``steps`` to the counters of ``level``; return (board, node, n, split) of each as it now is."""
    rows: list[tuple[int, int, int, bool]] = []
    items = sorted(steps.items())
    for at in range(0, len(items), CHUNK):
        chunk = items[at : at + CHUNK]
        values = ", ".join(["(%s, %s, %s, %s, %s)"] * len(chunk))
        parameters: list[Any] = []
        for (pk, node), step in chunk:
            parameters += [pk, level, node, step, False]
        sql = (
            f"INSERT INTO leaderboards_counter (board_id, level, node, n, split) VALUES {values} "
            "ON CONFLICT (board_id, level, node) DO UPDATE SET n = leaderboards_counter.n + EXCLUDED.n "
            "RETURNING board_id, node, n, split"
        )
        rows += _rows(sql, parameters)
    return rows


def _split(board: Board, level: int, low: int, high: int) -> None:
    """Count the entries with keys in [``low``, ``high``) into nodes of ``level``, and those too large into
    their children."""
    levels = levels_of(board)
    shift = levels[level]
    groups = _rows(
        "SELECT key >> %s, COUNT(*) FROM leaderboards_entry"
        " WHERE board_id = %s AND key >= %s AND key < %s GROUP BY 1",
        [shift, board.pk, low, high],
    )
    last = level + 1 == len(levels)
    Counter.objects.bulk_create(
        [
            Counter(board=board, level=level, node=node, n=n, split=n > SPLIT and not last)
            for node, n in groups
        ],
        batch_size=CHUNK,
    )
    for node, n in groups:
        if n > SPLIT and not last:
            _split(board, level + 1, node << shift, (node + 1) << shift)


def rebuild(board: Board) -> None:
    """Count the entries of a locked board anew and store its size; the old counters are dropped."""
    Counter.objects.filter(board=board).delete()
    board.size = Entry.objects.filter(board=board).count()
    board.split = board.size > SPLIT
    if board.split:
        _split(board, 0, 0, 1 << KEY_BITS)
    board.save(update_fields=["size", "split"])


def below(board: Board, key: int) -> int:
    """Return how many entries of ``board`` have a key smaller than ``key``: its rank, less one."""
    levels = levels_of(board)
    depth, leaf = (_path(board, levels, key)) if board.split else (-1, 0)
    parts, parameters = [], []
    for level in range(depth + 1):
        first = 0 if level == 0 else (key >> levels[level - 1]) << (levels[level - 1] - levels[level])
        parts.append(
            "(SELECT COALESCE(SUM(n), 0) FROM leaderboards_counter"
            " WHERE board_id = %s AND level = %s AND node >= %s AND node < %s)"
        )
        parameters += [board.pk, level, first, key >> levels[level]]
    if leaf < key:
        parts.append(_LEAF)
        parameters += [board.pk, leaf, key]
    if not parts:
        return 0
    return int(_rows(f"SELECT {' + '.join(parts)}", parameters)[0][0])


def _path(board: Board, levels: Sequence[int], key: int) -> tuple[int, int]:
    """Return the deepest counted level on the way to ``key``, and the smallest key of its node (``key``
    itself if it is empty)."""
    nodes = {(level, key >> shift) for level, shift in enumerate(levels)}
    where = " OR ".join(["(level = %s AND node = %s)"] * len(nodes))
    rows = _rows(
        f"SELECT level, split FROM leaderboards_counter WHERE board_id = %s AND ({where})",
        [board.pk, *(value for node in nodes for value in node)],
    )
    found = dict(rows)
    level = 0
    while found.get(level):
        level += 1
    if level in found:
        return level, (key >> levels[level]) << levels[level]
    return level, key


def faults(board: Board) -> list[str]:
    """Return what is wrong between a board's counters and its entries, in words for staff; empty if nothing
    is."""
    size = Entry.objects.filter(board=board).count()
    found = [] if size == board.size else [f"size {board.size}, entries {size}"]
    levels = levels_of(board)
    counted: dict[int, dict[int, tuple[int, bool]]] = defaultdict(dict)
    for level, node, n, split in Counter.objects.filter(board=board).values_list(
        "level", "node", "n", "split"
    ):
        counted[level][node] = (n, split)
    if not board.split and counted:
        found.append("counters under a board that is not split")
    for level, shift in enumerate(levels):
        truth = dict(
            _rows(
                "SELECT key >> %s, COUNT(*) FROM leaderboards_entry WHERE board_id = %s GROUP BY 1",
                [shift, board.pk],
            )
        )
        parents = counted[level - 1] if level else {0: (size, board.split)}
        up = (levels[level - 1] if level else KEY_BITS) - shift
        for node in truth.keys() | counted[level].keys():
            expected = truth.get(node, 0) if parents.get(node >> up, (0, False))[1] else 0
            if counted[level].get(node, (0, False))[0] != expected:
                found.append(f"level {level} node {node}: {counted[level].get(node)}, entries {expected}")
    return found


def _rows(sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall()
