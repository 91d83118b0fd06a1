"""Sites of their own to run against: one process on SQLite, or the cluster of `bin/cluster`."""

import contextlib
import os
import shutil
import signal
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.cluster import nginx, stores, web
from tools.cluster.layout import POSTGRES_STEP, REDIS_STEP, Cluster, ClusterError
from tools.cluster.processes import end, kill, pid_of, spawn, tail, wait_for

STARTING = 180.0
"""Seconds that a process may take to start on a machine that is busy with load."""


@dataclass
class SqliteSite(Cluster):
    """One process on SQLite, with cache and messages in its memory: what serves a small site."""

    webs: int = 1

    @property
    def names(self) -> list[str]:
        return self.web_names

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.web_port('web1')}"

    @property
    def file(self) -> Path:
        return self.folder / f"{self.database}.sqlite3"

    def settings(self) -> dict[str, str]:
        ours = {"DATABASE_URL": f"sqlite:///{self.file}", "REDIS_URL": "", "TRUSTED_PROXIES": "0"}
        return {**super().settings(), **ours, **self.kept}


@dataclass
class PostgresSite(Cluster):
    """A cluster with a PostgreSQL and a Redis of its own. Without `front` there is no nginx."""

    front: bool = True

    @property
    def names(self) -> list[str]:
        return [name for name in super().names if self.front or name != "nginx"]

    def settings(self) -> dict[str, str]:
        proxies = {} if self.front else {"TRUSTED_PROXIES": "0"}
        return {**super().settings(), **proxies, **self.kept}


def end_by_exception() -> None:
    """Let SIGTERM end this process as Ctrl+C does: what was started is stopped on the way out."""

    def end(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, end)


def free_ports(webs: int = 2) -> int:
    """A first port for a cluster, all of whose ports are free now."""
    steps = (*range(webs + 1), POSTGRES_STEP, REDIS_STEP)
    for first in range(8500 + os.getpid() % 50 * 100, 30000, 100):
        with contextlib.ExitStack() as held:
            try:
                for step in steps:
                    probe = held.enter_context(socket.socket())
                    probe.bind(("127.0.0.1", first + step))
            except OSError:
                continue
            return first
    raise RuntimeError("no free ports on 127.0.0.1")


def addresses(site: Cluster) -> list[str]:
    """The address of each of the site's processes."""
    return [f"http://127.0.0.1:{site.web_port(name)}" for name in site.web_names]


def start(site: Cluster, name: str) -> None:
    """Start a part and wait until it answers."""
    if name == "postgres":
        stores.start_postgres(site)
    elif name == "redis":
        stores.start_redis(site)
    elif name == "nginx":
        nginx.start(site)
    else:
        _start_web(site, name)


def _start_web(site: Cluster, name: str) -> None:
    """Start a process; on a machine that is busy with load, that may take minutes."""
    port = site.web_port(name)
    spawn(site.folder, name, web.command(site, name), site.environment())
    wait_for(lambda: web.answers(port) or pid_of(site.folder, name) is None, STARTING)
    if not web.answers(port):
        raise ClusterError(f"{name} did not start. {tail(site.folder, name)}")


def stop(site: Cluster, name: str) -> None:
    """Stop a part cleanly, if it runs."""
    if not pid_of(site.folder, name):
        return
    if name == "postgres":
        stores.stop_postgres(site)
    elif name == "redis":
        end(site.folder, name, (15, 10))
    elif name == "nginx":
        nginx.stop(site)
    else:
        web.stop(site, name)


def crash(site: Cluster, name: str) -> None:
    """End a part by SIGKILL."""
    kill(site.folder, name)


def pids(site: Cluster, *names: str) -> list[int]:
    """The processes of some parts, those that run."""
    found = (pid_of(site.folder, name) for name in names)
    return [pid for pid in found if pid is not None]


@contextlib.contextmanager
def stores_of(site: Cluster) -> Iterator[Cluster]:
    """The site's PostgreSQL and Redis, where it has its own, running with its database made; then stopped."""
    site.folder.mkdir(parents=True, exist_ok=True)
    if os.geteuid() == 0:
        site.folder.chmod(0o755)  # PostgreSQL runs as another user than root
    own = [name for name in site.names if name in ("postgres", "redis")]
    try:
        for name in own:
            if not pid_of(site.folder, name):
                start(site, name)
        if own:
            stores.make_database(site)
        yield site
    finally:
        for name in reversed(own):
            stop(site, name)


@contextlib.contextmanager
def running(site: Cluster, *, with_stores: bool = True) -> Iterator[Cluster]:
    """The whole site, its database and files prepared; whatever happens, what was started is stopped.

    `with_stores=False`: its PostgreSQL and Redis run already.
    """
    with stores_of(site) if with_stores else contextlib.nullcontext():
        web.prepare(site)
        fronts = [name for name in site.names if name not in ("postgres", "redis")]
        try:
            for name in fronts:
                start(site, name)
            yield site
        finally:
            for name in reversed(fronts):
                stop(site, name)


def forget(folder: Path) -> None:
    """Delete a site's folder."""
    shutil.rmtree(folder, ignore_errors=True)
