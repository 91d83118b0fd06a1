"""The dashboard of the admin site."""

from typing import Any

from django import template
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.content.selectors import announcements
from games.staff.charts import day_chart
from games.staff.selectors import dashboard

register = template.Library()
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


@register.filter
def flag_words(code: str) -> str:
    """Why a run is flagged, in words."""
    return str(FLAGS.get(code, code))
