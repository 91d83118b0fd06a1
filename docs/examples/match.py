#!/usr/bin/env python3
"""Play a match of Double Solitaire against the site's computer through the API, to its end.

    python match.py https://reussite.example rsst_… [level [options [seconds]]]

Levels are 1 (beginner), 2 (good) and 3 (strong), options those of a duel's code (« D1S »), seconds those
between two looks at the table. It asks again and again; a program that wants to hear of everything at once
opens the match's socket instead. A line says each action it plays. The access key must be one that reads and
plays (« Lire et jouer »).
"""

import sys
import time

from play import Refused, Site, run

WAITS = {
    "ready": "waiting for the game to begin",
    "countdown": "waiting for the game to begin",
    "playing": "nothing to play: waiting for the computer",
    "paused": "waiting: the match is paused",
}
"""What the program does in a state in which it has no action."""


def side_of(match: dict) -> dict:
    """One's own side of the table."""
    return match["position"]["seats"][match["your_letter"]]


def worth(action: str, side: dict) -> int:
    """How good an action looks: up, then what turns a hidden card, then from the waste; 0: not now."""
    source, _, target = action.partition("-")
    if target == "f":
        return 3
    if source[0] == "t":
        pile, _, count = source.partition(":")
        column = side["tableau"][int(pile[1:]) - 1]
        return 2 if column["down"] and int(count or 1) == len(column["up"]) else 0
    return 1 if source == "w" and target != "s" else 0


def choice(match: dict, idle: int) -> str:
    """The best action; the next card, as long as the stock has not gone round in vain; else a pass, once."""
    side = side_of(match)
    actions = [action for action in match["actions"] if action not in ("pass", "resign")]
    best = max(actions, key=lambda action: worth(action, side), default="")
    if best and worth(best, side):
        return best
    if idle <= side["stock"] + side["waste_size"]:
        for action in ("s-w", "w-s"):
            if action in actions:
                return action
    return "pass" if "pass" in match["actions"] and not side["passed"] else ""


def play(site: Site, match: dict, seconds: float) -> dict:
    """Play until the match is over. Who asks counts as being there for a minute."""
    number = idle = 0
    passed, said = False, ""
    while match["state"] not in ("over", "void", "cancelled"):
        stands = match["state"] == "playing" and side_of(match)["passed"]
        if passed and not stands:  # the computer put a card up: the stock is worth another look
            idle = 0
        passed = stands
        action = choice(match, idle) if match["state"] == "playing" else ""
        if action in ("s-w", "w-s"):
            idle += 1
        elif action not in ("", "pass"):
            idle = 0
        number += bool(action)
        doing = f"{number}. {action}" if action else WAITS.get(match["state"], match["state"])
        if doing != said:
            print(doing, flush=True)
        said = doing
        if action:
            try:
                site.send(f"{match['url']}actions/", {"action": action, "id": f"action-{number}"})
            except Refused as refused:  # the computer was faster, say: look again
                print(refused)
        time.sleep(seconds)
        match = site.send(match["url"])
    return match


def main() -> None:
    address, key, *more = sys.argv[1:]
    level, options, seconds = (*more, *("1", "D1S", "1")[len(more) :])
    site = Site(address, key)
    body = {"against": "bot", "level": int(level), "options": options}
    match = site.send("matches/", body)
    print(f"a match against the computer, level {level}, {options}: {match['url']}", flush=True)
    match = play(site, match, float(seconds))
    mine, other = (match["results"][0]["cards"][place] for place in (0, 1))
    winner = {None: "nobody wins", 1: "won", 2: "lost"}[match["winner"]]
    print(f"{winner}, {mine} to {other} cards. {match['rated']['detail']}")
    print(site.send(f"{match['url']}games/1/record/"))


if __name__ == "__main__":
    run(main, __doc__)
