"""What `bin/bench matches` and `bin/soak` share: a server of their own, matches ready to play, and clients.

Everything stays on this machine: the server listens on a free port of 127.0.0.1. Its database is a file in a
temporary folder and its layer in memory, or, asked for by name, they are a database of its own in PostgreSQL
(RIG_POSTGRES names the server, postgres://postgres@127.0.0.1:5432 if not set) and a Redis of its own.
"""

import asyncio
import contextlib
import http.client
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
from psycopg import sql
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parent.parent
STORES = ("sqlite", "postgresql")
"""SQLite and the layer in memory, or PostgreSQL and Redis."""
POSTGRES = os.environ.get("RIG_POSTGRES", "postgres://postgres@127.0.0.1:5432")
BEFORE_SILENCE = 4.0
"""Seconds between two pings, as the page's script sends them."""


@contextlib.contextmanager
def stores(folder: Path, kind: str) -> Iterator[dict[str, str]]:
    """Provide what a server keeps its data in, of a kind of `STORES`; as settings of its environment."""
    if kind == STORES[0]:
        yield {"DATABASE_URL": f"sqlite:///{folder / 'matches.sqlite3'}", "REDIS_URL": ""}
        return
    program = shutil.which("redis-server")
    if program is None:
        sys.exit("There is no redis-server here: nothing was run.")
    server, name, port = only_here(POSTGRES), f"rig_{secrets.token_hex(4)}", free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    redis = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    try:
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            try:
                yield {"DATABASE_URL": f"{server}/{name}", "REDIS_URL": f"redis://127.0.0.1:{port}/0"}
            finally:
                connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
    finally:
        redis.terminate()
        redis.wait()


def only_here(server: str) -> str:
    """Return the address of a database server if it is this machine's; end the run if not."""
    if urlsplit(server).hostname not in ("127.0.0.1", "localhost", "::1"):
        sys.exit(f"{urlsplit(server).hostname} is not this machine: nothing was run.")
    return server.rstrip("/")


def environment(folder: Path, settings: str, kept: dict[str, str]) -> dict[str, str]:
    """A production server's environment; `kept`: see `stores`."""
    return {
        **os.environ,
        **kept,
        "DJANGO_SETTINGS_MODULE": settings,
        "WEB_CONCURRENCY": "1",
        "STATIC_ROOT": str(folder / "static"),
        "DEBUG": "0",
        "HTTPS": "0",
        "SECRET_KEY": os.environ.get("RIG_SECRET") or secrets.token_urlsafe(50),
        "DEAL_KEY": "a key of tests",
        "ALLOWED_HOSTS": "127.0.0.1",
        "PYTHONPATH": str(ROOT),
    }


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """One daphne process."""

    def __init__(self, folder: Path, application: str, env: dict[str, str]) -> None:
        self.port = free_port()
        self.log = folder / f"server-{self.port}.log"
        self.application, self.env = application, env

    def __enter__(self) -> "Server":
        command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(self.port)]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*command, "--no-server-name", "--verbosity", "0", self.application],
                cwd=ROOT, env=self.env, stdout=log, stderr=log,
            )  # fmt: skip
        for _ in range(600):
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError):
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                connection.request("GET", "/healthz")
                connection.getresponse().read()
                return self
            time.sleep(0.1)
        sys.exit(f"The server did not start:\n{self.log.read_text()[-3000:]}")

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def cpu(self) -> float:
        """CPU seconds that all threads of the process have used."""
        total = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(OSError):
                total += int((task / "schedstat").read_text().split()[0])
        return total / 1e9

    def memory(self) -> int:
        """Resident memory, in kB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
        return 0


@dataclass(frozen=True, slots=True)
class Table:
    """A match ready to play: its id, and the session of each of its two seats."""

    match_id: UUID
    sessions: tuple[str, str]


def make_tables(number: int, options: Callable[[int], str], code: str = "", name: str = "rig") -> list[Table]:
    """Store matches between players of their own, who have only to come and be ready.

    They may be long in coming: those of a run that lasts wait for it a day, not the ten minutes of others.
    """
    from accounts.models import User
    from games.matches import services
    from games.matches.models import Match
    from games.matches.services import Wishes
    from games.play import clock
    from games.play.owners import Owner

    tables = []
    for index in range(number):
        players = []
        for seat in (1, 2):
            user = User(username=f"{name}-{index}-{seat}", email=f"{name}-{index}-{seat}@example.org")
            user.password = "!"
            user.save()
            players.append(user)
        one, two = (Owner(user_id=user.pk) for user in players)
        match = services.create(
            owner=one, wishes=Wishes(options=options(index)), visibility="link", typed_code=code
        )
        services.join(match_id=match.pk, owner=two, token=match.token)
        Match.objects.filter(pk=match.pk).update(joined_at=clock.now() + timedelta(days=1))
        tables.append(Table(match.pk, (session_of(players[0]), session_of(players[1]))))
    return tables


def session_of(user: Any) -> str:
    """Return the key of a new session of a player."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


class Wire:
    """A client's socket: it reads all the time, keeps the newest version, and wakes who waits for one."""

    def __init__(self, take: Callable[[dict[str, Any]], None] | None = None) -> None:
        self.version = 0
        self.data: dict[str, Any] = {}
        self.take = take
        self.changed = asyncio.Event()
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.lost: Exception | None = None
        self.received = 0

    async def open(self, port: int, path: str, session: str = "") -> "Wire":
        """Connect; a match's socket sends its whole table first."""
        headers = {"Cookie": f"sessionid={session}"} if session else {}
        self.socket: ClientConnection = await connect(
            f"ws://127.0.0.1:{port}{path}",
            origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            ping_interval=None,
            open_timeout=60,
            max_size=None,
        )
        self.reader = asyncio.ensure_future(self._read())
        return self

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                self._took(text)
            self.lost = ConnectionError("the server closed the connection")
        except Exception as error:
            self.lost = error
        self.changed.set()
        for waiting in self.answers.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError(repr(self.lost)))

    def _took(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.received += len(text)
        if self.take is not None:
            self.take(message)
        if message["type"] in ("table", "change"):
            self.version, self.data = message["v"], message["data"]
            self.changed.set()
        waiting = self.answers.pop(str(message.get("id")), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def ask(self, timeout: float = 120, **message: Any) -> dict[str, Any]:
        """Send a message with an id, and return its answer."""
        key = str(message["id"])
        self.answers[key] = asyncio.get_running_loop().create_future()
        await self.send(**message)
        return await asyncio.wait_for(self.answers[key], timeout)

    async def until(self, found: Callable[[], bool], timeout: float = 120) -> None:
        """Wait for something to hold that the messages decide.

        :raises TimeoutError: if it does not in time.
        """
        async with asyncio.timeout(timeout):
            while not found():
                if self.lost is not None:
                    raise ConnectionError(repr(self.lost))
                self.changed.clear()
                await self.changed.wait()

    async def ping(self) -> None:
        """Say from time to time that one is there, as the page does."""
        while self.lost is None:
            await asyncio.sleep(BEFORE_SILENCE)
            with contextlib.suppress(ConnectionClosed):  # whoever waits for an answer is told
                await self.send(type="ping")

    async def close(self) -> None:
        self.reader.cancel()
        await self.socket.close()
