"""A player's profile: who it is, since when, and what came of the games. A private one opens to its owner
alone.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.selectors import may_see_profile, player_by_name
from leaderboards import presentation, statistics
from leaderboards.catalogue import find
from leaderboards.models import Result

WINS_SHOWN = 8


@never_cache
@require_GET
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a profile; another spelling of the name leads to the name as its player writes it."""
    found = player_by_name(name)
    if found is None or not may_see_profile(request.user, found):
        raise Http404(name)
    if found.username != name:
        return redirect("games:player", found.username)
    figures = statistics.of_player(found.pk)
    context = {
        "player": found,
        "own": request.user.pk == found.pk,
        "wins": [win for win in map(_win, statistics.recent_wins(found.pk, WINS_SHOWN)) if win],
        **presentation.profile(figures),
    }
    return render(request, "games/profile.html", context)


def _win(result: Result) -> dict[str, object] | None:
    """What a profile shows of a won run; None for a game that the site no longer has."""
    named = find(result.board_key)
    if named is None:
        return None
    secret = result.secret_until is not None and result.secret_until > timezone.now()
    return {"result": result, "game": named[0], "options": named[1], "open": not secret}
