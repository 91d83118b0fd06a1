"""The table: its page, its actions, pause, resume, give up, restart. Thin: the services decide and store."""

import time
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import limited
from games.engine.view import visible
from games.play import services
from games.play.models import Game
from games.play.owners import NotFound, owner_of
from games.play.render.page import moves_in_words, page_context, state_of, whole_table
from games.play.render.refusals import hint_words, refusal_words, told_words
from games.play.render.sheet import draw_sheet
from games.play.render.table import draw_changes, draw_hint, draw_message
from games.play.views_pages.missing import no_such_table
from games.staff.services import count_refusal

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, UUID, P], HttpResponse]
SEEN_FOR = 24 * 3600
SEE_OTHER = 303


def _own(view: View[P]) -> View[P]:
    """Answer 404 where the game does not exist or is somebody else's."""

    @wraps(view)
    def wrapped(request: HttpRequest, game_id: UUID, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, game_id, *args, **kwargs)
        except NotFound:
            return no_such_table(request)

    return wrapped


@require_safe
@never_cache
@_own
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The page of a game, whole and as it is now; without cards while it is paused."""
    game = services.look(game_id=game_id, owner=owner_of(request))
    page = time.time_ns() // 1_000_000
    cache.set(_seen_key(game_id), page, SEEN_FOR)
    return render(
        request, "games/table/page.html", {**page_context(request, game), "page": page, "key": uuid.uuid4()}
    )


@require_POST
@never_cache
@_own
def action(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Play one action. 200: the piles that changed; 409: stale, the true table; 422: refused, and why."""
    preferences: Any = request.preferences  # type: ignore[attr-defined]
    outcome = services.act(
        game_id=game_id,
        owner=owner_of(request),
        token=request.POST.get("action", ""),
        version=_version(request),
        automatic=preferences.automatic,
    )
    game = outcome.game
    if outcome.stale:
        return _true_table(
            request, game, 409, gettext("The game has moved on elsewhere: this is the table as it is.")
        )
    if outcome.refusal is not None:
        count_refusal(outcome.reason)
        return _true_table(request, game, 422, refusal_words(outcome.refusal, preferences.rules))
    if not _by_htmx(request):
        return _to_page(game)
    said = told_words(outcome.tokens, outcome.before, outcome.after, outcome.play.position.rules)
    changes = draw_changes(outcome.before, outcome.after, outcome.play, state_of(game, said))
    return HttpResponse(changes + draw_sheet(request, game) if game.over else changes)


@require_POST
@never_cache
@_own
def hint(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Say one useful action and light it on the table. 409 and 422 as for an action."""
    hinted = services.hint(game_id=game_id, owner=owner_of(request), version=_version(request))
    game = hinted.game
    if hinted.stale:
        return _true_table(
            request, game, 409, gettext("The game has moved on elsewhere: this is the table as it is.")
        )
    if hinted.refusal is not None:
        return _true_table(request, game, 422, refusal_words(hinted.refusal))
    sentence = hint_words(hinted.action, visible(hinted.play.position))
    if not _by_htmx(request):
        messages.info(request, sentence)
        return _to_page(game)
    return HttpResponse(draw_hint(hinted.play, state_of(game), hinted.action, sentence))


@require_safe
@never_cache
@_own
def moves(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The list of all moves that are possible now, in words; a choice plays one."""
    game = services.look(game_id=game_id, owner=owner_of(request))
    return render(request, "games/table/moves.html", {"game": game, "plain_actions": moves_in_words(game)})


@require_POST
@never_cache
@_own
def pause(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Stop the clock and take the cards off the page.

    A page that says goodbye (`page`: when it was made) stops it only if no newer page of the game is open: a
    reload asks for the new page before the old one leaves.
    """
    left = request.POST.get("page")
    if left is not None and str(cache.get(_seen_key(game_id), left)) != left:
        return HttpResponse(status=204)
    game = services.pause(game_id=game_id, owner=owner_of(request))
    return _true_table(request, game, 200)


@require_POST
@never_cache
@_own
def resume(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Start the clock again and show the cards."""
    return _true_table(request, services.resume(game_id=game_id, owner=owner_of(request)), 200)


@require_POST
@never_cache
@_own
def give_up(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give the game up; its page then says what it came to."""
    return _end(request, game_id, services.give_up)


@limited("begin")
@require_POST
@never_cache
@_own
def restart(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Begin the same deal again, on a page of its own."""
    return _end(request, game_id, services.restart)


def _end(request: HttpRequest, game_id: UUID, service: Callable[..., Game]) -> HttpResponse:
    try:
        return _to_page(service(game_id=game_id, owner=owner_of(request), version=_version(request)))
    except services.Stale as error:
        messages.warning(request, gettext("The game has moved on elsewhere: this is the table as it is."))
        return _to_page(error.game)


def _true_table(request: HttpRequest, game: Game, status: int, sentence: str = "") -> HttpResponse:
    """The whole table as it is, with a sentence; a browser without scripts is sent to the page."""
    if not _by_htmx(request):
        if sentence:
            messages.warning(request, sentence)
        return _to_page(game)
    html = whole_table(request, game) + draw_message(sentence, "refused" if status == 422 else "")
    if game.over:
        html += draw_sheet(request, game)
    return HttpResponse(html, status=status)


def _to_page(game: Game) -> HttpResponse:
    return HttpResponseRedirect(reverse("games:table", args=[game.pk]), status=SEE_OTHER)


def _by_htmx(request: HttpRequest) -> bool:
    return "HX-Request" in request.headers


def _version(request: HttpRequest) -> int:
    """The version that the request was made on; what is no number is no version."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def _seen_key(game_id: UUID) -> str:
    return f"table-seen:{game_id}"
