"""Games in words, for templates: names, options, scores and times."""

from django import template
from django.utils.translation import gettext

from games.engine.rules import Rules
from games.engine.variants import VARIANTS
from games.play.choices import options_in_words
from games.play.models import Game, Status
from games.play.render import score
from games.play.render.days import challenge_words
from games.play.services import resume_play
from leaderboards import figures
from leaderboards.selectors import Row

register = template.Library()


@register.filter
def game_name(code: str) -> str:
    """The name of the game with these two letters, in the reader's language."""
    variant = VARIANTS.get(code)
    return gettext(variant.name) if variant else code


@register.filter
def options_words(game: Game) -> str:
    """The options a game is played with: « Pioche 1 · Normal »; empty where there are none to choose."""
    return options_in_words(game.variant, game.options)


register.filter(challenge_words)


@register.filter
def score_words(game: Game) -> str:
    """A game's score with its unit; empty where nothing is counted."""
    rules = game.deal_code.rules
    return "" if rules.marking == "S" else score.score_words(game.score, rules.currency)


@register.filter
def score_of(value: int, rules: Rules) -> str:
    """A score under some rules, with its unit."""
    return score.score_words(value, rules.currency)


@register.filter
def ranked_words(value: int | None, board_key: str) -> str:
    """A ranked score with the unit of its board (``KL-D1V``)."""
    if value is None:
        return "–"
    variant, _, options = board_key.partition("-")
    marking = VARIANTS[variant].settings[options]
    if marking.marking == "S":
        return "–"
    return score.score_words(value, marking.scoring.currency)


@register.filter
def leader_words(row: Row, board_key: str) -> str:
    """What a leader leads by: the score, or the time where no points are counted."""
    return _run_words(row.score, row.seconds, board_key)


@register.filter
def play_clock(milliseconds: int | None) -> str:
    """A time of play: 2:10."""
    return "–" if milliseconds is None else score.clock(milliseconds)


@register.filter
def progress(game: Game) -> dict[str, int]:
    """How many cards of an unfinished game lie on the foundations, and how many there are."""
    position = resume_play(game).position
    return {"up": sum(position.foundations), "all": position.rules.deck_size}


@register.filter
def result_words(game: Game) -> str:
    """How an ended game ended, in a word or two."""
    if game.status == Status.WON:
        return gettext("Won")
    return str(game.get_end_reason_display() or game.get_status_display())


def _run_words(ranked_score: int, seconds: int | None, board_key: str) -> str:
    words = ranked_words(ranked_score, board_key)
    return figures.clock(seconds) if words == figures.NONE else words
