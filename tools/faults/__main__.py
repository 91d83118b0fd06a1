"""`bin/faults`: make each fault, look whether its promise is kept, prove that nothing was lost."""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from tools.cluster.layout import ROOT, Cluster, ClusterError
from tools.faults import clients, postgres, redis, sqlite, upkeep, web  # noqa: F401  they register their faults
from tools.faults.ground import Ground, no_disk, small_disk
from tools.faults.matches import Matches
from tools.faults.registry import FAULTS, POSTGRES, SQLITE, Broken, Fault, NotHere
from tools.rig.sites import PostgresSite, SqliteSite, end_by_exception, free_ports, running, stores_of

SETTINGS = "tools.faults.settings"
MATCHES, TO_THE_END = 6, 240.0
SMALL_MB = {SQLITE: 64, POSTGRES: 256}
NAMES = {SQLITE: "SQLite, one process", POSTGRES: "PostgreSQL, Redis, two processes, nginx"}
KEPT, BROKEN, NOT_RUN = "kept", "BROKEN", "not run"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a fault."""

    fault: Fault
    verdict: str
    seen: str
    seconds: float


def main() -> None:
    """Run the chosen faults; exit 1 if a promise was broken."""
    options = arguments()
    chosen = [fault for fault in FAULTS if wanted(fault, options)]
    if options.list:
        for fault in chosen:
            print(f"{NAMES[fault.on]}: {fault.name}\n    {fault.promise}")
        return
    end_by_exception()
    outcomes: list[Outcome] = []
    try:
        for kind in (SQLITE, POSTGRES):
            some = [fault for fault in chosen if fault.on == kind]
            if some:
                with site_for(kind) as ground:
                    for fault in some:
                        outcomes.append(run(fault, ground, options.cluster))
    except KeyboardInterrupt:
        report(outcomes)
        sys.exit(130)
    report(outcomes)
    sys.exit(any(outcome.verdict == BROKEN for outcome in outcomes))


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="bin/faults",
        description="Makes faults on sites of its own on this machine, and looks whether what docs/faults.md "
        "promises is kept; after each, every game is replayed and every board counted anew.",
    )
    parser.add_argument("--list", action="store_true", help="only say which there are")
    parser.add_argument("--on", choices=(SQLITE, POSTGRES), help="only those of one kind of site")
    parser.add_argument("--only", default="", metavar="WORDS", help="only those whose name holds these words")
    parser.add_argument(
        "--cluster", action="store_true",
        help="the faults of the cluster's parts, while bots play matches to their end through each",
    )  # fmt: skip
    return parser.parse_args()


def wanted(fault: Fault, options: argparse.Namespace) -> bool:
    """Whether a fault is among those asked for."""
    if options.cluster and not fault.cluster:
        return False
    return options.only.lower() in fault.name.lower() and (not options.on or fault.on == options.on)


@contextmanager
def site_for(kind: str) -> Iterator[Ground]:
    """A site of its own, new, on a small disk where that can be had; all of it is gone afterwards."""
    folder = ROOT / "var" / "faults" / kind
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["FAULTS_CLOCK"] = str(folder / "clock")
    (folder / "clock").unlink(missing_ok=True)
    # All its players come from one address, and begin a game whenever one is over: faster than a school does.
    kept = {"DJANGO_SETTINGS_MODULE": SETTINGS, "RATE_BEGIN": "100000/m/key"}
    small = folder / "small"
    no_disk(small)
    with ExitStack() as stack:
        stack.callback(no_disk, small)
        try:
            small_disk(small, SMALL_MB[kind], owner="postgres" if kind == POSTGRES else "")
            on_small = True
        except NotHere as why:
            print(f"({why})", file=sys.stderr)
            on_small = False
        if kind == SQLITE:
            name = "small/site" if on_small else "site"
            site: Cluster = SqliteSite(folder=folder, port=free_ports(), database=name, kept=kept)
            for end in ("", "-wal", "-shm"):
                (folder / f"{name}.sqlite3{end}").unlink(missing_ok=True)
            stack.enter_context(running(site))
        else:
            site = PostgresSite(folder=folder, port=free_ports(), database="faults", kept=kept)
            stack.enter_context(stores_of(site))
            make_small(site, str(small) if on_small else "")
            stack.callback(forget_small, site)
            stack.enter_context(running(site, with_stores=False))
        ground = Ground(site)
        ground.small = small if on_small else None
        prepare(ground)
        print(f"\n{NAMES[kind]} at {site.address}", file=sys.stderr, flush=True)
        yield ground


def make_small(site: Cluster, folder: str) -> None:
    """Make the database anew, on a tablespace of the small disk if there is one."""
    import psycopg

    with psycopg.connect(site.postgres_url(), autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS faults WITH (FORCE)")
        connection.execute("DROP TABLESPACE IF EXISTS small")
        if folder:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{folder}'")
        connection.execute("CREATE DATABASE faults" + (" TABLESPACE small" if folder else ""))


def forget_small(site: Cluster) -> None:
    """Take the tablespace away before its disk goes: a server that misses one complains at each start."""
    import psycopg

    with psycopg.connect(site.postgres_url(), autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS faults WITH (FORCE)")
        connection.execute("DROP TABLESPACE IF EXISTS small")


def prepare(ground: Ground) -> None:
    """Store some games, and give the faults players with accounts."""
    environment = ground.site.environment()
    done = subprocess.run(
        [sys.executable, "-m", "tools.load.stored", "60", "--players", "3", "--each", "4"],
        cwd=ROOT, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise ClusterError(f"no games could be stored: {done.stderr[-500:]}")
    ground.sessions = ground.make_sessions()


def run(fault: Fault, ground: Ground, with_matches: bool) -> Outcome:
    """Make a fault, prove the database, and put the site in order again for the next."""
    begun = time.monotonic()
    print(f"  {fault.name} …", file=sys.stderr, flush=True)
    verdict, seen = KEPT, ""
    matches = None
    try:
        if with_matches:
            matches = Matches(ground.url, ground.make_tables(MATCHES)).start()
        seen = fault.make(ground)
        if matches is not None:
            still = matches.under_way
            seen += f"; {matches.finish(TO_THE_END)} ({still} seats under way when it was over)"
        seen += f"; {ground.prove()}"
    except NotHere as why:
        verdict, seen = NOT_RUN, str(why)
    except Broken as error:
        verdict, seen = BROKEN, str(error)
    except (
        Exception
    ) as error:  # whatever it is, the promise was not seen to be kept, and the others are still made
        verdict, seen = BROKEN, f"{type(error).__name__}: {error}"
    finally:
        if matches is not None:
            matches.stopping = True
    ground.mend()
    outcome = Outcome(fault, verdict, seen, time.monotonic() - begun)
    print(f"    {verdict}: {seen} ({outcome.seconds:.0f} s)", file=sys.stderr, flush=True)
    return outcome


def report(outcomes: list[Outcome]) -> None:
    """The table, and the counts as JSON in the last line."""
    for outcome in outcomes:
        print(f"{outcome.verdict:8} {outcome.fault.on:11} {outcome.fault.name}")
        print(f"         promised: {outcome.fault.promise}")
        print(f"         seen: {outcome.seen}")
    counts = {name: sum(one.verdict == name for one in outcomes) for name in (KEPT, BROKEN, NOT_RUN)}
    print(json.dumps({"kept": counts[KEPT], "broken": counts[BROKEN], "not_run": counts[NOT_RUN]}))


if __name__ == "__main__":
    main()
