"""What processes use of the machine, read from /proc: CPU seconds, memory; and what the machine has to do."""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
TICK = os.sysconf("SC_CLK_TCK")


def _stat(pid: int | str) -> list[str]:
    """The fields of a process's stat after its name, which may hold spaces: [0] state, [1] parent."""
    return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


def children(pid: int) -> list[int]:
    """The processes that `pid` has started and that still run."""
    found = []
    for entry in PROC.iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError, IndexError):
                if int(_stat(entry.name)[1]) == pid:
                    found.append(int(entry.name))
    return found


def cpu(pids: Iterable[int], *, families: bool = False) -> float:
    """CPU seconds that processes have used, threads that have ended included.

    `families`: with their children, those that have ended too: PostgreSQL has a process a connection.
    """
    ticks = 0
    for pid in pids:
        with contextlib.suppress(OSError, IndexError):
            fields = _stat(pid)
            ticks += int(fields[11]) + int(fields[12])
            if families:
                ticks += int(fields[13]) + int(fields[14])
                for child in children(pid):
                    with contextlib.suppress(OSError, IndexError):
                        own = _stat(child)
                        ticks += int(own[11]) + int(own[12])
    return ticks / TICK


def memory(pids: Iterable[int]) -> int:
    """Resident memory of processes, in kB."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            for line in (PROC / str(pid) / "status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    total += int(line.split()[1])
    return total


@dataclass(frozen=True, slots=True)
class Machine:
    """All that the machine's cores have done so far, in seconds of CPU."""

    busy: float
    idle: float

    @classmethod
    def now(cls) -> "Machine":
        names = ("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal")
        values = map(int, (PROC / "stat").read_text().splitlines()[0].split()[1:9])
        spent = dict(zip(names, values, strict=True))
        idle = spent["idle"] + spent["iowait"]
        return cls((sum(spent.values()) - idle) / TICK, idle / TICK)

    def idle_share(self, before: "Machine") -> float:
        """The share of all cores' time since `before` in which they had nothing to do."""
        idle, busy = self.idle - before.idle, self.busy - before.busy
        return idle / (idle + busy) if idle + busy else 1.0


def load_average() -> float:
    """How many processes wanted a core in the last minute."""
    return os.getloadavg()[0]
