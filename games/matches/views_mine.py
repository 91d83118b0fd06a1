"""One's own matches, beside one's own games: those under way, and those that have ended, a page at a time."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.matches import selectors
from games.matches.render import lists
from games.play.cursors import Cursor
from games.play.owners import owner_of


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Show the matches of this account or of this browser."""
    owner = owner_of(request)
    after = Cursor.read(request.GET.get("apres", ""))  # a forged one shows the first page
    page = selectors.played(owner, after)
    context: dict[str, Any] = {
        "first_page": after is None,
        "ended": list(map(lists.row, page.matches)),
        "after": page.after,
    }
    if after is None:
        context["running"] = list(map(lists.row, selectors.unfinished(owner)))
    return render(request, "games/matches/mine.html", context)
