"""Getting together: the lobby, a new table, « Match rapide », the link that invites."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, translate_url
from django.utils.translation import get_language_from_request, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import limited
from games.engine.refusals import Refusal
from games.matches import access, selectors, services
from games.matches.forms import MatchForm, QuickForm, asked
from games.matches.models import Match, State
from games.matches.render.lists import lobby_context, table_words
from games.matches.services import Withheld
from games.matches.views import no_such_match
from games.play.owners import NotFound, owner_of
from games.play.render.refusals import refusal_words


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The lobby; to its script the lists alone, and the header's mark, which may have changed with them."""
    owner = owner_of(request)
    found = selectors.lobby(owner)
    context = lobby_context(found, request.user.is_authenticated)
    context["here"] = selectors.present(owner)
    if request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request"):
        alone = {**context, "alone": True, "awaited": found.awaited}
        response = render(request, "games/matches/lobby_lists.html", alone)
        if found.paired:
            response["HX-Redirect"] = reverse("games:match", args=[found.paired])
        return response
    response = render(request, "games/matches/lobby.html", context)
    access.remember_browser(request, response)
    return response


@limited("begin")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form of a new match; when it is sent, open its table and go there."""
    form = MatchForm(request.POST) if request.method == "POST" else None
    if form is not None and form.is_valid():
        match = _create(request, form)
        if match is not None:
            return redirect("games:match", match.pk)
    start = {"opponent": request.GET.get("contre", ""), "invited": request.GET.get("nom", "")}
    start = {name: value for name, value in start.items() if value}
    if not request.user.is_authenticated and "opponent" not in start:
        start["opponent"] = "bot"
    context = {
        "form": form or MatchForm(initial={"rated": True, "invited": start.get("invited", "")}),
        "asked": asked(form, start),
        "key": uuid.uuid4(),
    }
    response = render(request, "games/matches/new.html", context, status=422 if form else 200)
    access.remember_browser(request, response)
    return response


@never_cache
@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """« Match rapide »: wish, or go on waiting. The page asks again every few seconds."""
    form = QuickForm(request.POST)
    owner = owner_of(request)
    try:
        if request.POST.get("do") == "leave":
            services.leave_quick(owner=owner)
        elif form.is_valid():
            waits = request.POST.get("do") == "wait"
            match = services.quick(owner=owner, wishes=form.wishes, renew=waits)
            if match is not None:
                return _go(request, match)
    except Refusal as refusal:
        messages.warning(request, refusal_words(refusal))
    if not request.headers.get("HX-Request"):
        return redirect("games:lobby")
    found = selectors.lobby(owner)
    return render(request, "games/matches/quick.html", lobby_context(found, request.user.is_authenticated))


@limited("begin")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Where a link leads: a page with a button, in the guest's language, whatever the host's is. Only the
    button sits anybody down.
    """
    if request.method == "POST":
        owner = owner_of(request, create=True)
        try:
            match = services.join_by_link(token=token, owner=owner, browser=access.browser_of(request))
        except Refusal as refusal:
            messages.warning(request, refusal_words(refusal))
            return redirect("games:match_join", token)
        return redirect("games:match", match.pk)
    there = translate_url(request.get_full_path(), _language_of(request))
    if there != request.get_full_path():
        return redirect(there)
    found = Match.objects.filter(token=token).first()
    if found is None:
        return no_such_match(request)
    try:
        table = selectors.match_for(found.pk, owner_of(request), token=token)
    except NotFound:  # a player was invited by name: whoever else has its link may not see it
        return no_such_match(request)
    if table.viewer:
        if table.viewer == 1 and table.state == State.OPEN:
            return render(request, "games/matches/invitation.html", table_words(table))
        return redirect("games:match", found.pk)
    response = render(request, "games/matches/invitation.html", table_words(table))
    access.remember_browser(request, response)
    return response


def _language_of(request: HttpRequest) -> str:
    """The language that a reader chose on this site, else the browser's."""
    chosen: str = request.preferences.language  # type: ignore[attr-defined]
    return chosen or get_language_from_request(request)


def _create(request: HttpRequest, form: MatchForm) -> Match | None:
    """Open the table; what refuses it is said in the form."""
    sent = form.cleaned_data
    try:
        return services.create(
            owner=owner_of(request, create=True),
            wishes=form.wishes,
            visibility=sent["opponent"],
            invited=sent["invited"].strip(),
            typed_code=sent["typed_code"],
            bot_level=form.bot_level,
            browser=access.browser_of(request),
            key=sent["key"],
        )
    except Refusal as refusal:
        form.add_error(None, refusal_words(refusal))
    except Withheld:
        form.add_error("typed_code", gettext("This deal is kept secret for now."))
    return None


def _go(request: HttpRequest, match: Match) -> HttpResponse:
    if request.headers.get("HX-Request"):
        response = HttpResponse(status=204)
        response["HX-Redirect"] = reverse("games:match", args=[match.pk])
        return response
    return redirect("games:match", match.pk)
