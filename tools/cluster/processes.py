"""Processes that outlive the command that started them: begun, found again by their pid files, ended."""

import contextlib
import os
import resource
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tools.cluster.layout import ROOT, ClusterError


def spawn(folder: Path, name: str, command: Sequence[str], env: Mapping[str, str]) -> None:
    """Start a process in a session of its own, where Ctrl+C does not reach it; note its pid and output."""
    with (folder / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=_many_files,
        )
    (folder / f"{name}.pid").write_text(f"{process.pid}\n")


def _many_files() -> None:
    """Each socket is a file: take as many as the system allows this user."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def pid_of(folder: Path, name: str) -> int | None:
    """The pid of a part that runs, else None; a pid that another program has got since is not it."""
    try:
        pid = int((folder / f"{name}.pid").read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return None
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)  # a dead child of this very process would look alive
    seen = subprocess.run(
        ["ps", "-o", "stat=", "-o", "command=", "-p", str(pid)], capture_output=True, text=True
    ).stdout
    state, _, command = seen.strip().partition(" ")
    word = "config.asgi" if name.startswith("web") else name
    return pid if word in command and not state.startswith("Z") else None


def end(folder: Path, name: str, *asks: tuple[int, float]) -> bool:
    """Ask a part to stop, by a signal and for some seconds, then by the next one; at last kill it.

    Return whether it stopped when it was asked.
    """
    pid = pid_of(folder, name)
    gone = pid is None
    for by, patience in asks:
        if pid is not None and not gone:
            os.kill(pid, by)
            gone = wait_for(lambda: pid_of(folder, name) is None, patience)
    if not gone:
        kill(folder, name)
    (folder / f"{name}.pid").unlink(missing_ok=True)
    return gone


def kill(folder: Path, name: str) -> None:
    """End a part, with the workers it has, as a crash would: nothing of it is asked."""
    pid = pid_of(folder, name)
    if pid is None:
        raise ClusterError(f"{name} does not run.")
    if os.getpgid(pid) == pid:
        os.killpg(pid, signal.SIGKILL)
    else:
        os.kill(pid, signal.SIGKILL)
    if not wait_for(lambda: pid_of(folder, name) is None, 10):
        raise ClusterError(f"{name} (pid {pid}) cannot be killed.")


def wait_for(true: Callable[[], bool], seconds: float) -> bool:
    """Ask until it is so; return whether it became so in time."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def listens(port: int) -> bool:
    """Whether anybody answers on a port of this machine."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def tail(folder: Path, name: str) -> str:
    """The end of what a part wrote, for whoever asks why it did not start."""
    path = folder / f"{name}.log"
    text = path.read_text(errors="replace")[-2000:] if path.exists() else ""
    return f"{path}:\n{text}"
