"""Days in words, and whose challenge a game is."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from games.play.models import Game
from leaderboards.periods import paris_date


def day_words(day: date, shape: str = "j F") -> str:
    """A day in words; the first of a month is « 1er » in French, as one says it.

    :param shape: as Django's `date` filter takes it.
    """
    words = date_format(day, shape)
    return words.replace("1 ", "1er ", 1) if day.day == 1 and get_language() == "fr" else words


def challenge_day(game: Game) -> date | None:
    """The day whose challenge a game is; an attempt is dealt on its day and on no other."""
    return paris_date(game.created_at) if game.daily_id is not None else None


def challenge_words(game: Game) -> str:
    """“Challenge of 30 November”; empty for any other game."""
    day = challenge_day(game)
    return gettext("Challenge of %(day)s") % {"day": day_words(day)} if day else ""
