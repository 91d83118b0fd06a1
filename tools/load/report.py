"""The tables of a load run, and its figures as JSON."""

from statistics import median
from typing import Any

from tools.load.measuring import MOVES, Step

LIMITS = {
    "generator": "the generator was the limit",
    "machine": "the machine's cores were all busy: generators, databases and others took their part",
}


def costs(alone: dict[str, Step]) -> dict[str, float]:
    """What one of each costs, from steps in which nothing else happened: milliseconds of CPU, kB of memory.

    A new game is three requests (home, the deal, its table); a match move bears the presence of the sockets
    for the time between two moves.
    """
    found: dict[str, float] = {}
    for name, kind in (("move", "players"), ("page of a board", "readers"), ("match move", "matches")):
        step = alone.get(kind)
        counted = ("move",) if kind == "players" else ("board",) if kind == "readers" else ("match move",)
        if step is None or not step.rate(*counted):
            continue
        for part, cores in step.cpu.items():
            if cores:
                found[f"{part} ms per {name}"] = round(cores / step.rate(*counted) * 1000, 3)
    players, matches = alone.get("players"), alone.get("matches")
    if players is not None:
        for part, used in players.extra.get("came", {}).items():
            if used:
                found[f"{part} ms per new game"] = round(used / players.crowd.players * 1000, 2)
    if matches is not None and "memory_before" in matches.extra:
        grown = matches.memory["web"] - matches.extra["memory_before"]
        found["kB per socket"] = round(grown / (2 * matches.crowd.matches), 1)
    return found


def table(steps: list[Step]) -> list[str]:
    """One line a step."""
    lines = [
        f"{'playing':>8}{'readers':>8}{'moves/s':>9}{'p50':>6}{'p99':>7}{'board p99':>11}{'match p99':>11}"
        f"{'web':>7}{'db':>6}{'redis':>7}{'idle':>6}{'load':>6}  ms; web, db, redis in cores"
    ]
    for step in steps:
        word = "holds" if step.holds else "does not hold"
        if step.limit:
            word += f"; {LIMITS[step.limit]}"
        if step.failures:
            word += f"; failed: {step.failures}"
        lines.append(
            f"{step.crowd.playing:8}{step.crowd.readers:8}{step.rate(*MOVES):9.1f}"
            f"{step.percentile(0.5, *MOVES):6.0f}{step.p99:7.0f}{step.percentile(0.99, 'board'):11.0f}"
            f"{step.percentile(0.99, 'match move'):11.0f}{step.cpu['web']:7.2f}{step.cpu['database']:6.2f}"
            f"{step.cpu['redis']:7.2f}{step.idle:6.0%}{step.load_average:6.1f}  {word}"
        )
    return lines


def summary(steps: list[Step], alone: dict[str, Step]) -> dict[str, Any]:
    """What is said of one kind of site."""
    held = [step for step in steps if step.holds]
    best = max(held, key=lambda step: step.crowd.playing, default=None)
    cores = {step.crowd.playing: step.cpu["web"] / max(1, step.crowd.playing) for step in steps}
    per_player = median(cores.values()) if cores else 0.0
    return {
        "held": best.crowd.playing if best else 0,
        "held_limit": best.limit if best else "",
        "first_not_held": next((step.crowd.playing for step in steps if not step.holds), None),
        "players_per_web_core": round(1 / per_player) if per_player else None,
        "kb_per_player": growth_of_memory(steps),
        "web_ms_per_player_second": {str(key): round(value * 1000, 3) for key, value in cores.items()},
        "costs": costs(alone),
        "steps": [figures(step) for step in steps],
    }


def growth_of_memory(steps: list[Step]) -> float | None:
    """What a player more takes of the processes' memory, in kB, from the smallest crowd to the largest."""
    if len(steps) < 2 or steps[-1].crowd.playing <= steps[0].crowd.playing:
        return None
    more = steps[-1].crowd.playing - steps[0].crowd.playing
    return round((steps[-1].memory["web"] - steps[0].memory["web"]) / more, 1)


def figures(step: Step) -> dict[str, Any]:
    """A step as JSON can hold it."""
    return {
        "players": step.crowd.players,
        "readers": step.crowd.readers,
        "matches": step.crowd.matches,
        "moves_per_second": round(step.rate(*MOVES), 1),
        "p50_ms": round(step.percentile(0.5, *MOVES), 1),
        "p99_ms": round(step.p99, 1),
        "board_p99_ms": round(step.percentile(0.99, "board"), 1),
        "match_p99_ms": round(step.percentile(0.99, "match move"), 1),
        "cores": {part: round(cores, 3) for part, cores in step.cpu.items()},
        "web_kb": step.memory["web"],
        "generator_cores": round(step.generator_cpu, 3),
        "generator_lag_ms": round(step.generator_lag, 1),
        "machine_idle": round(step.idle, 3),
        "load_average": round(step.load_average, 2),
        "limit": step.limit,
        "holds": step.holds,
        "failures": step.failures,
    }
