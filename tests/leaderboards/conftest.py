"""Short ways to make players and runs for the tests of boards."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from uuid import uuid4

import pytest

from accounts.models import User
from leaderboards import services
from leaderboards.membership import Spec
from leaderboards.models import Board
from leaderboards.periods import PARIS
from leaderboards.runs import Run

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=PARIS)  # a Wednesday
GAME = Spec(Board.Kind.GAME, "KL-D1N", "KL-D1N")
_names = count(1)

Player = Callable[..., User]
Play = Callable[..., Run]


@pytest.fixture
def player(db: None) -> Player:
    """Return a function that makes a player."""

    def make(name: str = "", **fields: object) -> User:
        return User.objects.create_user(name or f"player{next(_names)}x", **fields)

    return make


def run_of(user: User | None, score: int = 500, **fields: object) -> Run:
    """Return a won run that counts on the game's and the deal's board; ``fields`` say what is different."""
    number = next(_names)
    values: dict[str, object] = {
        "run_id": uuid4(),
        "user_id": user.pk if user else None,
        "board_key": "KL-D1N",
        "deal": f"KL1-{number:07d}".translate(str.maketrans("0123456789", "ABCDEFGHIJ")),
        "ranked_score": score,
        "seconds": 300,
        "moves": 120,
        "pure": False,
        "won": True,
        "ended_at": NOON,
        "global_ok": True,
        "deal_first": True,
        "drawn": True,
    } | fields
    values.setdefault("started_at", values["ended_at"] - timedelta(minutes=10))  # type: ignore[operator]
    return Run(**values)  # type: ignore[arg-type]


@pytest.fixture
def play(db: None) -> Play:
    """Return a function that submits a run and returns it."""

    def submit(user: User | None, score: int = 500, **fields: object) -> Run:
        run = run_of(user, score, **fields)
        services.submit(run)
        return run

    return submit
