"""The challenge in words: what is said of an attempt, and the text to share."""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext, ngettext, pgettext

from accounts.dates import written
from games.daily.models import DailyDeal
from games.daily.selectors import Mine, Streak
from games.engine.variants import VARIANTS
from games.play.choices import options_in_words
from games.play.render.score import clock, score_words


def name_of(daily: DailyDeal) -> str:
    """Return a game with its options: « Klondike, pioche 3 · Vegas »."""
    game = gettext(VARIANTS[daily.variant].name)
    options = options_in_words(daily.variant, daily.options)
    return gettext("%(game)s, %(options)s") % {"game": game, "options": options} if options else game


def result_of(mine: Mine) -> str:
    """Return an ended attempt in a line: result, score, time."""
    game = mine.game
    if game is None or not game.over:
        return ""
    rules = mine.daily.code.rules
    score = "" if rules.marking == "S" else score_words(game.score, rules.currency)
    result = pgettext("game", "Won") if game.won else pgettext("game", "Not won")
    return "\u00a0· ".join(part for part in (result, score, clock(game.elapsed_ms)) if part)


def share_text(day: date, mine: Sequence[Mine], streak: Streak, address: str) -> str:
    """Return what a player may show to friends: results, nothing of any deal; "" before the first one."""
    ended = [one for one in mine if one.counted and one.game and one.game.over]
    if not ended:
        return ""
    lines = [gettext("Réussite, challenge of %(day)s") % {"day": written(day)}]
    for one in ended:
        named = {"game": name_of(one.daily), "result": result_of(one)}
        lines.append(gettext("%(game)s: %(result)s") % named)
    if streak.now > 1:
        lines.append(
            ngettext("%(count)d day in a row", "%(count)d days in a row", streak.now) % {"count": streak.now}
        )
    return "\n".join([*lines, address])
