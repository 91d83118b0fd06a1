"""Days in words, and whose challenge a game is."""

from datetime import date

from django.utils.translation import gettext

from accounts.dates import written
from games.play.models import Game
from leaderboards.periods import paris_date


def day_words(day: date, shape: str = "j F") -> str:
    """A day in words, without its year if nothing else is asked for.

    :param shape: as Django's `date` filter takes it.
    """
    return written(day, shape)


def challenge_day(game: Game) -> date | None:
    """The day whose challenge a game is; an attempt is dealt on its day and on no other."""
    return paris_date(game.created_at) if game.daily_id is not None else None


def challenge_words(game: Game) -> str:
    """“Challenge of 30 November”; empty for any other game."""
    day = challenge_day(game)
    return gettext("Challenge of %(day)s") % {"day": day_words(day)} if day else ""
