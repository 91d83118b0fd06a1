"""The only writer of results, boards and counters. See docs/boards.md."""

from uuid import UUID

from leaderboards.runs import Run, Start

__all__ = ["Run", "Start", "progressed", "restore", "started", "submit", "void"]


def started(start: Start) -> None:
    """Note a game at its first action. Idempotent."""


def progressed(run_id: UUID, ranked_score: int) -> None:
    """Note where an unfinished game stands (call it when the table is left or paused, never on each move)."""


def submit(run: Run) -> None:
    """Note the end of a game and put it on every board it counts on. Idempotent, one transaction."""


def void(run_id: UUID, why: str = "") -> None:
    """Take a run off all boards."""


def restore(run_id: UUID) -> None:
    """Give a voided run back to its boards."""
