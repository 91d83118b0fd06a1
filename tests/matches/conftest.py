"""What the tests of matches share: players, a clock moved by hand, matches under way on known deals."""

import json
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest

from games.engine.codes import number_to_letters
from games.engine.duel import DuelPosition
from games.matches import consumers, services
from games.matches.models import Match, Seat, State
from games.matches.services import MatchOutcome, Wishes
from games.matches.services import begin as begin_service
from games.matches.services.ending import position_of
from games.play import deals
from games.play.owners import Owner
from tests.basics import NOON, VECTORS, Clock, new_user, time

__all__ = ["NOON", "Clock", "new_user", "time"]  # and, of this module, what it defines itself
NAMES = ("camille", "noor", "sacha", "lou", "eden", "alix")


def player(name: str) -> Owner:
    return Owner(user_id=new_user(name).pk)


@pytest.fixture
def one(db: None) -> Owner:
    return player("camille")


@pytest.fixture
def two(db: None) -> Owner:
    return player("noor")


@pytest.fixture
def calm_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games begin almost at once; who says nothing is there for long: the machine may be slow."""
    monkeypatch.setattr(begin_service, "COUNTDOWN", timedelta(milliseconds=100))
    monkeypatch.setattr(consumers, "SILENCE", 120.0)
    monkeypatch.setattr(consumers, "ASK", 120.0)


@pytest.fixture
def visitor() -> Owner:
    return Owner(visitor=uuid4())


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Fix the letters that the server draws next; after them, others that are always the same."""

    def fix(*letters: str) -> None:
        queue = list(letters)
        rest = iter(range(1000, 9000))
        monkeypatch.setattr(
            deals,
            "random_letters",
            lambda variant: queue.pop(0) if queue else number_to_letters(next(rest)),
        )

    return fix


def connection_of(match_id: UUID, number: int) -> UUID:
    return uuid5(match_id, f"test {number}")


def sit(match: Match, *numbers: int) -> None:
    """Connect seats to the table."""
    users = dict(Seat.objects.filter(match=match).values_list("number", "user_id"))
    for number in numbers or (1, 2):
        services.arrive(
            match_id=match.pk, number=number, key=connection_of(match.pk, number), user_id=users.get(number)
        )


def stay(match: Match, *numbers: int) -> None:
    """Say that seats are still there."""
    for number in numbers or (1, 2):
        services.beat(match_id=match.pk, number=number, key=connection_of(match.pk, number))


def wait(match: Match, time: Clock, seconds: float, *numbers: int) -> None:
    """Let time pass while seats are there."""
    while seconds > 0:
        step = min(seconds, 10)
        time.tick(seconds=step)
        seconds -= step
        if seconds > 0:
            stay(match, *numbers)


def go(match: Match, number: int) -> None:
    """Close a seat's connection."""
    services.leave(match_id=match.pk, number=number, key=connection_of(match.pk, number))


def seated(one: Owner, two: Owner, **wishes: Any) -> Match:
    """A table of two who are there and not yet ready."""
    match = services.create(owner=one, wishes=Wishes(**wishes))
    services.join(match_id=match.pk, owner=two)
    sit(match)
    return fresh(match)


def begun(one: Owner, two: Owner, time: Clock, **wishes: Any) -> Match:
    """A match whose first game has just begun, both there."""
    match = seated(one, two, **wishes)
    begin(match, one, two, time)
    return fresh(match)


def begin(match: Match, one: Owner, two: Owner, time: Clock) -> None:
    services.ready(match_id=match.pk, owner=one)
    services.ready(match_id=match.pk, owner=two)
    time.tick(seconds=5)
    stay(match)


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def duel_of(match: Match) -> DuelPosition:
    return position_of(fresh(match))


def do(match: Match, number: int, token: str, action_id: str = "") -> MatchOutcome:
    """Play an action for a seat and refuse to be refused."""
    outcome = services.act_as(match_id=match.pk, number=number, token=token, action_id=action_id)
    assert outcome.refusal is None, f"{token}: {outcome.refusal}"
    return outcome


def seat_playing(match: Match, letter: str) -> int:
    number = fresh(match).seat_of(letter)
    assert number is not None
    return number


def play_out(match: Match, time: Clock, seed: int = 1, limit: int = 4000) -> Match:
    """Play the game under way to its end: what goes up goes up, then what turns a card, else draws; a seat
    that goes round in vain passes."""
    from games.engine.view import visible_duel
    from games.matches.bot import policy
    from games.matches.bot.sight import recall

    rng, idle = Random(seed), {"a": 0, "b": 0}
    number = fresh(match).number
    for turn in range(limit):
        match = fresh(match)
        if match.state != State.PLAYING or match.number != number:
            return match
        duel = duel_of(match)
        letter = duel.turn or "ab"[turn % 2]
        token = policy.choose(visible_duel(duel, letter), letter, 2, rng, memory=recall(duel, letter))
        idle[letter] = 0 if token not in ("s-w", "w-s") else idle[letter] + 1
        if idle[letter] > 60:
            token = "pass"
        if token == "pass" and letter in duel.passed and duel.turn is None:
            continue
        do(match, seat_playing(match, letter), token)
        time.tick(milliseconds=500)
        if turn % 40 == 0:
            stay(match)
    raise AssertionError("the game did not end")


def duel_vectors() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / "duels.json").read_text())
    return found
