"""What a move of a match costs: the CPU of one daphne process for its whole trip (store, decide, draw for
both), beside a bare pair's (one frame in, one database write, one frame out to each), with 10, 100 and 500
matches, or pairs, under way.

Two servers of the same kind run, one with pairs only and one with matches only, so that the layer of each
holds as many sockets; rounds of both alternate. The matches play a game that the computer played against
itself. What presence costs meanwhile (pings, beats) is measured without moves and taken off; it is in the
table too. Also: how long a move takes to reach both at 100 matches each moving once a second, and the memory
of a connection.
"""

import argparse
import asyncio
import itertools
import json
import os
import resource
import secrets
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from tools.match_rig import STORES, Server, Table, Wire, environment, make_tables, stores

SETTINGS, APPLICATION = "bench.pair.settings", "bench.pair.asgi:application"
SIZES, ROUNDS, TRIPS, AT_ONCE = (10, 100, 500), 5, 300, 8
PACED, SECONDS, LONGEST = 100, 10, 200
FRAME = "x" * 90
"""With its frame of JSON, 120 bytes."""


def main() -> None:
    """Set up, measure, print the table and, as the last line, the ratios."""
    options = arguments()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.environ["RIG_SECRET"] = secrets.token_urlsafe(50)
    with tempfile.TemporaryDirectory(prefix="bench-matches-") as name:
        folder = Path(name)
        with stores(folder, options.on) as kept:
            env = environment(folder, SETTINGS, kept)
            os.environ.update(env)
            tables, line = prepare(max(options.sizes))
            with Server(folder, APPLICATION, env) as bare, Server(folder, APPLICATION, env) as real:
                sides = Side(bare, Pairs(bare)), Side(real, Matches(real, tables, line))
                asyncio.run(measure(*sides, options.sizes, options.rounds))


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="bin/bench matches", description=__doc__)
    parser.add_argument("--on", choices=STORES, default=STORES[0], help="where data are kept (sqlite)")
    parser.add_argument("--sizes", type=sizes_of, default=SIZES, help="matches under way (10,100,500)")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    return parser.parse_args()


def sizes_of(text: str) -> tuple[int, ...]:
    """Sizes from an argument, the smallest first."""
    return tuple(sorted(map(int, text.split(","))))


# --- the data -------------------------------------------------------------------------------------


def prepare(number: int) -> tuple[list[Table], list[str]]:
    """Make the database: players, matches on one typed deal, the pairs' rows; and the game to play."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from django.conf import settings
    from django.db import connection

    from bench.pair.models import Note

    Note.objects.bulk_create(Note(pk=pair) for pair in range(1, number + 1))
    code, line = a_game(settings.DEAL_KEY)
    tables = make_tables(number, lambda index: "D1S", code)
    connection.close()
    return tables, line


def a_game(key: str) -> tuple[str, list[str]]:
    """A deal and a long game that the computer played on it, without its end."""
    from games.engine.codes import DealCode, number_to_letters
    from games.engine.duel import PASS, SEATS, DuelPosition
    from games.engine.shuffle import deal_duel_cards
    from games.engine.view import visible_duel
    from games.matches.bot import policy

    best: tuple[str, list[str]] = ("", [])
    for number in range(40):
        code = DealCode.make("DK", "D1S", number_to_letters(number))
        duel, line, rng = DuelPosition.deal(code, deal_duel_cards(code, key)), [], Random(number)
        while not duel.over and len(line) < LONGEST * 3:
            seat = SEATS[len(line) % 2]
            token = policy.choose(visible_duel(duel, seat), seat, 1, rng)
            if token == PASS:
                break
            line += duel.do(f"{seat}/{token}")
        best = max(best, (code.text, line[:-1]), key=lambda game: len(game[1]))
    return best


# --- the two kinds of trips -----------------------------------------------------------------------


class Pairs:
    """Bare pairs: each trip is one message of one end, which both receive."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ends: list[tuple[Wire, Wire]] = []
        self.counts: list[int] = []

    async def grow(self, number: int) -> None:
        while len(self.ends) < number:
            path = f"/ws/bare/{len(self.ends) + 1}/"
            one, two = Wire(), Wire()
            await asyncio.gather(one.open(self.server.port, path), two.open(self.server.port, path))
            self.ends.append((one, two))
            self.counts.append(0)

    async def trip(self, pair: int) -> None:
        self.counts[pair] += 1
        count, ends = self.counts[pair], self.ends[pair]
        await ends[count % 2].send(type="change", v=count, data={}, text=FRAME)
        for wire in ends:
            await wire.until(lambda wire=wire: wire.version >= count)


