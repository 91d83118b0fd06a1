"""Players and readers of boards, as many as wished, against one site: a process of its own, by locust.

A player moves once every two seconds, by the very posts of the page's script: the form's key, the version,
an action that the last answer named. It says on its output when it begins to measure, and at the end, as one
line of JSON, what it measured, how busy it was itself included.
"""

import gevent.monkey

gevent.monkey.patch_all()

import argparse  # noqa: E402
import itertools  # noqa: E402
import json  # noqa: E402
import time  # noqa: E402
from http.cookiejar import Cookie  # noqa: E402
from pathlib import Path  # noqa: E402
from random import Random  # noqa: E402
from typing import Any  # noqa: E402
from uuid import uuid4  # noqa: E402

import gevent  # noqa: E402
from locust import FastHttpUser, events, task  # noqa: E402
from locust.env import Environment  # noqa: E402

from tools.load.page import LONGEST, Unreadable, choose, read_csrf, read_data, read_page  # noqa: E402
from tools.rig.loopback import only_here  # noqa: E402

PACE, READING = 2.0, 4.0
"""Seconds between two moves of a player, and between two pages of a reader, on average."""
FORMS = ("KL D1N", "KL D1N", "KL D3N", "KL D1V", "DS D1N", "RU C", "TF D1N")
PAGES = (
    *("/classements/", "/classements/KL-D1N/", "/classements/KL-D1N/?periode=jour", "/classements/DS-D1N/"),
    *("/classements/KL-D1V/", "/classements/RU-C/", "/classements/KL-D3N/"),
)
TICK, COMING = 0.05, 90.0
"""Seconds between two looks at oneself; and how long it waits, after the ramp, for all to have a table."""
numbers = itertools.count()
sessions: list[str] = []
seated: list[float] = []
"""When each player got the first table."""


class Site(FastHttpUser):
    """What players and readers share: a session, a browser's headers."""

    abstract = True
    pace = PACE
    connection_timeout = network_timeout = 60.0
    insecure = False

    def wait_time(self) -> float:
        """Half to one and a half of the pace. At an even pace all whom one slow answer held up would ask
        together ever after.
        """
        return self.pace * (0.5 + self.rng.random())

    def on_start(self) -> None:
        number = next(numbers)
        self.rng = Random(number)
        if sessions:
            self.client.cookiejar.set_cookie(session_cookie(sessions[number % len(sessions)]))


class Reader(Site):
    """Somebody who reads boards."""

    pace = READING

    @task
    def read(self) -> None:
        self.client.get(self.rng.choice(PAGES), name="board")


class Player(Site):
    """Somebody who plays one game after the other."""

    action = ""
    seated = False

    @task
    def move(self) -> None:
        if not self.action:
            self.begin()
            return
        token = choose(self.data["actions"], self.rng)
        if not token or self.data["over"] or self.data["blocked"] or self.moves >= LONGEST:
            self.end()
            return
        self.moves += 1
        form = {"action": token, "version": self.data["version"]}
        self.post(self.action, form, "move")

    def begin(self) -> None:
        """Open the home page for the form's key, and begin a game that the server draws."""
        home = self.client.get("/", name="home")
        game, options = self.rng.choice(FORMS).split()
        form = {"game": game, "options": options, "key": str(uuid4())}
        headers = {"X-CSRFToken": read_csrf(home.text)} if home.status_code == 200 else {}
        answer = self.client.post("/nouvelle/", data=form, headers=headers, name="new game")
        try:
            table = read_page(answer.text or "")
        except Unreadable:
            return
        self.action, self.csrf, self.data, self.moves = table.action, table.csrf, table.data, 0
        if not self.seated:
            self.seated = True
            seated.append(time.perf_counter())

    def end(self) -> None:
        """Give up what is not won, as a player does who takes new cards."""
        if not self.data["over"]:
            address = self.action.replace("/action/", "/abandonner/")
            self.client.post(
                address, data={"version": self.data["version"]}, headers=self.headers(), name="give up"
            )
        self.action = ""

    def post(self, address: str, form: dict[str, Any], name: str) -> None:
        """Send an action; a stale or refused one brings the true table too."""
        with self.client.post(
            address, data=form, headers=self.headers(), name=name, catch_response=True
        ) as answer:
            if answer.status_code not in (200, 409, 422):
                answer.failure(f"{answer.status_code}")
                return
            try:
                self.data = read_data(answer.text)
                answer.success()
            except Unreadable:
                answer.failure("no table in the answer")

    def headers(self) -> dict[str, str]:
        return {"X-CSRFToken": self.csrf, "HX-Request": "true"}


def session_cookie(value: str) -> Cookie:
    """The cookie of a session on this machine."""
    return Cookie(
        0, "sessionid", value, None, False, "127.0.0.1", True, False, "/", True, False, None, False, None,
        None, {},
    )  # fmt: skip


class Measure:
    """What came back while it was measured: milliseconds by kind of request, failures, one's own strain."""

    def __init__(self) -> None:
        self.on = False
        self.times: dict[str, list[float]] = {}
        self.failures: dict[str, int] = {}
        self.lags: list[float] = []

    def took(self, name: str, response_time: float, exception: Any = None, **rest: Any) -> None:
        """Note one answer; locust calls it."""
        if not self.on:
            return
        self.times.setdefault(name, []).append(response_time)
        if exception is not None:
            words = f"{name}: {exception}"[:120]
            self.failures[words] = self.failures.get(words, 0) + 1

    def watch(self) -> None:
        """Note by how much this process comes late to its own appointments: then it is the limit itself."""
        while True:
            due = time.perf_counter() + TICK
            gevent.sleep(TICK)
            if self.on:
                self.lags.append((time.perf_counter() - due) * 1000)


def main() -> None:
    """Run and print."""
    options = arguments()
    only_here(options.url)
    if options.sessions:
        sessions.extend(json.loads(Path(options.sessions).read_text()))
    measure = Measure()
    wanted = {Player: options.players, Reader: options.readers}
    kinds = [kind for kind, number in wanted.items() if number]
    for kind in kinds:
        kind.fixed_count = wanted[kind]
    environment = Environment(user_classes=kinds, host=only_here(options.url), events=events)
    environment.events.request.add_listener(measure.took)
    runner = environment.create_local_runner()
    gevent.spawn(measure.watch)
    total = sum(wanted.values())
    runner.start(total, spawn_rate=max(1.0, total / options.ramp))
    gevent.sleep(options.ramp)
    late = time.perf_counter() + COMING
    while len(seated) < options.players and time.perf_counter() < late:
        gevent.sleep(TICK)
    gevent.sleep(PACE)  # what the site has not answered yet belongs to the coming, not to the measure
    print("measuring", flush=True)
    measure.on, begun, cpu = True, time.perf_counter(), time.process_time()
    gevent.sleep(options.seconds)
    measure.on = False
    wall, used = time.perf_counter() - begun, time.process_time() - cpu
    found = {
        "seconds": wall, "cpu": used, "seated": len(seated), "times": measure.times,
        "failures": measure.failures, "lags": measure.lags,
    }  # fmt: skip
    print(json.dumps(found), flush=True)
    runner.quit()


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.load.players", description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--readers", type=int, default=0)
    parser.add_argument("--ramp", type=float, default=8.0, help="seconds in which all come")
    parser.add_argument("--seconds", type=float, default=15.0, help="seconds that are measured")
    parser.add_argument("--sessions", default="", help="a file with a JSON list of sessions")
    return parser.parse_args()


if __name__ == "__main__":
    main()
