"""One step of a load run: so many players, readers and matches for so long, and what it took of whom."""

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.cluster.layout import ROOT, Cluster
from tools.rig import figures
from tools.rig.sites import pids

GENERATOR = ROOT / ".venv-bench" / "bin" / "python"
LATE_MS, BUSY, FULL = 50.0, 0.85, 0.05
"""From when on the generator is the limit (its lag at the 99th percentile, its share of a core), and the
machine (the share of its cores' time that is left)."""
ALLOWED_MS = 250.0
PARTS = {"web": ("web1", "web2"), "database": ("postgres",), "redis": ("redis",), "nginx": ("nginx",)}
MOVES = ("move", "match move")


class Broken(RuntimeError):
    """A generator ended before its time."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who is there."""

    players: int = 0
    readers: int = 0
    matches: int = 0

    @classmethod
    def of(cls, people: int) -> "Crowd":
        """A mixed crowd of `people` who play: of a hundred, eighty alone and twenty in ten matches; beside
        them twenty read boards.
        """
        matches = people // 10
        return cls(people - 2 * matches, people // 5, matches)

    @property
    def playing(self) -> int:
        """How many people play, alone or in a match."""
        return self.players + 2 * self.matches


@dataclass
class Step:
    """What one step came to. CPU in cores (seconds of CPU a second), memory in kB, times in milliseconds."""

    crowd: Crowd
    seconds: float
    times: dict[str, list[float]]
    failures: dict[str, int]
    cpu: dict[str, float]
    memory: dict[str, int]
    generator_cpu: float
    generator_lag: float
    idle: float
    load_average: float
    refused: int = 0
    extra: dict[str, Any] = field(default_factory=dict)

    def count(self, *names: str) -> int:
        return sum(len(self.times.get(name, [])) for name in names)

    def rate(self, *names: str) -> float:
        """How many a second."""
        return self.count(*names) / self.seconds

    def percentile(self, share: float, *names: str) -> float:
        """The time within which that share of the answers came; of nothing, 0."""
        times = sorted(time for name in names for time in self.times.get(name, []))
        return times[min(len(times) - 1, int(len(times) * share))] if times else 0.0

    @property
    def p99(self) -> float:
        return self.percentile(0.99, *MOVES)

    @property
    def holds(self) -> bool:
        """Whether everybody was served in time, and nobody was refused for want of room."""
        return self.p99 < ALLOWED_MS and not self.failures and self.count(*MOVES) > 0

    @property
    def limit(self) -> str:
        """What was at its limit besides the site: then the figures of time are not the site's own."""
        if self.generator_lag > LATE_MS or self.generator_cpu > BUSY:
            return "generator"
        return "machine" if self.idle < FULL else ""


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


@dataclass(frozen=True, slots=True)
class Files:
    """What the generators are given: sessions of players, matches to be played."""

    sessions: Path
    tables: Path


class Meter:
    """What the parts of a site have used since it was made."""

    def __init__(self, site: Cluster) -> None:
        self.site = site
        self.begun, self.machine = time.perf_counter(), figures.Machine.now()
        self.before = self._cpu()

    def _cpu(self) -> dict[str, float]:
        return {
            part: figures.cpu(pids(self.site, *self._names(names)), families=part != "web")
            for part, names in PARTS.items()
        }

    def _names(self, names: tuple[str, ...]) -> list[str]:
        return [name for name in names if name in self.site.names]

    def read(self) -> tuple[dict[str, float], float]:
        """Cores that each part has used on average, and the share of the machine that was idle."""
        wall = time.perf_counter() - self.begun
        cores = {part: used / wall for part, used in self.seconds().items()}
        return cores, figures.Machine.now().idle_share(self.machine)

    def seconds(self) -> dict[str, float]:
        """Seconds of CPU that each part has used."""
        now = self._cpu()
        return {part: now[part] - self.before[part] for part in now}

    def memory(self) -> dict[str, int]:
        """Resident memory of the parts that hold something for each player, in kB."""
        found = {"web": figures.memory(pids(self.site, *self._names(PARTS["web"])))}
        return found | {"redis": figures.memory(pids(self.site, *self._names(PARTS["redis"])))}


def measure(site: Cluster, crowd: Crowd, files: Files, *, ramp: float, seconds: float) -> Step:
    """Let a crowd in, wait until all are there, and measure.

    :raises Broken: if a generator fails.
    """
    with contextlib.ExitStack() as stack:
        sockets = stack.enter_context(_sockets(site, crowd, files)) if crowd.matches else None
        coming, web = Meter(site), None
        if crowd.players or crowd.readers:
            web = stack.enter_context(_players(site, crowd, files, ramp, seconds))
        if web is not None:
            _expect(web, "measuring")
        else:
            time.sleep(ramp)
        if sockets is not None:
            _say(sockets, "measure")
        came, meter = coming.seconds(), Meter(site)
        if web is None:
            time.sleep(seconds)
        parts = [json.loads(_line(web))] if web is not None else []
        cpu, idle = meter.read()
        memory = meter.memory()
        if sockets is not None:
            _say(sockets, "report")
            parts.append(json.loads(_line(sockets)))
    step = _step(crowd, parts, cpu, memory, idle)
    step.extra["came"] = came
    return step


def _step(
    crowd: Crowd, parts: list[dict[str, Any]], cpu: dict[str, float], memory: dict[str, int], idle: float
) -> Step:
    times = {name: found for part in parts for name, found in part["times"].items()}
    failures = {name: number for part in parts for name, number in part["failures"].items()}
    return Step(
        crowd=crowd,
        seconds=parts[0]["seconds"],
        times=times,
        failures=failures,
        cpu=cpu,
        memory=memory,
        generator_cpu=max(part["cpu"] / part["seconds"] for part in parts),
        generator_lag=max(percentile(part["lags"], 0.99) for part in parts),
        idle=idle,
        load_average=figures.load_average(),
        refused=sum(part.get("refused", 0) for part in parts),
    )


@contextmanager
def _generator(python: Path | str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [str(python), "-m", *arguments],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _players(site: Cluster, crowd: Crowd, files: Files, ramp: float, seconds: float) -> Any:
    return _generator(
        GENERATOR, "tools.load.players", site.address,
        "--players", str(crowd.players), "--readers", str(crowd.readers),
        "--ramp", str(ramp), "--seconds", str(seconds), "--sessions", str(files.sessions),
    )  # fmt: skip


@contextmanager
def _sockets(site: Cluster, crowd: Crowd, files: Files) -> Iterator["subprocess.Popen[str]"]:
    with _generator(
        sys.executable, "tools.load.sockets", site.address, str(files.tables), "--matches", str(crowd.matches)
    ) as process:
        _expect(process, "ready")
        yield process


def _say(process: "subprocess.Popen[str]", word: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{word}\n")
    process.stdin.flush()


def _line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise Broken("a generator ended before its time: see above")
    return line


def _expect(process: "subprocess.Popen[str]", word: str) -> None:
    found = _line(process).strip()
    if found != word:
        raise Broken(f"a generator said {found!r}, not {word!r}")