class Matches:
    """Real matches: each trip is one action of one seat, whose change both receive."""

    def __init__(self, server: Server, tables: list[Table], line: list[str]) -> None:
        self.server, self.tables, self.line = server, tables, line
        self.seats: list[dict[str, Wire]] = []
        self.played: list[int] = []
        self.pings: list[asyncio.Task[None]] = []
        self.moves = self.bytes = 0

    async def grow(self, number: int) -> None:
        first = len(self.seats)
        wires = []
        for table in self.tables[first:number]:
            pair = [
                await Wire().open(self.server.port, f"/ws/match/{table.match_id}/", session)
                for session in table.sessions
            ]
            for wire in pair:
                self.pings.append(asyncio.ensure_future(wire.ping()))
                await wire.until(lambda wire=wire: bool(wire.version))
            wires.append(pair)
        for pair in wires:
            for seat, wire in enumerate(pair):
                await wire.ask(type="ready", id=f"ready {seat}")
        for pair in wires:
            for wire in pair:
                await wire.until(lambda wire=wire: wire.data["state"] == "playing", timeout=60)
        seats = await asyncio.to_thread(first_seats, self.tables[first:number])
        for pair, seat in zip(wires, seats, strict=True):
            self.seats.append({"a": pair[seat - 1], "b": pair[2 - seat]})
            self.played.append(0)

    async def trip(self, number: int) -> None:
        token = self.line[self.played[number]]
        self.played[number] += 1
        letter, _, action = token.partition("/")
        seats = self.seats[number]
        before = sum(wire.received for wire in seats.values())
        answer = await seats[letter].ask(type="act", id=f"{self.played[number]}-{number}", action=action)
        if answer["type"] != "change":
            sys.exit(f"A move was refused: {token}, {answer.get('reason')}")
        for wire in seats.values():
            await wire.until(lambda wire=wire: wire.version >= answer["v"])
        self.moves += 1
        self.bytes += sum(wire.received for wire in seats.values()) - before


def first_seats(tables: list[Table]) -> list[int]:
    """Which seat of each match plays the engine's seat a: it was drawn by lot."""
    from django.db import connection

    from games.matches.models import Match

    found = dict(Match.objects.filter(pk__in=[table.match_id for table in tables]).values_list("pk", "first"))
    connection.close()
    return [found[table.match_id] for table in tables]


# --- measuring ------------------------------------------------------------------------------------


@dataclass
class Side:
    """One of the two servers with its trips, and what was measured of it."""

    server: Server
    trips: Any
    cpu: dict[int, list[float]] = field(default_factory=dict)
    idle: dict[int, float] = field(default_factory=dict)
    memory: list[tuple[int, int]] = field(default_factory=list)


