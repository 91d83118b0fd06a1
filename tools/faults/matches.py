"""Bots that play matches to their end through whatever happens: they come back, and ask again what was not
answered, by the same id, which acts once.
"""

import asyncio
import contextlib
import threading
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException

from tools.faults.registry import Broken, check
from tools.load.page import choose
from tools.match_rig import Wire
from tools.rig.loopback import only_here

PACE, PATIENCE, COMES_BACK = 0.12, 8.0, 0.5
IDLE = 25
ENDED = ("over", "void", "cancelled")


@dataclass
class Bot:
    """One seat of one match."""

    port: int
    match: str
    session: str
    rng: Random
    pings: list[Any] = field(default_factory=list)
    acted: int = 0
    came: int = 0
    idle: int = 0
    number: int = 0
    state: str = ""
    waiting: tuple[str, str] | None = None

    async def play(self) -> None:
        """Play until the match has ended, coming back whenever the socket is lost."""
        while self.state not in ENDED:
            wire = Wire()
            try:
                await asyncio.wait_for(
                    wire.open(self.port, f"/ws/match/{self.match}/", self.session), PATIENCE
                )
                self.came += 1
                await self._at_table(wire)
            except (OSError, TimeoutError, WebSocketException):
                await asyncio.sleep(COMES_BACK)
            finally:
                await self._leave(wire)

    async def _leave(self, wire: Wire) -> None:
        for ping in self.pings:
            ping.cancel()
        self.pings.clear()
        if hasattr(wire, "socket"):
            with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                await asyncio.wait_for(wire.close(), 2)

    async def _at_table(self, wire: Wire) -> None:
        self.pings.append(asyncio.ensure_future(wire.ping()))
        await wire.until(lambda: bool(wire.version), PATIENCE)
        while True:
            self.state = wire.data["state"]
            if self.state in ENDED:
                return
            if wire.lost is not None:
                raise ConnectionError(repr(wire.lost))
            if self.state == "ready":
                await wire.ask(PATIENCE, type="ready", id=f"ready {self.came} {self.number}")
                self.number += 1
                await asyncio.sleep(1)
            elif self.state == "playing":
                await self._act(wire)
            await asyncio.sleep(PACE * (0.5 + self.rng.random()))

    async def _act(self, wire: Wire) -> None:
        """Send the action that is not answered yet, by its id; else choose another one."""
        if self.waiting is None:
            token = self._choice(wire.data)
            if not token:
                return
            self.number += 1
            self.waiting = (token, f"{self.session[:6]}-{self.number}")
        token, key = self.waiting
        answer = await wire.ask(PATIENCE, type="act", id=key, action=token)
        self.waiting = None
        if answer["type"] != "refused":
            self.acted += 1
            self.idle = 0 if token.endswith("-f") else self.idle + 1

    def _choice(self, data: dict[str, Any]) -> str:
        if self.idle > IDLE and "pass" in data["may"]:
            return "" if "below" in data["passed"] else "pass"
        return choose(data["actions"], self.rng) or ("pass" if "pass" in data["may"] else "")


class Matches:
    """Matches that are played while faults are made."""

    def __init__(self, url: str, tables: list[dict[str, Any]]) -> None:
        port = urlsplit(only_here(url)).port or 80
        self.bots = [
            Bot(port, table["match"], session, Random(f"{number} {seat}"))
            for number, table in enumerate(tables)
            for seat, session in enumerate(table["sessions"])
        ]
        self.stopping = False
        self.failed = ""
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            asyncio.run(self._all())
        except Exception as error:
            self.failed = f"{type(error).__name__}: {error}"

    async def _all(self) -> None:
        tasks = [asyncio.ensure_future(bot.play()) for bot in self.bots]
        while not all(task.done() for task in tasks) and not self.stopping:
            await asyncio.sleep(0.2)
        for task in tasks:
            if task.done():
                task.result()
            else:
                task.cancel()

    def start(self) -> "Matches":
        self.thread.start()
        return self

    @property
    def under_way(self) -> int:
        """How many bots still play."""
        return sum(bot.state not in ENDED for bot in self.bots)

    @property
    def acted(self) -> int:
        return sum(bot.acted for bot in self.bots)

    def finish(self, seconds: float) -> str:
        """Wait for all matches to end; return what was played.

        :raises Broken: if they do not in time.
        """
        self.thread.join(seconds)
        self.stopping = True
        self.thread.join(10)
        if self.failed:
            raise Broken(f"a bot failed: {self.failed}")
        left = [
            f"{bot.match} ({bot.state}, {bot.acted} actions)" for bot in self.bots if bot.state not in ENDED
        ]
        check(not left, f"{len(left)} seats did not come to the end: {left[:3]}")
        came = sum(bot.came for bot in self.bots)
        return f"{len(self.bots) // 2} matches to their end, {self.acted} actions, {came} times at the table"
