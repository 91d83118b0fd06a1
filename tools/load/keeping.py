"""The sites of a load run: their stored games are made once and kept; each run works on a copy."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tools.cluster.layout import ROOT, Cluster
from tools.rig.sites import PostgresSite, SqliteSite, free_ports, running, stores_of

LAYOUT = 1
"""One more when `tools.load.stored` stores otherwise."""
KEPT = ROOT / "var" / "load"
RUN = "run"
KINDS = ("sqlite", "postgresql")
NAMES = {
    "sqlite": "SQLite, one process",
    "postgresql": "PostgreSQL and Redis, two processes, nginx",
}


def site_of(kind: str, database: str = RUN) -> Cluster:
    """The site of one kind, on a database of its folder."""
    folder = Path(os.environ.get("LOAD_DIR", KEPT)) / kind
    made = SqliteSite if kind == "sqlite" else PostgresSite
    return made(folder=folder, port=free_ports(), database=database)


def ready(site: Cluster, games: int) -> bool:
    """Whether so many games are stored for the site already."""
    mark = _mark(site, games)
    return mark.exists() and json.loads(mark.read_text()).get("layout") == LAYOUT


def _mark(site: Cluster, games: int) -> Path:
    return site.folder / f"games_{games}.json"


@contextmanager
def loaded(kind: str, games: int) -> Iterator[Cluster]:
    """A running site with about so many stored games, on a copy that is thrown away afterwards."""
    site = site_of(kind)
    with stores_of(site):
        if not ready(site, games):
            fill(site, games)
        copy(site, games)
        try:
            with running(site, with_stores=False):
                yield site
        finally:
            drop(site, RUN)


def fill(site: Cluster, games: int) -> None:
    """Store the games in a database of their own, and note that they are there."""
    name = f"games_{games}"
    print(f"Storing {games:,} games in {site.folder / name}; they are kept for later runs", file=sys.stderr)
    drop(site, name)
    if isinstance(site, PostgresSite):
        _execute(site, "CREATE DATABASE {}", name)
    environment = {**site.environment(), "DATABASE_URL": url_of(site, name), "REDIS_URL": ""}
    subprocess.run(
        [sys.executable, "-m", "tools.load.stored", str(games)], cwd=ROOT, env=environment, check=True
    )
    _mark(site, games).write_text(json.dumps({"layout": LAYOUT, "games": games}))


def url_of(site: Cluster, name: str) -> str:
    """The address of one of the site's databases."""
    if isinstance(site, PostgresSite):
        return site.postgres_url(name)
    return f"sqlite:///{site.folder / name}.sqlite3"


def copy(site: Cluster, games: int) -> None:
    """Make the run's database, a copy of the one with so many games."""
    drop(site, RUN)
    if isinstance(site, PostgresSite):
        _execute(site, "CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy", RUN, f"games_{games}")
    else:
        shutil.copyfile(site.folder / f"games_{games}.sqlite3", site.folder / f"{RUN}.sqlite3")


def drop(site: Cluster, name: str) -> None:
    """Delete one of the site's databases, if it is there."""
    if isinstance(site, PostgresSite):
        _execute(site, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
    else:
        for end in ("", "-wal", "-shm"):
            (site.folder / f"{name}.sqlite3{end}").unlink(missing_ok=True)


def _execute(site: Cluster, statement: Any, *names: str) -> None:
    with psycopg.connect(site.postgres_url(), autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
