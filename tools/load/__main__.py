"""`bin/load`: how many players a site holds, what each costs, and whether that grows."""

import argparse
import json
import subprocess
import sys
import time
from statistics import median
from typing import Any

from tools.cluster.layout import ROOT, Cluster
from tools.load import report
from tools.load.keeping import KINDS, NAMES, loaded
from tools.load.measuring import Crowd, Files, Step, measure
from tools.rig import figures
from tools.rig.loopback import Elsewhere, only_here
from tools.rig.sites import end_by_exception, pids

STEPS = (50, 75, 100, 150, 200, 250, 300, 400, 500, 650, 800, 1000)
WARM = Crowd(players=10, readers=5, matches=5)
ALONE = {"players": Crowd(players=30), "readers": Crowd(readers=30), "matches": Crowd(matches=60)}
MOST_PLAYERS, MOST_MATCHES = 1000, 120


def main() -> None:
    """Measure, print tables, and the figures as the last line."""
    options = arguments()
    end_by_exception()
    if options.url:
        try:
            only_here(options.url)
        except Elsewhere as error:
            sys.exit(f"bin/load: {error}")
        sys.exit("bin/load: it starts sites of its own; one that serves others is not loaded")
    options.until = time.monotonic() + options.minutes * 60
    found: dict[str, Any] = {"load_average_at_start": round(figures.load_average(), 2)}
    for kind in options.on:
        if options.grow:
            found[kind] = growth(kind, options)
        else:
            found[kind] = held(kind, options)
    print(json.dumps(found))


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="bin/load",
        description="Players, readers of boards and matches against sites of its own on this machine: on "
        "SQLite with one process, on PostgreSQL and Redis with two. Tables first, JSON as the last line.",
    )
    parser.add_argument("url", nargs="?", help="refused: an address, above all another machine's")
    parser.add_argument("--on", action="append", choices=KINDS, help="only this kind of site (both)")
    parser.add_argument("--steps", type=numbers, default=STEPS, help="people who play at each step")
    parser.add_argument("--stored", type=int, default=10_000, help="games stored before (10,000)")
    parser.add_argument(
        "--grow", type=numbers, default=(), metavar="N,M",
        help="compare what all costs with N and with M stored games, e.g. 10000,1000000",
    )  # fmt: skip
    parser.add_argument("--rounds", type=int, default=3, help="of a comparison (3)")
    parser.add_argument("--seconds", type=float, default=15, help="measured at each step (15)")
    parser.add_argument("--ramp", type=float, default=8, help="seconds in which all come (8)")
    parser.add_argument("--minutes", type=float, default=20, help="begin no step after so many (20)")
    found = parser.parse_args()
    found.on = found.on or list(KINDS)
    if max(found.steps, default=0) > MOST_PLAYERS:
        parser.error(f"at most {MOST_PLAYERS} people: more than one machine can play by itself")
    return found


def numbers(text: str) -> tuple[int, ...]:
    """Numbers parted by commas, in their order."""
    return tuple(sorted(int(part) for part in text.split(",")))


def prepare(site: Cluster, players: int, matches: int) -> Files:
    """Make the sessions and matches that a run needs."""
    files = Files(site.folder / "sessions.json", site.folder / "tables.json")
    command = [sys.executable, "-m", "tools.load.preparing", str(files.sessions), str(files.tables)]
    subprocess.run(
        [*command, "--players", str(players), "--matches", str(matches)],
        cwd=ROOT, env=site.environment(), check=True,
    )  # fmt: skip
    return files


def held(kind: str, options: argparse.Namespace) -> dict[str, Any]:
    """What one kind of site holds: first each kind of request alone, then crowds step by step."""
    print(f"\n{NAMES[kind]}; {options.stored:,} stored games; players move every two seconds", flush=True)
    with loaded(kind, options.stored) as site:
        files = prepare(site, min(MOST_PLAYERS, max(options.steps)), MOST_MATCHES + max(options.steps) // 10)
        measure(site, WARM, files, ramp=3, seconds=5)
        alone = {name: one_alone(site, crowd, files, options) for name, crowd in ALONE.items()}
        for name, value in report.costs(alone).items():
            print(f"  {name:32}{value:10.2f}")
        steps = climb(site, files, options)
    found = report.summary(steps, alone)
    words = f"{found['held']} people" if found["held"] else "not even the first step's people"
    print(f"Held with p99 under 250 ms: {words}; CPU of the site for one core: "
          f"{found['players_per_web_core']} people.", flush=True)  # fmt: skip
    return found


def one_alone(site: Cluster, crowd: Crowd, files: Files, options: argparse.Namespace) -> Step:
    """Measure one kind of request by itself, with what it adds to the site's memory."""
    before = figures.memory(pids(site, *site.web_names))
    step = measure(site, crowd, files, ramp=options.ramp, seconds=options.seconds)
    step.extra["memory_before"] = before
    return step


def climb(site: Cluster, files: Files, options: argparse.Namespace) -> list[Step]:
    """Let larger and larger crowds in, until one step beyond what holds."""
    steps: list[Step] = []
    for people in options.steps:
        if time.monotonic() > options.until:
            print("  (the time is over)")
            break
        steps.append(
            measure(site, Crowd.of(people), files, ramp=options.ramp + people / 40, seconds=options.seconds)
        )
        lines = report.table(steps)
        print("\n".join(lines if len(steps) == 1 else lines[-1:]), flush=True)
        if not steps[-1].holds:
            break
    return steps


def growth(kind: str, options: argparse.Namespace) -> dict[str, Any]:
    """What a move and a page cost with few and with many stored games, in rounds that take turns."""
    print(f"\n{NAMES[kind]}: CPU with {' and '.join(f'{size:,}' for size in options.grow)} stored games")
    found: dict[str, dict[int, list[float]]] = {}
    for _ in range(options.rounds):
        for size in options.grow:
            with loaded(kind, size) as site:
                files = prepare(site, 100, ALONE["matches"].matches + WARM.matches)
                measure(site, WARM, files, ramp=3, seconds=5)
                alone = {name: one_alone(site, crowd, files, options) for name, crowd in ALONE.items()}
            for name, value in report.costs(alone).items():
                found.setdefault(name, {}).setdefault(size, []).append(value)
    few, many = options.grow[0], options.grow[-1]
    result = {}
    for name, sizes in found.items():
        middle = {size: median(values) for size, values in sizes.items()}
        ratio = middle[many] / middle[few] if middle.get(few) else 0.0
        result[name] = {"few": middle[few], "many": middle[many], "ratio": round(ratio, 2)}
        print(f"  {name:34}{middle[few]:9.2f}{middle[many]:9.2f}   × {ratio:.2f}", flush=True)
    return result


if __name__ == "__main__":
    main()
