"""The few answers that belong to no app."""

from django.http import HttpRequest, HttpResponseRedirect
from django.templatetags.static import static


def icon(request: HttpRequest) -> HttpResponseRedirect:
    """Send browsers that ask for /favicon.ico unasked to the site's icon."""
    return HttpResponseRedirect(static("img/icon.svg"))
