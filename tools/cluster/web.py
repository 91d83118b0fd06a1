"""The site's processes: each on a port of its own, started, asked whether it answers, stopped."""

import hashlib
import http.client
import os
import signal
import subprocess
import sys
from pathlib import Path

from tools.cluster.layout import ROOT, Cluster, ClusterError
from tools.cluster.processes import end, listens, pid_of, spawn, tail, wait_for

GRACE = 10
"""Seconds that a process has for the requests under way once it is asked to stop."""
PATIENCE = {"uvicorn": GRACE + 5, "daphne": 5}
"""Seconds until it is ended all the same. daphne never stops while a request is in flight: it gets the time
that a request needs, no more; uvicorn stops by itself when its grace is over."""


def command(cluster: Cluster, name: str) -> list[str]:
    """The command line of a process; docs/deploy/systemd has the same."""
    port = str(cluster.web_port(name))
    if cluster.server == "daphne":
        return [
            *(sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", port, "--proxy-headers"),
            *("--no-server-name", "--verbosity", "0", "--http-timeout", "60", "config.asgi:application"),
        ]
    return [
        *(sys.executable, "-m", "uvicorn", "config.asgi:application", "--host", "127.0.0.1", "--port", port),
        *("--proxy-headers", "--forwarded-allow-ips", "127.0.0.1"),
        *("--timeout-graceful-shutdown", str(GRACE)),
        # Longer than nginx keeps a connection that nobody uses: so it is nginx that closes it, and no process
        # does just as a move is sent.
        *("--timeout-keep-alive", "75"),
        *("--lifespan", "on", "--no-access-log", "--no-server-header", "--ws-max-size", "65536"),
    ]


def start(cluster: Cluster, name: str) -> None:
    """Start a process and wait until it answers."""
    port = cluster.web_port(name)
    if listens(port):
        raise ClusterError(f"Somebody else listens on 127.0.0.1:{port}: choose others with CLUSTER_PORT=.")
    spawn(cluster.folder, name, command(cluster, name), cluster.environment())
    if not wait_for(lambda: answers(port) or pid_of(cluster.folder, name) is None, 60) or not answers(port):
        raise ClusterError(f"{name} did not start. {tail(cluster.folder, name)}")


def stop(cluster: Cluster, name: str) -> bool:
    """Stop a process; return whether it did so by itself."""
    return end(cluster.folder, name, (signal.SIGTERM, PATIENCE[cluster.server]))


def answers(port: int) -> bool:
    """Whether the process on a port says that it is alive."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def prepare(cluster: Cluster) -> None:
    """Bring the database and, if they changed, the static files up to date."""
    commands = [["migrate", "-v0"], ["seed_content", "-v0"]]
    stamp, sources = cluster.folder / "public" / "collected", _static_sources()
    if not stamp.exists() or stamp.read_text() != sources:
        commands.append(["collectstatic", "--noinput", "-v0"])
    for arguments in commands:
        log = cluster.folder / "prepare.log"
        with log.open("ab") as out:
            done = subprocess.run(
                [sys.executable, str(ROOT / "manage.py"), *arguments],
                cwd=ROOT, env=cluster.environment(), stdin=subprocess.DEVNULL, stdout=out, stderr=out,
            )  # fmt: skip
        if done.returncode:
            raise ClusterError(f"manage.py {arguments[0]} failed. {tail(cluster.folder, 'prepare')}")
    stamp.write_text(sources)
    _readable(cluster.folder / "public")


def _static_sources() -> str:
    """A mark of what is collected: compressing it all takes most of a start."""
    files = [ROOT / "requirements.txt", *(path for path in (ROOT / "static").rglob("*") if path.is_file())]
    known = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in sorted(files)]
    return hashlib.sha256(repr(known).encode()).hexdigest()


def _readable(folder: Path) -> None:
    """nginx's workers are another user than root."""
    if os.geteuid() == 0:
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
