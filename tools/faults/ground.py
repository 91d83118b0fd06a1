"""Where faults are made: a site of its own, its players, its database read past it, the proof at the end."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg

from tools.cluster.layout import ROOT, Cluster
from tools.cluster.processes import pid_of
from tools.faults.player import Crowd, Player
from tools.faults.registry import Broken, NotHere, check
from tools.rig import sites
from tools.rig.sites import SqliteSite

PLAYERS, SESSIONS = 6, 24


class Ground:
    """A running site, and what a fault needs of it."""

    def __init__(self, site: Cluster) -> None:
        self.site = site
        self.players: list[Player] = []
        self.sessions: list[str] = []
        self.small: Path | None = None
        self.seeds = self.made = 0

    # --- the site -------------------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        return self.site.address

    def start(self, name: str) -> None:
        sites.start(self.site, name)

    def stop(self, name: str) -> None:
        sites.stop(self.site, name)

    def crash(self, name: str) -> None:
        sites.crash(self.site, name)

    def manage(self, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """Run a command of the site in its environment."""
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *arguments],
            cwd=ROOT, env={**self.site.environment(), **environment}, capture_output=True, text=True,
        )  # fmt: skip

    def mend(self) -> None:
        """Start what a fault has left dead, and forget its players."""
        for player in self.players:
            player.close()
        self.players.clear()
        for name in self.site.names:
            if not pid_of(self.site.folder, name):
                self.start(name)

    def make_sessions(self) -> list[str]:
        """Sessions of stored players."""
        return list(json.loads(self._make(0)[0].read_text()))

    def make_tables(self, matches: int) -> list[dict[str, Any]]:
        """New matches between players of their own: each its id and its seats' sessions."""
        return list(json.loads(self._make(matches)[1].read_text()))

    def _make(self, matches: int) -> tuple[Path, Path]:
        folder = self.site.folder
        files = folder / "sessions.json", folder / "tables.json"
        self.made += 1
        command = [sys.executable, "-m", "tools.load.preparing", *map(str, files)]
        done = subprocess.run(
            [*command, "--players", str(SESSIONS), "--matches", str(matches), "--name", f"bot{self.made}"],
            cwd=ROOT, env=self.site.environment(), capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise Broken(f"no players could be made: {done.stderr[-500:]}")
        return files

    # --- players --------------------------------------------------------------------------------------------

    def crowd(
        self, number: int = PLAYERS, *, url: str = "", urls: Iterable[str] = (), pause: float = 0.15
    ) -> Crowd:
        """Players with sessions of their own, each about to begin a game."""
        addresses = [*urls] or [url or self.url]
        made = []
        for index in range(number):
            self.seeds += 1
            session = self.sessions[self.seeds % len(self.sessions)] if self.sessions else ""
            made.append(Player(addresses[index % len(addresses)], session, self.seeds))
        self.players += made
        return Crowd(made, pause)

    # --- the database, past the site ------------------------------------------------------------------------

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask the database directly; ``?`` stands for a value."""
        if isinstance(self.site, SqliteSite):
            with closing(sqlite3.connect(self.site.file, timeout=30)) as connection:
                found = connection.execute(statement, values).fetchall()
                connection.commit()
                return found
        with psycopg.connect(self.site.postgres_url(self.site.database), connect_timeout=20) as connection:
            cursor = connection.execute(statement.replace("?", "%s"), values or None)
            return cursor.fetchall() if cursor.description else []

    def record_of(self, game: str) -> list[str]:
        """The stored actions of a game, without those that the game did by itself."""
        key = UUID(game).hex if isinstance(self.site, SqliteSite) else game
        (row,) = self.rows("SELECT actions FROM games_game WHERE id = ?", key)
        return [token for token in row[0].split() if not token.endswith("*")]

    # --- the proof ------------------------------------------------------------------------------------------

    def prove(self) -> str:
        """After a fault: what was confirmed is stored and no more, every game replays, every board is right.

        :raises Broken: if not.
        """
        confirmed = self._compare()
        games = self._replay()
        boards = self.manage("rebuild_boards", "--check")
        check(boards.returncode == 0, f"boards differ from their results: {boards.stdout[-300:]}")
        unheard = sum(player.unheard for player in self.players)
        for player in self.players:
            player.close()
        self.players.clear()
        return f"{confirmed} actions stored, {unheard} of them unanswered; none lost; {games} games replayed"

    def _compare(self) -> int:
        total = 0
        for player in self.players:
            for game, tokens in player.confirmed.items():
                stored = self.record_of(game)
                open_token = player.unsure[0] if player.unsure and player.game == game else None
                also = [*tokens, open_token] if open_token else tokens
                if stored not in (tokens, also):
                    raise Broken(
                        f"game {game}: {len(tokens)} actions confirmed, the last {tokens[-3:]}; "
                        f"{len(stored)} stored, the last {stored[-3:]}"
                    )
                total += len(tokens)
        return total

    def _replay(self) -> int:
        done = self.manage("verify_games")
        check(
            done.returncode == 0, f"games differ from their records: {done.stdout[-300:]}{done.stderr[-300:]}"
        )
        found = re.search(r"(\d+) games checked, 0 wrong", done.stdout)
        check(found, f"verify_games said {done.stdout[-200:]!r}")
        assert found is not None
        return int(found[1])


def small_disk(folder: Path, megabytes: int, owner: str = "") -> None:
    """Mount a file system of so many megabytes on a folder.

    :raises NotHere: where this user may not.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if os.geteuid() != 0:
        raise NotHere("a small file system is mounted by root only")
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777", "tmpfs", str(folder)],
        capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise NotHere(f"no small file system could be mounted: {done.stderr.strip()}")
    if owner:
        subprocess.run(["chown", owner, str(folder)], check=True)
        folder.chmod(0o700)


def no_disk(folder: Path) -> None:
    """Take the small file system away again, if it is there."""
    if os.path.ismount(folder):
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Fill a folder's file system to the last byte; return the file to delete."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        block = b"\0" * 65536
        while block:
            try:
                if file.write(block) < len(block):
                    block = block[: len(block) // 2]
            except OSError:
                block = block[: len(block) // 2]
    return ballast
