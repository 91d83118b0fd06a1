"""A player's profile: who it is, since when, and what came of the games. A private one opens to its owner."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.selectors import may_see_profile, player_by_name
from games.daily.selectors import streak
from games.play.views_pages.missing import no_such_player


@never_cache
@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a profile; another spelling of the name leads to the name as its player writes it."""
    found = player_by_name(name)
    if found is None or not may_see_profile(request.user, found):
        return no_such_player(request)
    if found.username != name:
        return redirect("games:player", found.username)
    context = {"player": found, "own": request.user.pk == found.pk, "daily": streak(found.pk)}
    return render(request, "games/profile.html", context)
