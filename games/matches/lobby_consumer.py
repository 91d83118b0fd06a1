"""The lobby's socket: it says that the lists changed; the page asks for them. A player's notes him there."""

import asyncio
import contextlib
import time
from typing import Any
from uuid import uuid4

from django.db import DatabaseError

from games.matches import services
from games.matches.services import notify
from games.matches.sockets import FLOOD, MAD, SILENT, SiteConsumer, in_database, read_message

CALM, PEOPLE_CALM = 0.5, 3.0
"""Seconds in which many changes make one message: of the tables, and of who is there."""
BEAT, ASK, SILENCE, SESSION_CHECK = 7.5, 5.0, 9.5, 20.0


class LobbyConsumer(SiteConsumer):
    """One viewer's socket at the lobby."""

    async def connect(self) -> None:
        self.identify()
        self.key = uuid4()
        self.soon: asyncio.TimerHandle | None = None
        self.heard_at, self.asked = time.monotonic(), False
        await self.accept()
        account = self.owner.user_id
        await self.enter(notify.LOBBY, *([notify.user_group(account)] if account is not None else []))
        self.beating = asyncio.ensure_future(self._beat())

    async def disconnect(self, code: int) -> None:
        self.closed = True
        self.beating.cancel()
        if self.soon is not None:
            self.soon.cancel()
        await self.leave_groups()
        if self.owner.user_id is not None:
            await in_database(services.leave_lobby)(key=self.key)

    async def _beat(self) -> None:
        """Say that a player is there for as long as the page is heard and its session holds."""
        checked_at = time.monotonic()
        while not self.closed:
            with contextlib.suppress(DatabaseError):  # it is back at one of the next beats
                if self.owner.user_id is not None:
                    await in_database(services.be_at_lobby)(key=self.key, user_id=self.owner.user_id)
                if time.monotonic() - checked_at > SESSION_CHECK:
                    checked_at = time.monotonic()
                    await self.check_session()
            await asyncio.sleep(BEAT)
            silence = time.monotonic() - self.heard_at
            if silence > SILENCE and self.asked:
                await self.shut(SILENT)
            elif silence > ASK:
                self.asked = True
                await self.put(type="ping")  # a hidden page's own pings wait, its answers do not

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.heard_at, self.asked = time.monotonic(), False
        message = read_message(text_data)
        if message is None or (not self.bucket.take() and self.bucket.over > MAD):
            await self.shut(FLOOD)
        elif message.get("type") == "ping":
            await self.put(type="pong")

    async def lobby_event(self, message: dict[str, Any]) -> None:
        """The lists changed; of many changes in a row one message is made."""
        if self.closed:
            return
        loop = asyncio.get_running_loop()
        at = loop.time() + (PEOPLE_CALM if message.get("people") else CALM)
        if self.soon is not None and self.soon.when() <= at:
            return
        if self.soon is not None:
            self.soon.cancel()
        self.soon = loop.call_at(at, self._say)

    def _say(self) -> None:
        self.soon = None
        asyncio.ensure_future(self.put(type="lobby"))

    async def notice(self, kind: str, message: dict[str, Any]) -> None:
        await self.put(type=kind, match=message.get("match", ""))
