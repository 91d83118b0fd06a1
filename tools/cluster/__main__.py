"""The commands of `bin/cluster`."""

import argparse
import contextlib
import fcntl
import signal
import sys
import time
from collections.abc import Iterator

from tools.cluster import nginx, stores, web
from tools.cluster.layout import Cluster, ClusterError, folder, stored, wished
from tools.cluster.processes import end, kill, pid_of
from tools.cluster.proof import prove

USAGE = """\
bin/cluster start             everything: PostgreSQL and Redis where they do not answer, the processes, nginx
bin/cluster stop              everything that it started
bin/cluster run               start, then wait; Ctrl+C stops everything
bin/cluster status            what runs, with pids and addresses; exit status 1 if a part is dead
bin/cluster restart           the site's processes one after another: how a new version is taken up
bin/cluster restart NAME…     these parts: web1, web2 (or 1, 2), nginx, redis, postgres
bin/cluster stop NAME…        these parts, cleanly; start NAME… brings them back
bin/cluster kill NAME…        these parts, by SIGKILL
bin/cluster prove             play through nginx while each process is restarted twice: is any move lost?
bin/cluster env               its settings: env $(bin/cluster env) .venv/bin/python manage.py …

CLUSTER_PORT (8400), CLUSTER_WEBS (2), CLUSTER_SERVER (uvicorn or daphne), CLUSTER_DATABASE (reussite_cluster)
and CLUSTER_DIR (var/cluster) say otherwise. CLUSTER_OWN_SERVICES=1 starts a PostgreSQL and a Redis of its own
even where others answer; only such ones can be stopped and killed here."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="bin/cluster", usage=USAGE, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "command", choices=["start", "stop", "run", "status", "restart", "kill", "env", "prove"]
    )
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    try:
        with _alone():
            return _do(asked.command, asked.names)
    except ClusterError as error:
        print(f"bin/cluster: {error}", file=sys.stderr)
        return 1


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """One command at a time on a folder."""
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ClusterError("another command on this cluster is under way.") from None
        yield


def _do(command: str, names: list[str]) -> int:
    if command in ("start", "run") and not names:
        cluster = wished()
        _start_all(cluster)
        print(cluster.address, flush=True)
        return _wait(cluster) if command == "run" else 0
    found = stored()
    if found is None:
        if command == "stop":
            return 0
        raise ClusterError("nothing was started here: bin/cluster start")
    if command == "status":
        return _status(found)
    if command == "env":
        print("\n".join(f"{name}={value}" for name, value in found.settings().items()))
        return 0
    if command == "stop" and not names:
        _stop_all(found)
        return 0
    if command == "prove":
        return 1 if prove(found, lambda name: _restart(found, name)) else 0
    for name in _chosen(found, names):
        if command == "kill":
            kill(found.folder, name)
            continue
        {"stop": _stop, "start": _start, "restart": _restart}[command](found, name)
        print(f"{name}: {command} done", flush=True)
    return 0


def _chosen(cluster: Cluster, names: list[str]) -> list[str]:
    """The parts that are meant; none named means the site's processes."""
    chosen = [f"web{name}" if name.isdecimal() else name for name in names] or cluster.web_names
    for name in chosen:
        if name in ("postgres", "redis") and name not in cluster.names:
            raise ClusterError(
                f"{name} was there before and serves others; start with CLUSTER_OWN_SERVICES=1 to have one."
            )
        if name not in cluster.names:
            raise ClusterError(f"there is no {name}; there are {', '.join(cluster.names)}.")
    return chosen


def _start_all(cluster: Cluster) -> None:
    """Start what does not run. A cluster that runs already, wished otherwise now, must be stopped first."""
    before = stored()
    runs = before is not None and any(pid_of(before.folder, name) for name in before.names)
    if runs and before != cluster:
        raise ClusterError("a cluster with other settings runs here: bin/cluster stop, then start again.")
    cluster.save()
    stores_first = [name for name in cluster.names if name in ("postgres", "redis")]
    for name in stores_first:
        _start(cluster, name)
    stores.make_database(cluster)
    web.prepare(cluster)
    for name in cluster.names:
        if name not in stores_first:
            _start(cluster, name)


def _start(cluster: Cluster, name: str) -> None:
    if pid_of(cluster.folder, name):
        return
    if name == "postgres":
        stores.start_postgres(cluster)
    elif name == "redis":
        stores.start_redis(cluster)
    elif name == "nginx":
        nginx.start(cluster)
    else:
        web.start(cluster, name)


def _stop(cluster: Cluster, name: str) -> None:
    if not pid_of(cluster.folder, name):
        return
    if name == "postgres":
        stores.stop_postgres(cluster)
    elif name == "redis":
        end(cluster.folder, name, (signal.SIGTERM, 10))
    elif name == "nginx":
        nginx.stop(cluster)
    elif not web.stop(cluster, name):
        print(f"{name} did not stop in time and was killed.", file=sys.stderr)


def _restart(cluster: Cluster, name: str) -> None:
    _stop(cluster, name)
    _start(cluster, name)


def _stop_all(cluster: Cluster) -> None:
    """In the other order: nobody is left without what stands behind him."""
    for name in reversed(cluster.names):
        _stop(cluster, name)
    (cluster.folder / "state.json").unlink(missing_ok=True)


def _status(cluster: Cluster) -> int:
    dead = 0
    for name in cluster.names:
        pid = pid_of(cluster.folder, name)
        port = {
            "postgres": cluster.postgres_port,
            "redis": cluster.redis_port,
            "nginx": cluster.port,
        }.get(name) or cluster.web_port(name)
        dead += pid is None
        print(f"{name:9} {f'pid {pid}' if pid else 'does not run':14} 127.0.0.1:{port}")
    return int(dead > 0)


def _wait(cluster: Cluster) -> int:
    """Until somebody stops us; start again what dies meanwhile, as a service manager would."""
    ended: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda got, frame: ended.append(got))
    while not ended:
        for name in cluster.names:
            if not pid_of(cluster.folder, name) and not ended:
                print(f"{name} died: starting it again", file=sys.stderr, flush=True)
                _start(cluster, name)
        time.sleep(0.5)
    _stop_all(cluster)
    return 0


if __name__ == "__main__":
    sys.exit(main())
