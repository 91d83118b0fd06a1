"""Matches under way over sockets, as many as wished, against one site: a process of its own, by asyncio.

Both seats of a match act once every two seconds, each on an action that the last message named. It says
"ready" when all matches play, then obeys lines of its input: "measure" begins to count, "report" prints one
line of JSON with what was counted, and goes on; the end of the input ends it.
"""

import argparse
import asyncio
import contextlib
import json
import resource
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from tools.load.page import choose
from tools.match_rig import Wire
from tools.rig.loopback import only_here

PACE, TICK, PATIENCE = 2.0, 0.05, 60.0
ENDED = ("over", "void", "cancelled")


@dataclass
class Counted:
    """Milliseconds until both seats had a move, what was refused or lost, and one's own strain."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    lost: int = 0
    lags: list[float] = field(default_factory=list)
    begun: float = field(default_factory=time.perf_counter)
    cpu: float = field(default_factory=time.process_time)

    def report(self) -> dict[str, Any]:
        seconds, used = time.perf_counter() - self.begun, time.process_time() - self.cpu
        return {
            "seconds": seconds,
            "cpu": used,
            "times": {"match move": self.times},
            "refused": self.refused,
            "failures": {"match lost": self.lost} if self.lost else {},
            "lags": self.lags,
        }


class Matches:
    """The matches that are kept under way; one that ends makes place for the next."""

    def __init__(self, port: int, tables: list[dict[str, Any]], number: int) -> None:
        self.port, self.number = port, number
        self.waiting = iter(tables)
        self.playing = 0
        self.counted = Counted()

    async def run(self) -> None:
        """Keep `number` matches under way until somebody cancels it."""
        await asyncio.gather(*[self._lane(number) for number in range(self.number)])

    async def _lane(self, number: int) -> None:
        rng = Random(number)
        await asyncio.sleep(number * 0.02)
        for table in self.waiting:
            try:
                await self._play(table, rng)
            except (TimeoutError, OSError):
                self.counted.lost += 1

    async def _play(self, table: dict[str, Any], rng: Random) -> None:
        path = f"/ws/match/{table['match']}/"
        wires = [await Wire().open(self.port, path, session) for session in table["sessions"]]
        pings = [asyncio.ensure_future(wire.ping()) for wire in wires]
        try:
            for wire in wires:
                await wire.until(lambda wire=wire: bool(wire.version), PATIENCE)
                if wire.data["state"] in ENDED:  # in an earlier step
                    return
                await wire.ask(PATIENCE, type="ready", id="ready")
            for wire in wires:
                await wire.until(lambda wire=wire: wire.data["state"] == "playing", PATIENCE)
            self.playing += 1
            seats = [self._seat(wire, wires, Random(rng.random())) for wire in wires]
            await asyncio.gather(*seats)
        finally:
            for ping in pings:
                ping.cancel()
            for wire in wires:
                with contextlib.suppress(Exception):
                    await wire.close()

    async def _seat(self, wire: Wire, wires: list[Wire], rng: Random) -> None:
        """Play one seat until the match is over."""
        number = 0
        due = time.perf_counter() + rng.random() * PACE
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due = time.perf_counter() + PACE * (0.5 + rng.random())
            if wire.data["state"] in ENDED:
                return
            token = choose(wire.data["actions"], rng)
            if not token:
                token = "pass" if "pass" in wire.data["may"] else ""
            if not token:
                continue
            number += 1
            begun = time.perf_counter()
            answer = await wire.ask(PATIENCE, type="act", id=f"{number}-{rng.random()}", action=token)
            if answer["type"] == "refused":
                self.counted.refused += 1
                continue
            for each in wires:
                await each.until(lambda each=each: each.version >= answer["v"], PATIENCE)  # noqa: B023
            self.counted.times.append((time.perf_counter() - begun) * 1000)

    async def watch(self) -> None:
        """Note by how much this process comes late to its own appointments."""
        while True:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            self.counted.lags.append((time.perf_counter() - due) * 1000)


async def obey(matches: Matches) -> None:
    """Do what the lines of the input say, until they end."""
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        if line.strip() == "measure":
            matches.counted = Counted()
        elif line.strip() == "report":
            print(json.dumps(matches.counted.report()), flush=True)


async def serve(options: argparse.Namespace) -> None:
    """Play, obey, and end."""
    port = urlsplit(only_here(options.url)).port or 80
    matches = Matches(port, json.loads(Path(options.tables).read_text()), options.matches)
    tasks = [asyncio.ensure_future(matches.run()), asyncio.ensure_future(matches.watch())]
    while matches.playing < options.matches and not tasks[0].done():
        await asyncio.sleep(0.1)
    print("ready", flush=True)
    await obey(matches)
    for task in tasks:
        task.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.load.sockets", description=__doc__)
    parser.add_argument("url")
    parser.add_argument("tables", help="a file with matches: their ids and the sessions of their seats")
    parser.add_argument("--matches", type=int, required=True, help="how many are kept under way")
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(serve(options))


if __name__ == "__main__":
    main()
