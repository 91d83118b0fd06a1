"""Time played: on the server, from the first action to the end, minus pauses (DESIGN section 6)."""

from datetime import datetime, timedelta

from django.utils import timezone

from games.play.models import Game

EXPIRY = timedelta(days=14)
MILLISECOND = timedelta(milliseconds=1)


def now() -> datetime:
    """The server's time, UTC. The one place that the services take it from."""
    return timezone.now()


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
