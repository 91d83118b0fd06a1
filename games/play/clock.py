"""Time played: on the server, from the first action to the end, minus pauses (DESIGN section 6)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string

from games.play.models import Game

EXPIRY = timedelta(days=14)
MILLISECOND = timedelta(milliseconds=1)


_CLOCK: str = getattr(settings, "CLOCK", "")
_source: Callable[[], datetime] = import_string(_CLOCK) if _CLOCK else timezone.now
"""Where the time comes from; `settings.CLOCK` may name another source (the tests' server has one)."""


def now() -> datetime:
    """The server's time, UTC. The one place that the services take it from."""
    return _source()


@contextmanager
def reading(source: Callable[[], datetime]) -> Iterator[None]:
    """Take the time from `source` for a while, in this whole process: for commands that play the past."""
    global _source
    before, _source = _source, source
    try:
        yield
    finally:
        _source = before


def elapsed_ms(game: Game, at: datetime) -> int:
    """Return the time played up to `at`, in milliseconds.

    It never comes down: where the server's clock was set back, the interval under way counts as nothing.
    """
    if game.running_since is None:
        return game.elapsed_ms
    return game.elapsed_ms + max(0, (at - game.running_since) // MILLISECOND)


def expires_at(game: Game) -> datetime:
    """When the game is given up for want of an action."""
    return game.last_action_at + EXPIRY
