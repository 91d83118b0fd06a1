"""What is not there, or not this person's to see: a page that says so and leads on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

GAME = _("There is no such game here. Those that can be played are on the first page.")
RUN = _("This game is not over, is not yours to see, or never was. Yours are under “My games”.")
TABLE = _("This table is not yours, or there is none here. Your games are under “My games”.")
PLAYER = _("Nobody here has this name, or their profile is private.")


def missing(request: HttpRequest, sentence: str | Promise, to: str, label: str | Promise) -> HttpResponse:
    """Return a 404 page with ``sentence`` and one way on: the page named ``to``, called ``label``."""
    context = {"sentence": sentence, "way": reverse(to), "label": label}
    return render(request, "games/missing.html", context, status=404)


def no_such_game(request: HttpRequest) -> HttpResponse:
    """Return the 404 page of an address that names no game of the site."""
    return missing(request, GAME, "games:home", _("Choose a table"))


def no_such_run(request: HttpRequest) -> HttpResponse:
    """Return the 404 page of a replay or record that is not there for its reader."""
    return missing(request, RUN, "games:mine", _("My games"))


def no_such_table(request: HttpRequest) -> HttpResponse:
    """Return the 404 page of a table that is not there, or somebody else's."""
    return missing(request, TABLE, "games:mine", _("My games"))


def no_such_player(request: HttpRequest) -> HttpResponse:
    """Return the 404 page of a profile that is not there, or private."""
    return missing(request, PLAYER, "leaderboards:index", _("All leaderboards"))
