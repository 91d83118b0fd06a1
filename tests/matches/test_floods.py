"""Whoever sends on and on is shut out, however slowly the server hears; whoever plays fast is not."""

import pytest

from games.matches import sockets
from games.matches.sockets import BURST, MAD, RATE, Bucket


class Seconds:
    """The monotonic clock, moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    moved = Seconds()
    monkeypatch.setattr(sockets, "time", moved)
    return moved


def send(bucket: Bucket, seconds: Seconds, rate: float, during: float) -> int:
    """Send at a rate for a while; return how many messages got through."""
    through = 0
    for _ in range(int(rate * during)):
        seconds.now += 1 / rate
        through += bucket.take()
    return through


@pytest.mark.parametrize("rate", [60.0, 200.0, 5000.0])
def test_a_flood_is_over_the_limit_before_long(seconds: Seconds, rate: float) -> None:
    bucket = Bucket()
    through = send(bucket, seconds, rate, 30)
    assert bucket.over > MAD
    assert through <= BURST + RATE * 30 + 1


def test_who_plays_as_fast_as_one_may_is_never_over_it(seconds: Seconds) -> None:
    bucket = Bucket()
    assert send(bucket, seconds, RATE - 1, 60) == int((RATE - 1) * 60)
    assert bucket.over == 0


def test_what_was_too_much_is_forgiven_by_and_by(seconds: Seconds) -> None:
    bucket = Bucket()
    send(bucket, seconds, 500, 0.5)
    assert 0 < bucket.over < MAD
    send(bucket, seconds, 10, 30)
    assert bucket.over == 0
