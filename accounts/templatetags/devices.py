"""Words for what a browser says of itself."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The first mark found names it: browsers and systems pretend to be those before them.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


@register.filter
def device(user_agent: str) -> str:
    """Return « Firefox, Windows » for a user agent, or that it is unknown."""
    found = [
        next((name for mark, name in marks.items() if mark in user_agent), None)
        for marks in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(name for name in found if name) or _("Unknown device")
