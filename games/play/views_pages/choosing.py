"""Choosing a game: the home page, each game's page, « New game »."""

import uuid
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import limited
from games.engine.variant import Variant
from games.engine.variants import SOLO_VARIANTS
from games.play import listing, services
from games.play.about import about
from games.play.choices import options_in_words, split_options, usual_forms
from games.play.forms import BY_NAME, NewGameForm, OptionFields
from games.play.miniatures import miniature
from games.play.models import Origin
from games.play.owners import NotYours, Owner, owner_of
from games.play.today import best_of_the_day
from games.play.views_pages.missing import no_such_game

REMEMBERED = "options"
SHOWN_ON_HOME = 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the games, each one tap from its table, and what the player left unfinished."""
    owner = owner_of(request)
    context = {
        "tiles": [tile(request, variant) for variant in SOLO_VARIANTS.values()],
        "unfinished": listing.unfinished(owner, SHOWN_ON_HOME, begun=True),
        "best": best_of_the_day(),
    }
    return render(request, "games/home.html", context)


@require_safe
def variant(request: HttpRequest, key: str) -> HttpResponse:
    """Show one game: a few words, its usual forms to begin directly, all its options, the player's own
    record.
    """
    found = BY_NAME.get(key)
    if found is None:
        return no_such_game(request)
    if key != found.key:
        return redirect("games:variant", found.key, permanent=True)
    owner = owner_of(request)
    context = {
        **tile(request, found),
        "forms": [usual_form(found, options) for options in usual_forms(found.code)],
        "fields": OptionFields(found, remembered(request, found, owner)),
        "records": own_record(owner, found),
        "board_key": f"{found.code}-{found.option_choices[0]}",
    }
    return render(request, "games/variant.html", context)


@limited("begin")
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new game; when it is sent, begin the game and go to its table.

    To htmx (the dialog of the table, the choice of another game) the form alone is shown.
    """
    if request.method == "POST":
        form = NewGameForm(request.POST)
        if form.is_valid():
            return begin(request, form.chosen, form.options_chosen, form.cleaned_data["key"])
        return new_form(request, chosen_variant(request.POST.get("game", "")), form, status=422)
    return new_form(request, chosen_variant(request.GET.get("game", "")), None)


def begin(request: HttpRequest, chosen: Variant, options: str, key: uuid.UUID | None) -> HttpResponse:
    """Begin a game on a deal that the server draws, remember its options, and go to its table."""
    owner = owner_of(request, create=True)
    try:
        game = services.begin(
            owner=owner, variant=chosen.code, options=options, origin=Origin.RANDOM, key=key
        )
    except NotYours:  # the form was shown to somebody else: before a login or logout
        game = None
    if game is None or game.over:  # over: the form came back from the browser's history
        game = services.begin(owner=owner, variant=chosen.code, options=options, origin=Origin.RANDOM)
    remember(request, chosen, options)
    return redirect("games:table", game.id)


def new_form(
    request: HttpRequest, chosen: Variant, form: NewGameForm | None, status: int = 200
) -> HttpResponse:
    """Show the form for one game, with the options of its last time."""
    owner = owner_of(request)
    context = {
        "variants": SOLO_VARIANTS.values(),
        "variant": chosen,
        "about": about(chosen),
        "fields": OptionFields(chosen, remembered(request, chosen, owner)),
        "form": form,
        "key": uuid.uuid4(),
        "own_page": on_own_page(request),
    }
    response = render(request, form_template(request), context, status=status)
    response["Vary"] = ", ".join(filter(None, [response.get("Vary"), "HX-Request", "HX-Target"]))
    return response


def on_own_page(request: HttpRequest) -> bool:
    """Whether the form stands on a page of its own, whose address then follows the game; else in a dialog."""
    if not request.headers.get("HX-Request"):
        return True
    try:
        return urlsplit(request.headers.get("HX-Current-URL", "")).path == request.path
    except ValueError:  # no browser's address
        return False


def form_template(request: HttpRequest) -> str:
    """Return the template of the form: for htmx the form alone, for the table's dialog with its title."""
    if not request.headers.get("HX-Request") or request.headers.get("HX-History-Restore-Request"):
        return "games/new.html"
    dialog = request.headers.get("HX-Target") == "new-game-dialog"
    return "games/partials/new_dialog.html" if dialog else "games/partials/new_form.html"


# --- what is shown of a game ------------------------------------------------------------------------------


def tile(request: HttpRequest, shown: Variant) -> dict[str, Any]:
    """Return what home shows of a game: words, picture, and the form that one tap begins."""
    options = remembered(request, shown)
    return {
        "variant": shown,
        "about": about(shown),
        "options": options,
        "words": options_in_words(shown.code, options),
        "miniature": miniature(shown),
        "key": uuid.uuid4(),
    }


def usual_form(shown: Variant, options: str) -> dict[str, Any]:
    """Return a button's words and what it posts."""
    parts = split_options(options)
    return {
        "options": options,
        "words": options_in_words(shown.code, options),
        "rule": parts["rule"],
        "key": uuid.uuid4(),
    }


def own_record(owner: Owner, shown: Variant) -> list[dict[str, Any]]:
    """Return what the owner did with each form of a game, in display order; forms never finished are left
    out.
    """
    found = listing.records(owner, shown.code)
    return [
        {
            "words": options_in_words(shown.code, options) or gettext(shown.name),
            "board_key": f"{shown.code}-{options}",
            "record": found[options],
        }
        for options in shown.option_choices
        if options in found
    ]


def chosen_variant(name: str) -> Variant:
    """Return the game that an address or a form names; the first one when it names none."""
    return BY_NAME.get(name) or next(iter(SOLO_VARIANTS.values()))


# --- options remembered per game --------------------------------------------------------------------------


def remembered(request: HttpRequest, shown: Variant, owner: Owner | None = None) -> str:
    """Return the options that this person last chose for a game: in this browser, else (given an owner)
    anywhere.
    """
    stored = request.session.get(REMEMBERED)
    options = stored.get(shown.code, "") if isinstance(stored, dict) else ""
    if not options and owner is not None:
        options = listing.last_options(owner, shown.code)
    return options if options in shown.option_choices else shown.option_choices[0]


def remember(request: HttpRequest, shown: Variant, options: str) -> None:
    """Keep the options for the next time."""
    stored = request.session.get(REMEMBERED)
    known = stored if isinstance(stored, dict) else {}
    request.session[REMEMBERED] = {**known, shown.code: options}
