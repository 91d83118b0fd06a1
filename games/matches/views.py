"""A match's page, and what is done at it by plain requests. Thin: the services decide and store."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import limited
from games.engine.refusals import Refusal
from games.matches import access, selectors, services
from games.matches.asked import ASKED
from games.matches.models import State
from games.matches.render.page import page_context
from games.matches.selectors import MatchTable
from games.play.owners import NotFound, Owner, owner_of
from games.play.render.refusals import refusal_words
from games.play.views_pages.missing import missing
from games.staff.services import count_refusal

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, UUID, P], HttpResponse]
PLAIN = "sans-script"
MATCH = _(
    "There is no such match here, or it is not for you to see. Those that can be watched are in the lobby."
)


def no_such_match(request: HttpRequest) -> HttpResponse:
    """Say that there is no such match, and lead to the lobby."""
    return missing(request, MATCH, "games:lobby", _("To the lobby"))


def known(view: View[P]) -> View[P]:
    """Answer 404 where there is no such match, or it is not for this person."""

    @wraps(view)
    def wrapped(request: HttpRequest, match_id: UUID, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, match_id, *args, **kwargs)
        except NotFound:
            return no_such_match(request)

    return wrapped


@never_cache
@require_safe
@known
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The page of a match as its viewer may see it now: a seat's, or a spectator's."""
    owner = owner_of(request)
    number = access.seat_of(match_id, owner)
    if number and PLAIN in request.GET:  # no socket says that somebody is there: the page does
        services.seen(match_id=match_id, number=number)
    services.look(match_id)
    table = selectors.match_for(match_id, owner)
    context = {**page_context(request, table), "action_id": uuid.uuid4().hex}
    return render(request, "games/matches/page.html", context)


@never_cache
@require_POST
@known
def action(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Do one thing at a match, as pages without scripts ask for it."""
    owner = owner_of(request)
    preferences: Any = request.preferences  # type: ignore[attr-defined]
    try:
        _do(request, match_id, owner)
    except Refusal as refusal:
        messages.warning(request, refusal_words(refusal, preferences.rules))
    table = selectors.match_for(match_id, owner)
    if table.next_id and request.POST.get("do") == "rematch":
        return redirect("games:match", table.next_id)
    if table.state == State.CANCELLED:
        return redirect("games:lobby")
    return redirect(f"{reverse('games:match', args=[match_id])}?{PLAIN}=1")


@never_cache
@require_POST
@known
def sit(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Take the second seat of a table of the lobby, or of an invitation."""
    try:
        services.join(match_id=match_id, owner=owner_of(request), browser=access.browser_of(request))
    except Refusal as refusal:
        messages.warning(request, refusal_words(refusal))
        return redirect("games:lobby")
    return redirect("games:match", match_id)


@limited("keep")
@never_cache
@require_POST
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Block a player, or no longer."""
    service = services.unblock if request.POST.get("do") == "unblock" else services.block
    try:
        service(owner=owner_of(request), name=name)
        blocked = service is services.block
        said = gettext("%(name)s is blocked.") if blocked else gettext("%(name)s is no longer blocked.")
        messages.success(request, said % {"name": name})
    except Refusal as refusal:
        messages.warning(request, refusal_words(refusal))
    return redirect("games:player", name)


def _do(request: HttpRequest, match_id: UUID, owner: Owner) -> None:
    """Ask the service that the form names.

    :raises Refusal: if it is not possible.
    """
    sent = request.POST
    token = sent.get("action", "")
    if token:
        outcome = services.act(
            match_id=match_id, owner=owner, token=token, action_id=sent.get("act_id", "")[:32]
        )
        if outcome.refusal is not None:
            count_refusal(outcome.reason)
            raise outcome.refusal
        return
    asked = "say" if "phrase" in sent else sent.get("do", "")
    if asked == "block":
        _block_opponent(selectors.match_for(match_id, owner), owner)
    elif asked in ASKED:
        ASKED[asked](match_id, owner, sent)


def _block_opponent(table: MatchTable, owner: Owner) -> None:
    if table.opponent is not None and table.opponent.name:
        services.block(owner=owner, name=table.opponent.name)
