"""Replays every stored game and compares it with what is stored.

All ids are cut into shares; what is done is noted after each share, so that a run that was stopped, or
killed, goes on with --resume and does at most the shares under way again. Workers are processes of the same
command: each reads the numbers of its shares from its input and answers with what it found.
"""

import hashlib
import json
import os
import queue
import subprocess
import sys
import threading
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.management.progress import Progress
from games.matches.services import verify as verify_matches
from games.play import deals
from games.play.models import Game
from games.play.services import verify

SHARE = 2_000
"""Games in a share, about: as many as are checked again, for each worker, after a kill."""
MOST_SHARES = 4_096
Found = dict[str, Any]


class Command(BaseCommand):
    """Ends with status 1 if a game differs from its record."""

    help = (
        "Checks that every stored game replays to its stored score, moves, passes and position, matches "
        "included. Interrupted, it goes on with --resume."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--resume", action="store_true", help="leave out what a run that was stopped has checked"
        )
        parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes at work (1)")
        parser.add_argument(
            "--share", type=int, default=SHARE, metavar="N", help=f"games between two notes ({SHARE:,})"
        )
        parser.add_argument("--shares", type=int, default=0, help=SUPPRESS)  # a worker: answer on stdout

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            deals.check_key()
        except deals.OtherDealKey as error:
            raise CommandError(str(error)) from error
        if options["shares"]:
            self._work(options["shares"])
            return
        run = Run.of_last() if options["resume"] else None
        run = run or Run(Game.objects.count(), options["share"])
        bar = Progress(run.total, run.checked)
        try:
            for share, found in self._shares(run, options["workers"], bar):
                self._tell(found)
                run.note(share, found)
        except KeyboardInterrupt:
            raise CommandError(f"stopped after {run.checked:,} games; go on with --resume") from None
        bar.finish()
        self._matches(run)
        run.forget()
        self.stdout.write(f"{run.checked} games checked, {run.wrong} wrong")
        if run.wrong:
            raise CommandError(f"{run.wrong} games differ from their records")

    def _tell(self, found: Found) -> None:
        for fault in found["faults"]:
            self.stdout.write(fault)

    def _shares(self, run: "Run", workers: int, bar: Progress) -> Iterator[tuple[int, Found]]:
        """Check all shares that are left, here or in workers, and yield each with what was found."""
        left = run.left()
        if workers > 1 and len(left) > 1:
            for share, found in in_workers(left, run.shares, min(workers, len(left))):
                bar.add(found["checked"])
                yield share, found
        else:
            for share in left:
                yield share, check(share, run.shares, bar)

    def _matches(self, run: "Run") -> None:
        """The games of matches: so few beside the others that they are no shares."""
        for game in verify_matches.stored_games():
            faults = verify_matches.faults_of(game)
            run.checked += 1
            run.wrong += bool(faults)
            self._tell({"faults": [f"match game {game.pk} {game.code}: {fault}" for fault in faults]})

    def _work(self, shares: int) -> None:
        for line in sys.stdin:
            print(json.dumps(check(int(line), shares)), flush=True)


def check(share: int, shares: int, bar: Progress | None = None) -> Found:
    """Check the games of one share; return how many, how many are wrong, and each fault in words."""
    found: Found = {"checked": 0, "wrong": 0, "faults": []}
    for game in verify.stored_games(share, shares):
        faults = verify.faults_of(game)
        found["checked"] += 1
        found["wrong"] += bool(faults)
        found["faults"] += [f"{game.pk} {game.code}: {fault}" for fault in faults]
        if bar is not None:
            bar.add(1)
    return found


def in_workers(left: list[int], shares: int, workers: int) -> Iterator[tuple[int, Found]]:
    """Have processes check shares, one each at a time; yield each share, as it is done, with what was found.

    :raises CommandError: if one of them ends before its time.
    """
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    for share in left:
        waiting.put(share)
    done: queue.SimpleQueue[tuple[int, Found | None]] = queue.SimpleQueue()
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "verify_games", "--shares", str(shares)]
    # In a session of its own: Ctrl+C reaches this process alone, and a worker ends with its input.
    processes = [
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        for _ in range(workers)
    ]
    threads = [threading.Thread(target=_feed, args=(one, waiting, done), daemon=True) for one in processes]
    try:
        for thread in threads:
            thread.start()
        for _ in left:
            share, found = done.get()
            if found is None:
                raise CommandError("a worker ended before its time; go on with --resume")
            yield share, found
    finally:
        for process in processes:
            process.terminate()
            process.communicate()


def _feed(
    process: "subprocess.Popen[str]",
    waiting: "queue.SimpleQueue[int]",
    done: "queue.SimpleQueue[tuple[int, Found | None]]",
) -> None:
    """Give a worker one share after the other until none is left."""
    assert process.stdin and process.stdout
    while True:
        try:
            share = waiting.get_nowait()
        except queue.Empty:
            return
        try:
            process.stdin.write(f"{share}\n")
            process.stdin.flush()
            done.put((share, json.loads(process.stdout.readline())))
        except (OSError, ValueError):
            done.put((share, None))
            return


class Run:
    """How far a check is; kept in a file while it is under way, for each database its own."""

    def __init__(self, total: int, size: int = SHARE) -> None:
        self.total, self.checked, self.wrong = total, 0, 0
        self.shares = max(1, min(MOST_SHARES, total // max(1, size)))
        self.done: set[int] = set()

    @classmethod
    def of_last(cls) -> "Run | None":
        """The run on this database that was stopped, if there is one."""
        try:
            state = json.loads(_file().read_text())
        except FileNotFoundError:
            return None
        run = cls(state["total"])
        run.checked, run.wrong, run.shares = state["checked"], state["wrong"], state["shares"]
        run.done = set(state["done"])
        return run

    def left(self) -> list[int]:
        """The shares that are not done."""
        return [share for share in range(self.shares) if share not in self.done]

    def note(self, share: int, found: Found) -> None:
        """Note a share that is done, at once and for good: the file is replaced whole."""
        self.done.add(share)
        self.checked += found["checked"]
        self.wrong += found["wrong"]
        state = {**vars(self), "done": sorted(self.done)}
        new = _file().with_suffix(".new")
        new.write_text(json.dumps(state))
        os.replace(new, _file())

    def forget(self) -> None:
        """All is checked: there is nothing to go on with."""
        _file().unlink(missing_ok=True)


def _file() -> Path:
    names = [str(connection.settings_dict[name]) for name in ("ENGINE", "HOST", "PORT", "NAME")]
    return Path(settings.VAR_DIR) / f"verify-{hashlib.sha256(repr(names).encode()).hexdigest()[:12]}.json"
