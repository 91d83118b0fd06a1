"""The proof that a restart loses nothing: moves played through nginx while the processes are restarted.

A player is a program with an access key. It repeats a move, on the same version, until it hears what became
of it, as the page's script does; afterwards each game must hold exactly the moves that its player heard of.
"""

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tools.cluster.layout import ROOT, Cluster, ClusterError

CODE = "KL1-D1N-AAAAAAB"
PACE = 0.2
"""Seconds between a player's moves: half of what the limits of the API allow."""
AGAIN = 0.3
NO_ANSWER = (429, 502, 503, 504)
SCRIPT = """
import json, sys, uuid
from accounts import tokens
from accounts.models import User
from games.play.models import Game
asked = json.load(sys.stdin)
if "players" in asked:
    names = [f"proof-{uuid.uuid4().hex[:10]}" for _ in range(asked["players"])]
    players = [User.objects.create_user(name) for name in names]
    print(json.dumps([tokens.make(player, name="proof", scope="play")[1] for player in players]))
else:
    games = Game.objects.filter(pk__in=asked["games"]).values_list("pk", "action_count")
    print(json.dumps({str(pk): count for pk, count in games}))
"""


@dataclass
class Player:
    """What a player was told, and how long it had to wait for it."""

    key: str
    game: str = ""
    told: int = 0
    """Moves that an answer said are stored."""
    unheard: int = 0
    """Those among them whose first answer was lost: a repetition found them stored."""
    repeated: int = 0
    longest: float = 0.0
    faults: list[str] = field(default_factory=list)


def prove(
    cluster: Cluster, restart: Callable[[str], None], *, players: int = 6, rounds: int = 2
) -> list[str]:
    """Play while each process is restarted `rounds` times; print what came of it, return what is wrong."""
    found = [Player(key) for key in _ask(cluster, {"players": players})]
    stop = threading.Event()
    threads = [threading.Thread(target=_play, args=(cluster, player, stop)) for player in found]
    for thread in threads:
        thread.start()
    try:
        for name in cluster.web_names * rounds:
            time.sleep(2)
            restart(name)
        time.sleep(2)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    return _report(cluster, found, len(cluster.web_names) * rounds)


def _report(cluster: Cluster, players: list[Player], restarts: int) -> list[str]:
    stored = _ask(cluster, {"games": [player.game for player in players]})
    for player in players:
        if not player.told or stored.get(player.game) != player.told:
            player.faults.append(f"told of {player.told} moves, stored are {stored.get(player.game)}")
    faults = [fault for player in players for fault in player.faults]
    print(f"restarts                              {restarts}")
    print(f"moves accepted, and stored            {sum(player.told for player in players)}")
    print(f"requests repeated                     {sum(player.repeated for player in players)}")
    print(f"moves stored whose answer was lost    {sum(player.unheard for player in players)}")
    print(f"longest wait for an answer            {max(player.longest for player in players):.2f} s")
    for fault in faults:
        print(f"WRONG: {fault}")
    return faults


def _play(cluster: Cluster, player: Player, stop: threading.Event) -> None:
    """Turn the stock over and over until it is time to stop; the move under way is played to its end."""
    client = _Client(cluster.port, player.key)
    status, body = client.insist("/api/v1/games/", {"code": CODE}, player)
    if status != 201:
        player.faults.append(f"no game: {status} {body}")
        return
    player.game = body["id"]
    path = f"/api/v1/games/{player.game}/actions/"
    while not stop.is_set():
        move = {"action": "s-w" if "s-w" in body["actions"] else "w-s", "version": body["version"]}
        began, before = time.monotonic(), player.repeated
        status, answer = client.insist(path, move, player)
        player.longest = max(player.longest, time.monotonic() - began)
        if status == 409 and player.repeated > before and answer["game"]["version"] == move["version"] + 1:
            player.unheard += 1
            answer = answer["game"]
        elif status != 200:
            player.faults.append(f"{move}: {status} {answer}")
            return
        player.told += 1
        body = answer
        time.sleep(PACE)


class _Client:
    """A connection to nginx that is opened again when it is cut."""

    def __init__(self, port: int, key: str) -> None:
        self.port, self.key = port, key
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=40)

    def insist(self, path: str, body: dict[str, Any], player: Player) -> tuple[int, Any]:
        """Send a request until it is answered by the site itself; return status and body."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                self.connection.request("POST", path, json.dumps(body), headers)
                response = self.connection.getresponse()
                text = response.read()
                if response.status not in NO_ANSWER:
                    return response.status, json.loads(text)
            except (OSError, http.client.HTTPException):
                self.connection.close()
            player.repeated += 1
            time.sleep(AGAIN)
        return 0, "no answer for a minute"


def _ask(cluster: Cluster, question: dict[str, Any]) -> Any:
    """Ask the site's database, in a process with the cluster's settings."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "shell", "-v0", "-c", SCRIPT],
        cwd=ROOT, env={**os.environ, **cluster.settings()}, input=json.dumps(question),
        capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise ClusterError(f"the database could not be asked: {done.stderr[-500:]}")
    return json.loads(done.stdout)
