"""The lobby's socket: it says that the lists changed; the page asks for them."""

import asyncio
from typing import Any

from games.matches.services import notify
from games.matches.sockets import FLOOD, MAD, SiteConsumer, read_message

LOBBY_CALM = 0.5


class LobbyConsumer(SiteConsumer):
    """One viewer's socket at the lobby."""

    async def connect(self) -> None:
        self.identify()
        self.soon: asyncio.TimerHandle | None = None
        await self.accept()
        await self.enter(notify.LOBBY)

    async def disconnect(self, code: int) -> None:
        self.closed = True
        if self.soon is not None:
            self.soon.cancel()
        await self.leave_groups()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message = read_message(text_data)
        if message is None or (not self.bucket.take() and self.bucket.over > MAD):
            await self.shut(FLOOD)
        elif message.get("type") == "ping":
            await self.put(type="pong")

    async def lobby_event(self, message: dict[str, Any]) -> None:
        """The lists changed; of many changes in a row one message is made."""
        if self.soon is None and not self.closed:
            loop = asyncio.get_running_loop()
            self.soon = loop.call_later(LOBBY_CALM, self._say)

    def _say(self) -> None:
        self.soon = None
        asyncio.ensure_future(self.put(type="lobby"))

    async def notice(self, kind: str, message: dict[str, Any]) -> None:
        await self.put(type=kind, match=message.get("match", ""))
