"""What the tests of one person's games share: owners, a clock moved by hand, games on known deals."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from uuid import uuid4

import pytest

from games.engine.codes import parse_code
from games.play import deals, services
from games.play.models import Game
from games.play.owners import Owner
from games.play.services import Outcome
from tests.basics import NOON, VECTORS, Clock, new_user, time

__all__ = ["NOON", "VECTORS", "Clock", "new_user", "time"]  # and, of this module, what it defines itself


@pytest.fixture
def player(db: None) -> Owner:
    return Owner(user_id=new_user("camille").pk)


@pytest.fixture
def other(db: None) -> Owner:
    return Owner(user_id=new_user("noor").pk)


@pytest.fixture
def visitor() -> Owner:
    return Owner(visitor=uuid4())


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Fix the letters that the server draws next."""

    def fix(*letters: str) -> None:
        queue: Iterator[str] = iter(letters)
        monkeypatch.setattr(deals, "random_letters", lambda variant: next(queue))

    return fix


@cache
def wins() -> dict[str, dict[str, Any]]:
    """A winning line for each code of the vectors, the plain one (each has a twin with take-backs)."""
    found: dict[str, dict[str, Any]] = {}
    for line in json.loads((VECTORS / "wins.json").read_text()):
        found.setdefault(line["code"], line)
    return found


def shortest_win(options: str) -> dict[str, Any]:
    """The shortest winning line for a game and its options: ``KL1-D1V``."""
    lines = [line for code, line in wins().items() if code.startswith(f"{options}-")]
    return min(lines, key=lambda line: len(line["actions"]))


def do(game: Game, owner: Owner, token: str, **how: Any) -> Outcome:
    """Play one action on the game as it is now, and refuse to be refused."""
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    outcome = services.act(game_id=game.pk, owner=owner, token=token, version=version, **how)
    assert outcome.refusal is None, str(outcome.refusal)
    assert not outcome.stale
    return outcome


def play_all(game: Game, owner: Owner, tokens: list[str], time: Clock | None = None) -> Outcome:
    """Play a line to its end, a second an action; automatic cards are off, so the line holds them itself."""
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    for token in tokens:
        if time is not None:
            time.tick(seconds=1)
        outcome = services.act(game_id=game.pk, owner=owner, token=token, version=version, automatic=False)
        assert outcome.refusal is None, f"{token}: {outcome.refusal}"
        version = outcome.game.version
    return outcome


def win(owner: Owner, line: dict[str, Any], time: Clock | None = None, **how: Any) -> Game:
    """Begin a vector's deal by its code and win it."""
    game = services.begin(owner=owner, code=line["code"], **how)
    play_all(game, owner, line["actions"].split(), time)
    return Game.objects.get(pk=game.pk)


def begin_drawn(owner: Owner, line: dict[str, Any], drawn: Callable[..., None]) -> Game:
    """Have a vector's deal drawn at random."""
    code = parse_code(line["code"])
    drawn(code.letters)
    return services.begin(owner=owner, variant=code.variant.code, options=code.options)


def win_drawn(
    owner: Owner, line: dict[str, Any], drawn: Callable[..., None], time: Clock | None = None
) -> Game:
    """Have a vector's deal drawn at random and win it."""
    game = begin_drawn(owner, line, drawn)
    play_all(game, owner, line["actions"].split(), time)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def submitted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the boards are told of runs that ended (they are told it all the same)."""
    from games.play.services import ranking

    told: list[Any] = []
    real = ranking.leaderboards.submit

    def note(run: Any) -> None:
        told.append(run)
        real(run)

    monkeypatch.setattr(ranking.leaderboards, "submit", note)
    return told
