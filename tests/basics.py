"""What the tests of games for one and for two share: players, and a clock moved by hand."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.models import User
from games.play import clock

VECTORS = Path(__file__).parent / "vectors"
NOON = datetime(2026, 11, 30, 11, 0, tzinfo=UTC)


class Clock:
    """The server's time, moved by hand."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at

    def tick(self, **duration: float) -> None:
        self.at += timedelta(**duration)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(clock, "now", moved)
    monkeypatch.setattr(timezone, "now", moved)  # leaderboards and accounts ask Django
    return moved


def new_user(name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.org", "a long pass phrase")
