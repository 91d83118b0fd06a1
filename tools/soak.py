"""Matches played to their end over real sockets, each version of each checked.

A server is started on a temporary database; pairs of clients, each logged in as a player of its own, come,
are ready and play by the computer's policies, in simultaneous matches both at once. What a client
received is kept for every version. Afterwards the match is replayed by the engine from its stored record, and
for every version

- the stored snapshot, where it was read, is the replay's, and its 104 cards are all there, each twice;
- what each client showed, pile by pile and face by face, is what its seat may see of the replay.
"""

import argparse
import asyncio
import os
import re
import resource
import secrets
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tools.match_rig import STORES, Server, Table, Wire, environment, make_tables, stores

SETTINGS, APPLICATION = "config.settings", "config.asgi:application"
OPTIONS = ("D1S", "D1A", "D3S", "D3A", "D1SM", "D1SB", "D1A1", "D3SM")
PACE = 0.06
"""Seconds between two actions of a client: a little less often than floods are held to."""
PATIENCE = 120.0
PILE = re.compile(r'id="((?:their-)?pile-[swtf]\d*)"')
CARD = re.compile(r'data-card="([^"]+)"')
ENDED = ("over", "void", "cancelled")
Pile = tuple[int, tuple[str, ...]]


def main() -> None:
    """Run, print what was played and every fault; end with status 1 if there was one."""
    options = arguments()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.environ["RIG_SECRET"] = secrets.token_urlsafe(50)
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        folder = Path(name)
        with stores(folder, options.on) as kept:
            env = environment(folder, SETTINGS, kept)
            os.environ.update(env)
            tables = prepare(options.matches)
            with Server(folder, APPLICATION, env) as server:
                soak = Soak(server, options)
                asyncio.run(soak.run(tables))
    sys.exit(soak.report())


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="bin/soak", description="Plays matches over sockets and checks them."
    )
    parser.add_argument("--on", choices=STORES, default=STORES[0], help="where data are kept (sqlite)")
    parser.add_argument("--matches", type=int, default=500, help="how many (500)")
    parser.add_argument("--at-once", type=int, default=20, help="how many under way at a time (20)")
    parser.add_argument("--seconds", type=float, default=3000, help="begin none after so many (3000)")
    parser.add_argument("--seed", type=int, default=1, help="of what the clients choose (1)")
    return parser.parse_args()


def prepare(number: int) -> list[Table]:
    """Make the database with the matches' tables."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from django.db import connection

    tables = make_tables(number, lambda index: OPTIONS[index % len(OPTIONS)])
    connection.close()
    return tables


class Screen:
    """What one client shows: its piles as the messages left them, at each version."""

    def __init__(self) -> None:
        self.piles: dict[str, Pile] = {}
        self.history: list[tuple[int, dict[str, Pile]]] = []
        self.faults: list[str] = []

    def take(self, message: dict[str, Any]) -> None:
        """Put a message's fragments in place, as the page does."""
        if message["type"] not in ("table", "change"):
            return
        if message["type"] == "table":
            self.piles = {}
        elif self.history and message["from"] != self.history[-1][0]:
            self.faults.append(f"version {message['v']} follows {message['from']}, not {self.history[-1][0]}")
        self.piles = {**self.piles, **read_piles(message["html"])}
        self.history.append((message["v"], self.piles))


def read_piles(html: str) -> dict[str, Pile]:
    """The piles of some HTML: how many backs, and the cards that show."""
    found = list(PILE.finditer(html))
    ends = [match.start() for match in found[1:]] + [len(html)]
    piles = {}
    for match, end in zip(found, ends, strict=False):  # none found: none read
        text = html[match.end() : end]
        piles[match[1]] = (text.count('class="down"'), tuple(CARD.findall(text)))
    return piles


@dataclass
class Played:
    """What is kept of a match under way: both screens, what was stored at which version, and what acted."""

    table: Table
    screens: tuple[Screen, Screen] = field(default_factory=lambda: (Screen(), Screen()))
    stored: dict[int, str] = field(default_factory=dict)
    acted: dict[int, str] = field(default_factory=dict)
    refused: int = 0


