#!/usr/bin/env python3
"""Play one game of Réussite to its end through the API, with nothing but Python's standard library.

    python play.py https://reussite.example rsst_… [game [options]]     (or [code])

The access key is made on the pages of the account, under « Clés d'API »: one that reads and plays (« Lire et
jouer »).
"""

import json
import sys
import time
from collections.abc import Callable
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen


class Refused(Exception):
    """A problem (RFC 9457): `reason` is for programs, `detail` for people."""

    def __init__(self, problem: dict) -> None:
        super().__init__(f"{problem['reason']}: {problem['detail']}")
        self.reason, self.problem = problem["reason"], problem


class Site:
    """The site's API, as the player whose key it is."""

    def __init__(self, address: str, key: str, language: str = "fr") -> None:
        self.root = f"{address.rstrip('/')}/api/v1/"
        self.headers = {"Authorization": f"Bearer {key}", "Accept-Language": language}

    def send(self, path: str, body: dict | None = None):
        """GET, or POST with a body; wait where the site asks to. An address of an answer is a path too."""
        address = path if path.startswith("http") else self.root + path
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, "Content-Type": "application/json"} if data else self.headers
        while True:
            try:
                with urlopen(Request(address, data, headers), timeout=30) as answer:
                    text = answer.read().decode()
                    return json.loads(text) if "json" in answer.headers["Content-Type"] else text
            except HTTPError as error:
                if error.code == 429:
                    time.sleep(int(error.headers["Retry-After"]))
                    continue
                raise Refused(json.load(error)) from None

    def begin(self, game: str, options: str = "") -> dict:
        """Begin a game on a deal that the server draws, or (« KL1-D1N-AAAAAAB ») on the deal of a code."""
        if "-" in game:
            return self.send("games/", {"code": game})
        return self.send("games/", {"game": game, **({"options": options} if options else {})})

    def act(self, game: dict, action: str) -> dict:
        """Play an action on the position at hand. If it has moved on meanwhile, the true one comes back."""
        try:
            return self.send(f"{game['url']}actions/", {"action": action, "version": game["version"]})
        except Refused as refused:
            if refused.reason == "stale_version":
                return refused.problem["game"]
            raise


def worth(action: str, position: dict) -> int:
    """How good an action looks: up, then what turns a hidden card, then from the waste; 0: not now."""
    source, _, target = action.partition("-")
    if target == "f":
        return 4
    if source[0] == "t":
        pile, _, count = source.partition(":")
        column = position["tableau"][int(pile[1:]) - 1]
        return 3 if column["down"] and int(count or 1) == len(column["up"]) else 0
    return 2 if source == "w" and target != "s" else 0


def play(site: Site, game: dict) -> dict:
    """Play on until the game is won, or the stock has gone round without a use: then give it up."""
    idle = 0
    while game["status"] in ("dealt", "playing"):
        position = game["position"]
        best = max(game["actions"], key=lambda action: worth(action, position), default="")
        if game["can_finish"]:
            game = site.act(game, "finish")
        elif best and worth(best, position):
            game, idle = site.act(game, best), 0
        elif idle <= position["stock"] + len(position["waste"]) + 1 and {"s-w", "w-s"} & set(game["actions"]):
            game = site.act(game, "s-w" if "s-w" in game["actions"] else "w-s")
            idle += 1
        else:
            game = site.send(f"{game['url']}give-up/", {"version": game["version"]})
    return game


def main() -> None:
    address, key, *what = sys.argv[1:]
    site = Site(address, key)
    game = play(site, site.begin(*(what or ["klondike"])))
    print(f"{game['code']}: {game['status']}, score {game['score']}, {game['moves']} moves")
    print(game["standing"]["detail"])
    print(site.send(f"{game['url']}record/"))


def run(client: Callable[[], None], usage: str) -> None:
    """Run a client; what is missing, refused or out of reach is said in a line, without a traceback."""
    if len(sys.argv) < 3:
        sys.exit(usage)
    try:
        client()
    except Refused as refused:
        sys.exit(f"The site refuses. {refused}")
    except URLError as error:
        sys.exit(f"The site does not answer: {error.reason}")


if __name__ == "__main__":
    run(main, __doc__)
