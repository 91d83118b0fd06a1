"""PostgreSQL and Redis of a cluster: those that were there before, or its own."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from glob import glob
from pathlib import Path

import psycopg
from psycopg import sql

from tools.cluster.layout import Cluster, ClusterError
from tools.cluster.processes import listens, spawn, tail, wait_for


def start_postgres(cluster: Cluster) -> None:
    """Start the cluster's own PostgreSQL; its data stay in the folder from one start to the next.

    It refuses to run as root: then it runs as the user ``postgres`` that its package makes.
    """
    data = cluster.folder / "postgres"
    if not (data / "PG_VERSION").exists():
        data.mkdir(mode=0o700, exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(data, "postgres")
        _postgres(
            "initdb", "-D", str(data), "-U", "reussite", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"
        )
    log = data / "server.log"
    options = f"-p {cluster.postgres_port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    _postgres("pg_ctl", "-D", str(data), "-l", str(log), "-w", "-t", "60", "-o", options, "start")
    pid = (data / "postmaster.pid").read_text().split()[0]
    (cluster.folder / "postgres.pid").write_text(f"{pid}\n")


def stop_postgres(cluster: Cluster) -> None:
    """Stop it at once but cleanly: sessions are cut, what was committed is safe."""
    data = cluster.folder / "postgres"
    _postgres("pg_ctl", "-D", str(data), "-m", "fast", "-w", "-t", "60", "stop")
    (cluster.folder / "postgres.pid").unlink(missing_ok=True)


def _postgres(program: str, *arguments: str) -> None:
    found = shutil.which(program) or next(
        iter(sorted(glob(f"/usr/lib/postgresql/*/bin/{program}"), key=_version)), None
    )
    if found is None:
        raise ClusterError(f"PostgreSQL's {program} is not on this machine.")
    command: Sequence[str] = [found, *arguments]
    if os.geteuid() == 0:
        command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *command]
    # Not a pipe: the server would inherit it, and reading to its end would never end.
    done = subprocess.run(command, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, text=True)
    if done.returncode:
        raise ClusterError(f"{' '.join(command)} failed.")


def _version(path: str) -> int:
    """Newest first."""
    version = Path(path).parent.parent.name
    return -int(version) if version.isdecimal() else 0


def start_redis(cluster: Cluster) -> None:
    """Start the cluster's own Redis. It keeps nothing: what it holds may be lost (docs/deploy.md)."""
    spawn(
        cluster.folder,
        "redis",
        [
            *("redis-server", "--bind", "127.0.0.1", "--port", str(cluster.redis_port)),
            *("--save", "", "--appendonly", "no", "--dir", str(cluster.folder)),
        ],
        os.environ,
    )
    if not wait_for(lambda: listens(cluster.redis_port), 20):
        raise ClusterError(f"Redis did not start. {tail(cluster.folder, 'redis')}")


def make_database(cluster: Cluster) -> None:
    """Make the cluster's database if it is not there."""
    try:
        with psycopg.connect(cluster.postgres_url(), autocommit=True, connect_timeout=10) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [cluster.database])
            if known.fetchone() is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(cluster.database)))
    except psycopg.Error as error:
        raise ClusterError(f"The database {cluster.database} cannot be made: {error}") from error