async def measure(bare: Side, real: Side, sizes: tuple[int, ...], rounds: int) -> None:
    """Grow both, step by step, and measure at each step."""
    times: dict[str, tuple[float, float]] = {}
    for size in sizes:
        for side in (bare, real):
            await side.trips.grow(size)
            side.memory.append((2 * size, side.server.memory()))
        await asyncio.gather(round_of(bare, size, TRIPS // 3), round_of(real, size, TRIPS // 3))
        for _ in range(rounds):
            for side in (bare, real):
                await measured_round(side, size)
        print(f"{size} matches: measured", file=sys.stderr)
        if size == PACED:
            times = {"bare": await paced(bare, size), "real": await paced(real, size)}
    report(bare, real, sizes, times)


async def measured_round(side: Side, size: int) -> None:
    """One round: what the server uses by itself for a second, then what it uses for the trips beside that."""
    begin, before = time.perf_counter(), side.server.cpu()
    await asyncio.sleep(1)
    idle = (side.server.cpu() - before) / (time.perf_counter() - begin)
    begin, before = time.perf_counter(), side.server.cpu()
    await round_of(side, size, TRIPS)
    used = side.server.cpu() - before - idle * (time.perf_counter() - begin)
    side.cpu.setdefault(size, []).append(used / TRIPS)
    side.idle[size] = idle


async def round_of(side: Side, size: int, trips: int) -> None:
    """Make trips, some at once, never two of the same match."""
    queue = itertools.islice(itertools.cycle(range(size)), trips)

    async def work(numbers: list[int]) -> None:
        for number in numbers:
            await side.trips.trip(number)

    lanes: list[list[int]] = [[] for _ in range(min(AT_ONCE, size))]
    for number in queue:
        lanes[number % len(lanes)].append(number)
    await asyncio.gather(*[work(lane) for lane in lanes])


async def paced(side: Side, size: int) -> tuple[float, float]:
    """Let every match move once a second, spread evenly; return the median and the 99th percentile, in ms."""
    times: list[float] = []

    async def play(number: int) -> None:
        start = time.perf_counter() + number / size
        for second in range(SECONDS):
            await asyncio.sleep(max(0.0, start + second - time.perf_counter()))
            begin = time.perf_counter()
            await side.trips.trip(number)
            times.append((time.perf_counter() - begin) * 1000)

    await asyncio.gather(*[play(number) for number in range(size)])
    times.sort()
    return median(times), times[int(len(times) * 0.99)]


def per_connection(side: Side) -> float:
    """Memory of a connection, in kB, from the smallest to the largest number of them."""
    (few, low), (many, high) = side.memory[0], side.memory[-1]
    return (high - low) / (many - few) if many > few else 0.0


def report(bare: Side, real: Side, sizes: tuple[int, ...], times: dict[str, tuple[float, float]]) -> None:
    """Print the table and the ratios."""
    print(f"{'CPU of the server, µs':32}" + "".join(f"{size:>10}" for size in sizes))
    rows = {
        "bare trip + one write": {size: median(bare.cpu[size]) * 1e6 for size in sizes},
        "a move of a match": {size: median(real.cpu[size]) * 1e6 for size in sizes},
        "presence of all, per second": {size: real.idle[size] * 1e6 for size in sizes},
    }
    for name, cells in rows.items():
        print(f"{name:32}" + "".join(f"{cells[size]:10,.0f}" for size in sizes))
    ratios = {
        size: median(a / b for a, b in zip(real.cpu[size], bare.cpu[size], strict=True)) for size in sizes
    }
    print(f"{'ratio (median of the rounds)':32}" + "".join(f"{ratios[size]:10.2f}" for size in sizes))
    trips = real.trips
    print(f"A move sends {trips.bytes / max(1, trips.moves) / 1000:.1f} kB to the two together.")
    print(f"A connection takes {per_connection(real):.0f} kB, a bare one {per_connection(bare):.0f} kB.")
    for name, kind in (("bare", "a bare message"), ("real", "a move")) if times else ():
        p50, p99 = times[name]
        print(f"{PACED} pairs, each once a second: {kind} reaches both in {p50:.1f} ms, p99 {p99:.1f} ms.")
    keys: dict[str, float | None] = {
        "cpu_vs_bare": round(max(ratios.values()), 2),
        "p99_ms_at_100": round(times["real"][1], 1) if times else None,
        "bare_p99_ms_at_100": round(times["bare"][1], 1) if times else None,
        **{f"cpu_vs_bare_at_{size}": round(ratios[size], 2) for size in sizes},
        "kb_per_connection": round(per_connection(real), 1),
    }
    print(json.dumps(keys))


if __name__ == "__main__":
    main()
