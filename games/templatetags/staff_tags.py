"""The dashboard of the admin site."""

from typing import Any

from django import template
from django.contrib.admin.models import LogEntry
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff import entries_for, entry_in_words
from games.content.selectors import announcements
from games.staff.charts import day_chart
from games.staff.selectors import dashboard

register = template.Library()
LOGGED = 15
REASONS: dict[str, Any] = {
    "unreadable": _("unreadable"),
    "game_over": _("the game is over"),
    "paused": _("the game is paused"),
    "no_such_pile": _("no such pile"),
    "no_take_back": _("nothing is taken back here"),
    "not_your_turn": _("not the player’s turn"),
    "same_column": _("the same column"),
    "empty_pile": _("an empty pile"),
    "face_down": _("a hidden card"),
    "not_a_sequence": _("not in sequence"),
    "group_too_large": _("too large a group"),
    "not_a_king": _("not a king for an empty column"),
    "wrong_rank": _("wrong rank"),
    "wrong_colour": _("wrong colour"),
    "wrong_suit": _("wrong suit"),
    "foundation_order": _("too soon for the foundation"),
    "stock_not_empty": _("the stock is not empty"),
    "no_more_passes": _("no pass left"),
    "nothing_to_undo": _("nothing to undo"),
    "nothing_to_redo": _("nothing to redo"),
    "too_many_actions": _("too many actions"),
}
FLAGS: dict[str, Any] = {"fast": _("faster than hands can play")}


@register.simple_tag
def staff_dashboard() -> dict[str, Any]:
    """Return the figures, charts and lists that the dashboard shows."""
    found = dashboard()
    return {
        "figures": found,
        "charts": [
            day_chart(gettext("Sign-ups a day"), found.days, found.sign_ups),
            day_chart(gettext("Games a day"), found.days, found.games),
            day_chart(gettext("Games won, by day of the deal"), found.days, found.won),
            day_chart(gettext("Refusals a day"), found.days, found.refusals),
        ],
        "announcements": [mark_safe(html) for html in announcements()],
    }


@register.simple_tag
def staff_log(user: User) -> list[LogEntry]:
    """Return the last entries of the staff's log that are about what this member of the staff may see."""
    return entries_for(user, LOGGED)


@register.filter
def log_words(entry: LogEntry) -> str:
    """What an entry of the log says was done, in the reader's language."""
    return entry_in_words(entry)


@register.filter
def flag_words(code: str) -> str:
    """Why a run is flagged, in words."""
    return str(FLAGS.get(code, code))


@register.filter
def reason_words(reason: str) -> str:
    """Why an action was refused, in a few words."""
    return str(REASONS.get(reason, reason))
