"""What the tests of the challenge share: a day whose deals have known winning lines."""

from datetime import date
from typing import Any

import pytest

from games.daily import services
from games.daily.models import DailyDeal
from games.engine.codes import parse_code
from tests.play.conftest import Clock, other, player, shortest_win, time, visitor

__all__ = ["other", "player", "time", "visitor"]
TODAY = date(2026, 11, 30)
LINES = ("KL1-D1N", "KL1-D3V", "DS1-D1N", "RU1-C", "TF1-D1N")


def line(daily: DailyDeal) -> list[str]:
    """A winning line of one of the days below."""
    return str(shortest_win(f"{daily.variant}1-{daily.options}")["actions"]).split()


def store_day(day: date, *lines: str) -> list[DailyDeal]:
    """Store a day whose deals are those of the vectors."""
    return [
        services.store(day, parse_code(shortest_win(name)["code"]), order)
        for order, name in enumerate(lines or LINES)
    ]


@pytest.fixture
def dailies(db: Any, time: Clock) -> list[DailyDeal]:
    """Today's five deals; it is noon in Paris."""
    return store_day(TODAY)
