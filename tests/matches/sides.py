"""Browsers at a match, as far as their sockets go."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from games.matches import services
from games.matches.models import Match
from games.matches.services import Wishes
from games.play.owners import Owner
from tests.matches.conftest import new_user

ORIGIN = (b"origin", b"http://localhost")
PATIENCE = 30
"""Seconds that a busy machine may take to answer; only a test that fails waits for so long."""


@cache
def site() -> Any:
    """The whole application, as a server starts it; its checks read the database."""
    return import_module("config.asgi").application


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


class Side:
    """A browser at a match: its socket, and what it knows."""

    def __init__(
        self,
        match: Match,
        client: Client | None,
        origin: tuple[bytes, bytes] | None = ORIGIN,
        query: str = "",
    ) -> None:
        headers = [origin] if origin else []
        if client is not None:
            cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
            headers.append((b"cookie", cookies.encode()))
        self.client = client
        self.socket = WebsocketCommunicator(site(), f"/ws/match/{match.pk}/{query}", headers=headers)
        self.version = 0
        self.actions: list[str] = []
        self.log: list[dict[str, Any]] = []

    async def open(self) -> "Side":
        connected, _ = await self.socket.connect(timeout=PATIENCE)
        assert connected
        await self.until(lambda message: message["type"] == "table")
        return self

    async def read(self, timeout: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=timeout))
        self.log.append(message)
        if message["type"] == "change":
            assert message["from"] == self.version, "a gap that the server made"
        if message["type"] in ("change", "table"):
            assert message["v"] >= self.version
            self.version = message["v"]
            self.actions = message["data"]["actions"]
        return message

    async def until(
        self, found: Callable[[dict[str, Any]], bool], timeout: float = PATIENCE
    ) -> dict[str, Any]:
        while True:
            message = await self.read(timeout)
            if found(message):
                return message

    async def reach(self, version: int) -> None:
        while self.version < version:
            await self.read()

    async def say(self, **message: Any) -> None:
        await self.socket.send_to(text_data=json.dumps(message))

    async def act(self, action: str, action_id: str = "") -> dict[str, Any]:
        await self.say(type="act", action=action, id=action_id or f"id-{len(self.log)}-{action}")
        return await self.until(lambda message: message.get("id") is not None)

    async def close(self) -> None:
        await self.socket.disconnect(timeout=PATIENCE)


async def closed_with(side: Side, timeout: float = PATIENCE) -> int:
    while True:
        message = await side.socket.receive_output(timeout=timeout)
        if message["type"] == "websocket.close":
            code: int = message.get("code", 1000)
            return code


@sync_to_async
def set_up(**wishes: Any) -> tuple[Match, Client, Client]:
    one, two = new_user("camille"), new_user("noor")
    match = services.create(owner=Owner(user_id=one.pk), wishes=Wishes(**wishes))
    services.join(match_id=match.pk, owner=Owner(user_id=two.pk))
    return match, logged_in(one), logged_in(two)


@asynccontextmanager
async def at_table(spectators: int = 0, **wishes: Any) -> AsyncIterator[tuple[Match, list[Side]]]:
    """Two browsers at a match whose game has begun, and some who look on."""
    match, one, two = await set_up(**wishes)
    await sync_to_async(site)()
    sides = [await Side(match, client).open() for client in (one, two, *[None] * spectators)]
    try:
        await sides[0].say(type="ready", id="r1")
        await sides[1].say(type="ready", id="r2")
        for side in sides:
            await side.until(lambda m: m.get("data", {}).get("state") == "playing")
        yield match, sides
    finally:
        for side in sides:
            await side.close()
        await sync_to_async(lambda: None)()


@sync_to_async
def stored(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)
