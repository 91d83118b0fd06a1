"""The challenge on other pages, and its figures in words."""

from datetime import timedelta
from typing import Any

from django import template
from django.utils.translation import gettext, ngettext

from games.daily import days, selectors, services, words
from games.daily.models import DailyDeal, ProgrammeEntry
from games.daily.selectors import Mine, Square
from games.engine.variants import VARIANTS
from games.play import clock
from games.play.choices import options_in_words
from games.play.owners import owner_of
from games.play.render import days as render_days

register = template.Library()


register.filter(render_days.day_words)


@register.inclusion_tag("daily/_home.html", takes_context=True)
def daily_home(context: dict[str, Any]) -> dict[str, Any]:
    """The block of the home page: today's games, the reader's state in each, the time left, the streak.

    It makes nothing: of a day that nobody has asked for yet it shows the programme.
    """
    owner = owner_of(context["request"])
    day = days.day_of(clock.now())
    own = selectors.mine(owner, selectors.on_day(day), ranks=False)
    return {
        "day": day,
        "until": days.ends(day),
        "left": days.ends(day) - clock.now(),
        "streak": selectors.streak(owner.user_id),
        "games": [_line(one) for one in own] or [_unmade(entry) for entry in services.programme()],
        "begun": any(one.state != "new" for one in own),
    }


def _line(mine: Mine) -> dict[str, str]:
    return {**_named(mine.daily), "state": mine.state, "result": words.result_of(mine)}


def _unmade(entry: ProgrammeEntry) -> dict[str, str]:
    daily = DailyDeal(variant=entry.variant, options=entry.options)
    return {**_named(daily), "state": "new", "result": ""}


def _named(daily: DailyDeal) -> dict[str, str]:
    return {"name": gettext(VARIANTS[daily.variant].name), "options": options_of(daily)}


@register.filter
def options_of(daily: DailyDeal) -> str:
    """The options of a deal in words."""
    return options_in_words(daily.variant, daily.options)


@register.filter
def left_words(left: timedelta) -> str:
    """A time to wait: « 5 h 12 min », « 48 s »."""
    seconds = max(0, int(left.total_seconds()))
    hours, minutes = seconds // 3600, seconds % 3600 // 60
    if hours:
        return gettext("%(hours)d h %(minutes)02d min") % {"hours": hours, "minutes": minutes}
    if minutes:
        return gettext("%(minutes)d min") % {"minutes": minutes}
    return gettext("%(seconds)d s") % {"seconds": seconds}


@register.filter
def square_words(square: Square) -> str:
    """What was done on a day of the calendar, for those who listen."""
    played = ngettext("%(count)d played", "%(count)d played", square.played) % {"count": square.played}
    won = ngettext("%(count)d won", "%(count)d won", square.won) % {"count": square.won}
    places = [gettext("place %(place)d") % {"place": place} for place in square.medals]
    return ", ".join([played, won, *places])


@register.filter
def lines(text: str) -> int:
    """How many lines a text has."""
    return text.count("\n") + 1
