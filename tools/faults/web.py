"""Faults of the site's processes: killed, at odds with each other, their clock set back."""

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median

from tools.faults.client import NO_ANSWER
from tools.faults.ground import Ground
from tools.faults.player import Player
from tools.faults.registry import POSTGRES, SQLITE, check, fault
from tools.rig.sites import SqliteSite, addresses

KILLS, ROUNDS = 5, 40


@contextmanager
def written_by_others(ground: Ground, player: Player) -> Iterator[None]:
    """Hold what the player's next action has to write, so that it is under way for as long as this lasts."""
    if isinstance(ground.site, SqliteSite):
        import sqlite3

        held = sqlite3.connect(ground.site.file, isolation_level=None)
        held.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            held.close()
        return
    import psycopg

    with psycopg.connect(ground.site.postgres_url(ground.site.database)) as connection:
        connection.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [player.game])
        yield
        connection.rollback()


def _killed(ground: Ground, name: str) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(20, 120)
        back = []
        for _ in range(KILLS):
            begun = time.monotonic()
            ground.crash(name)
            ground.start(name)
            back.append(time.monotonic() - begun)
            crowd.wait_for_moves(10, 120)
        crowd.resume(60)
    one = crowd.players[0]
    while one.step() != 200 or one.unsure or one.data["over"] or not one.data["actions"]:
        pass
    one.host = addresses(ground.site)[0].partition("//")[2]
    one.close()
    token, version = one.data["actions"][0], one.data["version"]
    with written_by_others(ground, one), ThreadPoolExecutor(1) as hands:
        asked = hands.submit(one.act, token, version)
        time.sleep(1)
        check(not asked.done(), "the action was not under way when its process was to be killed")
        ground.crash(name)
        check(asked.result(60) == NO_ANSWER, "a process that was killed answered")
    ground.start(name)
    while one.unsure:
        check(one.look() == 200, "the table did not come back")
    # PostgreSQL may go on with a statement whose process is dead: stored or not, it must not act twice.
    stored = one.data["version"] > version
    again = one.act(token, version)
    check(
        again == (409 if stored else 200),
        f"stored: {stored}; the same action, sent again, was answered {again}",
    )
    check(one.data["version"] == version + 1, "the action was done twice")
    lost = f"{crowd.count(NO_ANSWER)} requests without an answer"
    after = f"the one under way was {'' if stored else 'not '}stored; sent again, it was answered {again}"
    return f"{KILLS + 1} kills, back after {median(back):.1f} s, {lost}; {after}"


fault(
    "kill -9 of the process in mid-move", on=SQLITE,
    promise="what was confirmed is stored; an action without an answer is stored or not, and may be repeated",
)(lambda ground: _killed(ground, "web1"))  # fmt: skip
fault(
    "kill -9 of one of two processes in mid-move", on=POSTGRES, cluster=True,
    promise="the same; the other process serves meanwhile",
)(lambda ground: _killed(ground, "web1"))  # fmt: skip


@fault(
    "two processes decide on one game at once", on=POSTGRES,
    promise="one action is stored, the other is told the true table (409); never both, never neither",
)  # fmt: skip
def two_at_once(ground: Ground) -> str:
    here, there = addresses(ground.site)[:2]
    one = ground.crowd(1, url=here).players[0]
    both = 0
    with ThreadPoolExecutor(2) as hands:
        while both < ROUNDS:
            while not one.game or one.unsure or one.data["over"] or len(one.data["actions"]) < 2:
                one.step()
            other = Player(there, seed=both)
            other.cookies, other.csrf, other.action, other.game = (
                dict(one.cookies),
                one.csrf,
                one.action,
                one.game,
            )
            other.data, other.confirmed = one.data, {one.game: []}
            version = one.data["version"]
            barrier = threading.Barrier(2)
            tokens = one.data["actions"][0], one.data["actions"][-1]

            def ask(
                player: Player, token: str, barrier: threading.Barrier = barrier, version: int = version
            ) -> int:
                barrier.wait()
                return player.act(token, version)

            answers = list(hands.map(ask, (one, other), tokens))
            check(sorted(answers) == [200, 409], f"two actions on one version were answered {answers}")
            if answers[1] == 200:
                one.confirmed[one.game].append(tokens[1])
            one.data = max(one.data, other.data, key=lambda data: data["version"])
            check(one.data["version"] == version + 1, f"version {version} became {one.data['version']}")
            other.close()
            both += 1
    return f"{both} times: one 200, one 409"


def clock_file() -> str:
    """The file by which the site's clock is set; see `tools.faults.clock`."""
    return os.environ["FAULTS_CLOCK"]


def set_clock(seconds: float) -> None:
    """Let the site's clock go so many seconds before (negative: after) the true one."""
    with open(clock_file(), "w") as file:
        file.write(str(seconds))


def _set_back(ground: Ground) -> str:
    try:
        with ground.crowd() as crowd:
            crowd.wait_for_moves(30, 120)
            played = {player.game: player.data["elapsed"] for player in crowd.players if player.game}
            for seconds in (-3600, 0, -86400, 600, 0):
                set_clock(seconds)
                crowd.wait_for_moves(20, 120)
            crowd.resume(60)
            less = [
                player.game
                for player in crowd.players
                if player.game in played and player.data["elapsed"] < played[player.game]
            ]
            check(not less, f"time played came down in {less}")
            check(not crowd.count(503), "somebody was turned away because the clock was set")
    finally:
        set_clock(0)
    return "an hour and a day back, ten minutes forward: time played never came down"


CLOCK = "nobody is turned away; time played stands still, but never comes down; records stay in order"
fault("the clock steps back", on=SQLITE, promise=CLOCK)(_set_back)
fault("the clock steps back", on=POSTGRES, promise=CLOCK, cluster=True)(_set_back)


@fault(
    "nginx restarted", on=POSTGRES, cluster=True,
    promise="who asks meanwhile gets no answer; nothing is lost; sockets come back by themselves",
)  # fmt: skip
def front_restarted(ground: Ground) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(20, 120)
        ground.stop("nginx")
        time.sleep(1)
        ground.start("nginx")
        seconds = crowd.resume(60)
    return f"{crowd.count(NO_ANSWER)} requests without an answer; all play on after {seconds:.1f} s"
