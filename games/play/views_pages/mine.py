"""One's own games: unfinished ones to go on with, finished ones to see again or to keep as records."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.play import listing
from games.play.cursors import Cursor
from games.play.export import record_text
from games.play.owners import NotFound, owner_of
from games.play.seen import has_replay, seen_game
from games.play.services.end import end_if_due
from games.play.views_pages.missing import no_such_run


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Show the games of this account or of this browser, a page at a time. To htmx: only the page that
    follows.
    """
    owner = owner_of(request)
    for game in listing.due(owner):
        end_if_due(game)
    after = Cursor.read(request.GET.get("apres", ""))  # a forged one shows the first page
    page = listing.finished(owner, after)
    shut = {game.pk for game in page.games if not has_replay(game, owner)}
    context: dict[str, Any] = {"page": page, "shut": shut, "first_page": after is None}
    if after is None:
        context["unfinished"] = listing.unfinished(owner)
    return render(request, "games/mine.html", context)


@require_safe
def record(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give the record of an ended game as a text file that `manage.py replay` reads."""
    try:
        game = seen_game(game_id, owner_of(request))
    except NotFound:
        return no_such_run(request)
    response = HttpResponse(record_text(game), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{game.code}.txt"'
    response["Cache-Control"] = "private, no-store"
    return response
