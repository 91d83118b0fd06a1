"""Games in words, for templates: names, options, scores and times."""

from django import template
from django.utils.translation import gettext

from games.engine.rules import Rules
from games.engine.variants import VARIANTS
from games.play.choices import options_in_words
from games.play.models import Game, Status
from games.play.render import score

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
def play_clock(milliseconds: int | None) -> str:
    """A time of play: 2:10."""
    return "–" if milliseconds is None else score.clock(milliseconds)


@register.filter
def result_words(game: Game) -> str:
    """How an ended game ended, in a word or two."""
    if game.status == Status.WON:
        return gettext("Won")
    return str(game.get_end_reason_display() or game.get_status_display())
