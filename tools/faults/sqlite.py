"""Faults of SQLite: no room on its disk, its file held by somebody else."""

import sqlite3
import time
from contextlib import closing

from tools.faults.client import NO_ANSWER
from tools.faults.ground import Ground, fill
from tools.faults.registry import SQLITE, NotHere, check, fault

HELD_SECONDS = 30


@fault(
    "SQLite's disk full", on=SQLITE,
    promise="503, nothing of a game changes; with room again all play on by themselves",
)  # fmt: skip
def full(ground: Ground) -> str:
    if ground.small is None:
        raise NotHere("a small file system is mounted by root only")
    with ground.crowd() as crowd:
        crowd.wait_for_moves(30, 120)
        ballast = fill(ground.small)
        try:
            begun = time.monotonic()
            while crowd.count(503) < len(crowd.players):
                check(
                    time.monotonic() - begun < 90 and not crowd.broken, f"no 503 without room {crowd.broken}"
                )
                time.sleep(0.1)
            turned = crowd.count(503)
        finally:
            ballast.unlink()
        seconds = crowd.resume(60)
    return f"{turned} answers 503; all play on {seconds:.1f} s after there is room"


@fault(
    "SQLite locked by somebody else for 30 s", on=SQLITE,
    promise="a wait, then 503 with Retry-After after 25 s at most; reading goes on; then all play on",
)  # fmt: skip
def locked(ground: Ground) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(20, 120)
        crowd.forget()
        with closing(sqlite3.connect(ground.site.file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            begun, reader = time.monotonic(), ground.crowd(1).players[0]
            page = reader.get("/regles/klondike/")
            check(page.status in (200, 404), f"a page that only reads was answered {page.status}")
            check(page.seconds < 10, f"a page that only reads waited {page.seconds:.1f} s")
            time.sleep(max(0.0, HELD_SECONDS - (time.monotonic() - begun)))
            other.execute("ROLLBACK")
        seconds = crowd.resume(30)
        check(not crowd.count(NO_ANSWER), "somebody got no answer")
        check(crowd.longest < 27, f"somebody waited {crowd.longest:.1f} s")
    return f"{crowd.count(503)} answers 503, {crowd.longest:.1f} s at most; all play on after {seconds:.1f} s"
