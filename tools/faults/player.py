"""Players who go on through a fault, and know of each of their actions whether the site confirmed it."""

import threading
import time
from collections import Counter
from random import Random
from typing import Any
from uuid import uuid4

from tools.faults.client import NO_ANSWER, Answer, Browser
from tools.faults.registry import Broken, check
from tools.load.page import choose, read_csrf, read_data, read_page

LONGEST = 150
TRUE = (200, 409, 422)
AWAY = (NO_ANSWER, 503)


class Player(Browser):
    """Plays one game after the other, an action at a time, and keeps what was confirmed.

    After an answer that says nothing of the action (503, none at all) the page is loaded anew: its version
    tells whether the action was stored. So at the end the confirmed actions are the record, or one was lost.
    """

    def __init__(self, url: str, session: str = "", seed: int = 1) -> None:
        super().__init__(url, session)
        self.rng = Random(seed)
        self.game = self.action = ""
        self.data: dict[str, Any] = {}
        self.confirmed: dict[str, list[str]] = {}
        self.unsure: tuple[str, int] | None = None
        self.statuses: Counter[int] = Counter()
        self.longest = 0.0
        self.accepted = self.unheard = 0

    def step(self) -> int:
        """Do the next thing there is to do; return the status it had."""
        if self.unsure is not None:
            return self.look()
        if not self.game or self.data["over"] or len(self.confirmed[self.game]) > LONGEST:
            return self.begin()
        token = choose(self.data["actions"], self.rng)
        if not token:
            return self.begin()
        return self.act(token)

    def begin(self) -> int:
        """Begin another game on a deal that the site draws."""
        home = self.noted(self.get("/"))
        if home.status != 200:
            return home.status
        self.csrf = read_csrf(home.text)
        form = {"game": "KL", "options": "D1N", "key": str(uuid4())}
        answer = self.noted(self.post("/nouvelle/", form))
        if answer.status == 200:
            self._take_page(answer)
        return answer.status

    def _take_page(self, answer: Answer) -> None:
        table = read_page(answer.text)
        self.action, self.csrf, self.data = table.action, table.csrf, table.data
        self.game = table.action.split("/")[-3]
        self.confirmed.setdefault(self.game, [])

    def act(self, token: str, version: int | None = None) -> int:
        """Send an action; note it as confirmed only if the answer says so."""
        version = self.data["version"] if version is None else version
        answer = self.noted(self.post(self.action, {"action": token, "version": version}))
        if answer.status in TRUE:
            if answer.status == 200:
                self.confirmed[self.game].append(token)
                self.accepted += 1
            self.data = read_data(answer.text)
        else:
            self.unsure = (token, version)
        return answer.status

    def look(self) -> int:
        """Load the page anew and find out whether the last action was stored."""
        answer = self.noted(self.get(f"/partie/{self.game}/"))
        if answer.status != 200:
            return answer.status
        self._take_page(answer)
        assert self.unsure is not None
        token, version = self.unsure
        now = self.data["version"]
        check(now in (version, version + 1), f"version {now} after an action on {version} without an answer")
        if now == version + 1:
            self.confirmed[self.game].append(token)
            self.unheard += 1
        self.unsure = None
        return answer.status

    def noted(self, answer: Answer) -> Answer:
        """Count an answer; anything that is neither an answer nor a clear « later » breaks the promise."""
        self.statuses[answer.status] += 1
        self.longest = max(self.longest, answer.seconds)
        check(
            answer.status in (*TRUE, *AWAY), f"a player was answered {answer.status}: {answer.text[:200]!r}"
        )
        return answer


class Crowd:
    """Players at work in threads of their own until they are told to stop."""

    def __init__(self, players: list[Player], pause: float = 0.15) -> None:
        self.players, self.pause = players, pause
        self.stopping = threading.Event()
        self.broken: list[str] = []
        self.threads = [
            threading.Thread(target=self._play, args=(player,), daemon=True) for player in players
        ]

    def __enter__(self) -> "Crowd":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join(60)
        if error[0] is None and self.broken:
            raise Broken(self.broken[0])

    def _play(self, player: Player) -> None:
        try:
            while not self.stopping.is_set():
                player.step()
                self.stopping.wait(self.pause)
        except Exception as error:  # in a thread: whoever waits for the crowd is told
            self.broken.append(f"{type(error).__name__}: {error}")

    def count(self, *statuses: int) -> int:
        """How many answers of these kinds there were."""
        return sum(player.statuses[status] for player in self.players for status in statuses)

    @property
    def moves(self) -> int:
        """How many actions the site has accepted."""
        return sum(player.accepted for player in self.players)

    @property
    def longest(self) -> float:
        """The longest that anybody waited for an answer, in seconds."""
        return max(player.longest for player in self.players)

    def forget(self) -> None:
        """Count and time from now on."""
        for player in self.players:
            player.statuses.clear()
            player.longest = 0.0

    def wait_for_moves(self, number: int, seconds: float) -> float:
        """Wait until so many more actions were accepted; return the seconds it took.

        :raises Broken: if they did not in time.
        """
        before, begun = self.moves, time.monotonic()
        while self.moves < before + number:
            if self.broken:
                raise Broken(self.broken[0])
            check(
                time.monotonic() - begun < seconds,
                f"only {self.moves - before} of {number} actions in {seconds:.0f} s: it did not recover",
            )
            time.sleep(0.05)
        return time.monotonic() - begun

    def resume(self, seconds: float = 30.0) -> float:
        """Wait until every player has played on; return the seconds until the last had."""
        begun = time.monotonic()
        seen = {id(player): player.accepted for player in self.players}
        while any(player.accepted < seen[id(player)] + 2 for player in self.players):
            if self.broken:
                raise Broken(self.broken[0])
            check(time.monotonic() - begun < seconds, f"a player could not play on within {seconds:.0f} s")
            time.sleep(0.05)
        return time.monotonic() - begun