class Soak:
    """The matches, and what came of them."""

    def __init__(self, server: Server, options: argparse.Namespace) -> None:
        self.server, self.options = server, options
        self.database = ThreadPoolExecutor(1)
        self.faults: list[str] = []
        self.count: Counter[str] = Counter()
        self.begun_at = time.monotonic()

    async def run(self, tables: list[Table]) -> None:
        """Play all matches, some at once, as long as time is left."""
        left = iter(enumerate(tables))

        async def work() -> None:
            for index, table in left:
                if time.monotonic() - self.begun_at > self.options.seconds:
                    return
                try:
                    await self.play(index, table)
                except (TimeoutError, OSError, RuntimeError) as error:
                    self.faults.append(f"match {index}: {type(error).__name__} {error}")

        await asyncio.gather(*[work() for _ in range(self.options.at_once)])

    async def read(self, call: Any, *args: Any) -> Any:
        """Read the database in its one thread."""
        return await asyncio.get_running_loop().run_in_executor(self.database, call, *args)

    async def play(self, index: int, table: Table) -> None:
        """Play one match to its end and check it."""
        played = Played(table)
        path = f"/ws/match/{table.match_id}/"
        wires = [
            await Wire(screen.take).open(self.server.port, path, session)
            for screen, session in zip(played.screens, table.sessions, strict=True)
        ]
        pings = [asyncio.ensure_future(wire.ping()) for wire in wires]
        try:
            for wire in wires:
                await wire.until(lambda wire=wire: bool(wire.version), PATIENCE)  # type: ignore[misc]
                await wire.ask(PATIENCE, type="ready", id="ready")
            for wire in wires:
                await wire.until(lambda wire=wire: wire.data["state"] == "playing", PATIENCE)  # type: ignore[misc]
            await asyncio.gather(*[self.act(index, seat, wires[seat - 1], played) for seat in (1, 2)])
            last = (await self.read(row_of, table))["version"]
            for wire in wires:
                await wire.until(lambda wire=wire: wire.version >= last, PATIENCE)  # type: ignore[misc]
        finally:
            for ping in pings:
                ping.cancel()
            for wire in wires:
                await wire.close()
        faults = await self.read(check, played, self.count)
        self.faults += [f"match {index} ({table.match_id}): {fault}" for fault in faults]

    async def act(self, index: int, seat: int, wire: Wire, played: Played) -> None:
        """Play one seat as a client would, until the match is over."""
        rng = Random(f"{self.options.seed} {index} {seat}")
        level, number = rng.choice((1, 2, 2, 3)), 0
        while wire.data["state"] not in ENDED:
            row = await self.read(row_of, played.table)
            if row["snapshot"]:
                played.stored[row["version"]] = row["snapshot"]
            token = decide(row, seat, level, rng)
            if token:
                number += 1
                answer = await wire.ask(PATIENCE, type="act", id=f"{index}-{seat}-{number}", action=token)
                if answer["type"] == "refused":
                    played.refused += 1
                else:
                    played.acted[answer["v"]] = f"{'a' if row['first'] == seat else 'b'}/{token}"
            await asyncio.sleep(PACE)

    def report(self) -> int:
        """Print what was played and every fault; return the exit status."""
        seconds = time.monotonic() - self.begun_at
        for fault in self.faults[:50]:
            print(fault)
        count = self.count
        print(
            f"{count['matches']} of {self.options.matches} matches played to their end in {seconds:.0f} s: "
            f"{count['actions']} actions, {count['refused']} refused; {count['screens']} screens and "
            f"{count['snapshots']} stored snapshots compared with the replay; {len(self.faults)} faults."
        )
        if count["matches"] < self.options.matches and not self.faults:
            print("(the time was over before the rest began)")
        return 1 if self.faults else 0


# --- in the database's thread ---------------------------------------------------------------------


def row_of(table: Table) -> dict[str, Any]:
    """The stored match, as far as it is needed."""
    from games.matches.models import Match

    names = ("version", "state", "snapshot", "first", "code", "owners")
    return Match.objects.values(*names).get(pk=table.match_id)


def decide(row: dict[str, Any], seat: int, level: int, rng: Random) -> str:
    """What a seat plays now; empty: nothing."""
    from games.engine.duel import PASS, DuelPosition
    from games.engine.view import visible_duel
    from games.matches import deals
    from games.matches.bot import policy
    from games.matches.bot.sight import recall

    if row["state"] != "playing":
        return ""
    duel = DuelPosition.restore(deals.code_of(row["code"]), row["snapshot"])
    letter = "a" if row["first"] == seat else "b"
    if duel.over or duel.turn not in (None, letter):
        return ""
    token = policy.choose(visible_duel(duel, letter), letter, level, rng, memory=recall(duel, letter))
    return "" if token == PASS and duel.turn is None and letter in duel.passed else token


