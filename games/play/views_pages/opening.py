"""Opening a deal by its code: typed, or by a link.

Reading the page of a deal writes nothing: what fetches links ahead of people (previews, crawlers) opens no
deal and spoils nobody's board. The deal is opened by the button, and is an attempt from its first action on
(DESIGN section 6).
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.limits import limited
from games.engine.codes import DealCode
from games.play import deals, listing, services
from games.play.choices import options_in_words
from games.play.forms import CodeForm
from games.play.miniatures import backs
from games.play.models import Origin
from games.play.owners import owner_of

LONGEST = 80


@limited("begin")
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Show the form of a code; a code that can be read opens its deal, or its page if the player has been
    there.
    """
    typed = request.POST if request.method == "POST" else request.GET
    if "code" not in typed:
        return render(request, "games/code.html", {"form": CodeForm()})
    form = CodeForm(typed)
    if not form.is_valid():
        return code_refused(request, form)
    if request.method != "POST" or listing.on_deal(owner_of(request), form.deal_code.deal):
        return redirect("games:deal", form.deal_code.text)
    return open_deal(request, form.deal_code, Origin.CODE)


@limited("begin")
@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: HttpRequest, code: str) -> HttpResponse:
    """Show what there is to know of a deal; when the button is pressed, open its table."""
    form = CodeForm({"code": code})
    if not form.is_valid():
        return code_refused(request, form, status=404)
    found = form.deal_code
    if request.method == "POST":
        return open_deal(request, found, Origin.LINK)
    if code != found.text:
        return redirect("games:deal", found.text, permanent=True)
    return render(request, "games/deal.html", deal_context(request, found))


def open_deal(request: HttpRequest, found: DealCode, origin: Origin) -> HttpResponse:
    """Begin a game on the deal and go to its table; a secret deal's page says why it can't be."""
    try:
        game = services.begin(owner=owner_of(request, create=True), code=found, origin=origin)
    except deals.Withheld:
        return render(request, "games/deal.html", deal_context(request, found), status=403)
    return redirect("games:table", game.id)


def deal_context(request: HttpRequest, found: DealCode) -> dict[str, Any]:
    """Return what the page of a deal shows: the game and its form, and where the player stands with it."""
    owner = owner_of(request)
    own = listing.on_deal(owner, found.deal)
    secret = deals.secret_of(found.deal)
    return {
        "code": found,
        "variant": found.variant,
        "words": options_in_words(found.variant.code, found.options),
        "rules": found.rules,
        "withheld": deals.withheld(found.deal, owner),
        "daily": secret is not None and secret.daily_id is not None,
        "unfinished": next((game for game in own if not game.over), None),
        "played": [game for game in own if game.over],
        "first": not own,
        "picture": backs(found.variant),
    }


def code_refused(request: HttpRequest, form: CodeForm, status: int = 422) -> HttpResponse:
    """Show the form with the part that is wrong and what it may be."""
    wrong = next((error.code for error in form.errors.as_data().get("code", [])), "")
    return render(request, "games/code.html", {"form": form, "wrong": wrong}, status=status)
