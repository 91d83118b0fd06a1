"""What the sockets of matches and of the lobby share: who opens them, their language, floods, silence."""

import contextlib
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import close_old_connections, connection

from games.matches import access
from games.matches.sessions import Guard
from games.play.owners import Owner

P = ParamSpec("P")
T = TypeVar("T")
LONGEST = 4096
RATE, BURST = 20.0, 60.0
"""Messages a second that a connection may send, and how many at once."""
MAD = 400
"""Messages over that after which the connection is closed. Each that is not over takes one of them back: in a
flood, too, there is room for one from time to time, so that a count of those in a row would never be full."""
SESSION_ENDED, UNKNOWN, SILENT, FLOOD = 4401, 4404, 4408, 4429


def _call(call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    keep = connection.vendor == "sqlite"
    if not keep:
        close_old_connections()
    try:
        return call(*args, **kwargs)
    finally:
        if not keep:
            close_old_connections()


_in_thread = sync_to_async(_call, thread_sensitive=True)


def in_database(call: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Run a function in the sockets' one database thread.

    On SQLite its connection stays open: opening one costs more than a move. Elsewhere it goes back to the
    pool.
    """

    def run(*args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        return _in_thread(call, *args, **kwargs)

    return run


class Bucket:
    """How much a connection may still send: it fills again by `RATE` a second up to `BURST`."""

    __slots__ = ("at", "left", "over")

    def __init__(self) -> None:
        self.left, self.at, self.over = BURST, time.monotonic(), 0

    def take(self) -> bool:
        """Take one; tell if there was one."""
        now = time.monotonic()
        self.left = min(BURST, self.left + (now - self.at) * RATE)
        self.at = now
        if self.left < 1:
            self.over += 1
            return False
        self.left -= 1
        self.over = max(0, self.over - 1)
        return True


class SiteConsumer(AsyncWebsocketConsumer):
    """A socket of the site. Messages are handled one by one; nothing is kept that the database has."""

    owner: Owner
    guard: Guard
    language: str
    rules_shown: bool

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its handler. No connection is open between two messages: nothing to close."""
        handler = getattr(self, message["type"].replace(".", "_"), None)
        if handler is not None:
            await handler(message)

    def identify(self) -> None:
        """Note who opens the socket, by its session, in which language, and whether rules are named."""
        self.owner = access.owner_of_scope(self.scope)
        self.guard = Guard.of_scope(self.scope, self.owner)
        query = parse_qs(self.scope.get("query_string", b"").decode("latin1"))
        asked, known = query.get("lang", [""])[0], dict(settings.LANGUAGES)
        self.language = asked if asked in known else settings.LANGUAGE_CODE
        self.rules_shown = query.get("rules") != ["0"]
        self.bucket = Bucket()
        self.joined: list[str] = []
        self.closed = False

    async def enter(self, *groups: str) -> None:
        """Join groups. The fewer there are the better: the layer in memory goes through all of them for each
        message.
        """
        for name in groups:
            await self.channel_layer.group_add(name, self.channel_name)
            self.joined.append(name)

    async def leave_groups(self) -> None:
        for name in self.joined:
            await self.channel_layer.group_discard(name, self.channel_name)
        self.joined.clear()

    async def put(self, **message: Any) -> None:
        """Send a message, unless the socket is closed.

        uvicorn raises an `OSError` where the client is gone. That ends nothing here: the word of the
        disconnect comes next, and its handler says that the seat is empty.
        """
        if not self.closed:
            with contextlib.suppress(OSError):
                await self.send(text_data=json.dumps(message, separators=(",", ":"), default=str))

    async def shut(self, code: int) -> None:
        """Close the socket, saying why by a code."""
        if not self.closed:
            self.closed = True
            with contextlib.suppress(OSError):
                await self.close(code=code)

    async def user_event(self, message: dict[str, Any]) -> None:
        """An account's sockets are told something; at a match the others hear it too."""
        kind = message["kind"]
        if message["user"] != self.owner.user_id:
            return
        if kind == "ended":
            if message.get("session") == self.guard.digest:
                await self.shut(SESSION_ENDED)
        elif kind == "recheck":
            await self.check_session()
        else:
            await self.notice(kind, message)

    async def notice(self, kind: str, message: dict[str, Any]) -> None:
        """The account was paired or invited."""

    async def check_session(self) -> bool:
        """Close the socket if its session has ended; tell if it may stay."""
        if await in_database(self.guard.holds)():
            return True
        await self.shut(SESSION_ENDED)
        return False


def read_message(text: str | None) -> dict[str, Any] | None:
    """A client's message; an empty one if it is none of ours, `None` if it is too long to be anybody's."""
    if text is None or len(text) > LONGEST:
        return None
    try:
        message = json.loads(text)
        if "\\u" in text:  # half a character, which JSON can spell, can be neither stored nor hashed
            json.dumps(message, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) and isinstance(message.get("type"), str) else {}