def check(played: Played, count: Counter[str]) -> list[str]:
    """Replay a match that has ended and compare; return the faults."""
    from games.matches import deals
    from games.matches.models import MatchGame

    game = MatchGame.objects.get(match=played.table.match_id)
    duel, tokens = deals.deal(game.deal_code), game.actions.split()
    faults = []
    if [played.acted[version] for version in sorted(played.acted)] != tokens:
        faults.append("the record is not what was answered, in the order of the versions")
    snapshots, views = {}, {}
    versions = sorted({*played.acted, *played.stored, *(v for s in played.screens for v, _ in s.history)})
    for version in versions:
        if version in played.acted:
            duel.do(played.acted[version])
        snapshots[version] = duel.snapshot()
        views[version] = expected(duel, game.first)
    for version, snapshot in played.stored.items():
        faults += check_snapshot(game, version, snapshot, snapshots[version])
    for seat, screen in enumerate(played.screens, 1):
        faults += screen.faults
        for version, piles in screen.history:
            faults += check_screen(seat, version, piles, views[version][seat])
            count["screens"] += bool(piles)
    faults += check_end(game, duel)
    count.update(matches=1, actions=len(tokens), snapshots=len(played.stored), refused=played.refused)
    return faults


def check_snapshot(game: Any, version: int, stored: str, replayed: str) -> list[str]:
    """A stored snapshot is the replay's, and all cards are in it."""
    from games.engine.duel import DuelPosition

    duel = DuelPosition.restore(game.deal_code, stored)
    cards: Counter[int] = Counter()
    for table in duel.seats.values():
        cards.update([card for pile in (*table.columns, table.pack) for card in pile])
    for slot, height in enumerate(duel.foundations):
        cards.update(range(slot // 2 * 13, slot // 2 * 13 + height))
    faults = []
    if cards != Counter(dict.fromkeys(range(52), 2)):
        faults.append(f"version {version}: {sum(cards.values())} cards, not each of 52 twice")
    if stored != replayed:
        faults.append(f"version {version}: the stored snapshot is not the replay's")
    return faults


def expected(duel: Any, first: int) -> dict[int, dict[str, Pile]]:
    """For each seat, the piles that it may see."""
    from games.engine.cards import card_name
    from games.engine.view import visible_duel

    found = {}
    for seat in (1, 2):
        letter = "a" if seat == first else "b"
        view = visible_duel(duel, letter)
        piles: dict[str, Pile] = {}
        for name, prefix in ((letter, "pile-"), ("b" if letter == "a" else "a", "their-pile-")):
            side = view.seats[name]
            piles[f"{prefix}w"] = (0, tuple(map(card_name, side.waste)))
            for number, column in enumerate(side.columns, 1):
                piles[f"{prefix}t{number}"] = (column.down, tuple(map(card_name, column.cards)))
        for slot, height in enumerate(view.foundations):
            below = slot // 2 * 13
            piles[f"pile-f{slot + 1}"] = (0, tuple(map(card_name, range(below, below + height))))
        found[seat] = piles
    return found


def check_screen(seat: int, version: int, shown: dict[str, Pile], may: dict[str, Pile]) -> list[str]:
    """What a client shows is what its seat may see; of a waste and of a foundation the last cards."""
    faults = []
    for name, pile in may.items() if shown else ():
        seen = shown.get(name)
        if seen is None:
            faults.append(f"seat {seat}, version {version}: {name} is missing")
        elif name[-1] == "w" or "-f" in name:
            if seen[1] != pile[1][len(pile[1]) - len(seen[1]) :] or bool(seen[1]) != bool(pile[1]):
                faults.append(f"seat {seat}, version {version}: {name} shows {seen[1]}, not {pile[1]}")
        elif seen != pile:
            faults.append(f"seat {seat}, version {version}: {name} shows {seen}, not {pile}")
    return faults


def check_end(game: Any, duel: Any) -> list[str]:
    """The game ended as the engine says, and every card up has an owner."""
    letters = "".join(game.owners.split(","))
    counts = {letter: letters.count(letter) for letter in "ab"}
    faults = []
    if counts != duel.contributed or sum(counts.values()) != sum(duel.foundations):
        faults.append(f"the owners {counts} are not those of the replay, {duel.contributed}")
    if not duel.over or game.over != duel.over:
        faults.append(f"the game ended as {game.over or 'none'}, the replay as {duel.over}")
    return faults


if __name__ == "__main__":
    main()
