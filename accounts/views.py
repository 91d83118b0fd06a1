"""The account pages that allauth does not have."""

import json
from dataclasses import replace
from typing import cast

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse, translate_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, get_language_from_path, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import preferences, selectors, services
from accounts.forms import DeletionForm, MachineForm, PreferencesForm, RenameForm
from accounts.limits import limited
from accounts.models import User


def _player(request: HttpRequest) -> User:
    return cast(User, request.user)


@login_required
@never_cache
def overview(request: HttpRequest) -> HttpResponse:
    """The account at a glance: name, address, security, data, with a way to each page."""
    player = _player(request)
    context = {
        "address": selectors.address_of(player),
        "warnings": selectors.unread_warnings(player),
        "next_rename": services.next_rename(player),
        "second_factor": selectors.has_second_factor(player),
    }
    return render(request, "accounts/overview.html", context)


@login_required
@require_POST
def warnings_read(request: HttpRequest) -> HttpResponse:
    """The player has read what the staff wrote."""
    services.mark_warnings_read(_player(request))
    return redirect("accounts:overview")


@limited("keep")
@never_cache
def edit_preferences(request: HttpRequest) -> HttpResponse:
    """The preferences of a player or a visitor; whoever came from a table (``next``) goes back to it."""
    current = preferences.of_request(request)
    is_player = request.user.is_authenticated
    form = PreferencesForm(current, request.POST if request.method == "POST" else None, player=is_player)
    if request.method == "POST" and form.is_valid():
        chosen = form.preferences()
        preferences.keep(request, chosen)
        here = _page_of(request) or reverse("accounts:preferences")
        language = chosen.language or get_language()
        with override(language):
            messages.success(request, _("Your settings are kept."))
        return HttpResponseRedirect(translate_url(here, language))
    return render(request, "accounts/preferences.html", {"form": form, "back": _page_of(request)})


def _page_of(request: HttpRequest) -> str:
    """Return the page of this site that the reader came from and goes back to, if the address names one."""
    page = request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if safe else ""


@limited("keep")
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """The language switch of every page: keep the choice, then show the same page in that language."""
    language = request.POST.get("language", "")
    page = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure()):
        page = "/"
    if language in dict(settings.LANGUAGES):
        current = preferences.of_request(request)
        preferences.keep(request, replace(current, language=language))
        with override(get_language_from_path(page) or settings.LANGUAGE_CODE):
            page = translate_url(page, language)
    return HttpResponseRedirect(page)


@limited("keep")
@login_required
@never_cache
def rename(request: HttpRequest) -> HttpResponse:
    """Change of name, once in thirty days."""
    player = _player(request)
    old = player.username
    form = RenameForm(player, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and form.save():
        messages.success(request, _("Your name is now %(name)s.") % {"name": player.username})
        return redirect("accounts:overview")
    player.username = old
    interval = services.RENAME_INTERVAL.days
    context = {"form": form, "next_rename": services.next_rename(player), "interval": interval}
    return render(request, "accounts/rename.html", context)


@limited("password")
@login_required
@never_cache
def declare_machine(request: HttpRequest) -> HttpResponse:
    """The declaration that a program plays for this account; the owner cannot take it back."""
    player = _player(request)
    form = MachineForm(player, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.declare_machine(player)
        messages.success(request, _("Your account is now a computer account."))
        return redirect("accounts:overview")
    return render(request, "accounts/machine.html", {"form": form})


@login_required
@never_cache
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """All the player's data, as a JSON file."""
    player = _player(request)
    data = selectors.export(player)
    text = json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    day = timezone.localdate().isoformat()
    response["Content-Disposition"] = f'attachment; filename="reussite-{day}.json"'
    return response


@limited("password")
@login_required
@never_cache
def delete(request: HttpRequest) -> HttpResponse:
    """Deletion of the account, confirmed by the password."""
    player = _player(request)
    form = DeletionForm(player, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.delete_player(player)
        get_adapter(request).logout(request)
        messages.success(request, _("Your account is deleted. What you played stays, without your name."))
        return HttpResponseRedirect(reverse(settings.LOGIN_REDIRECT_URL))
    return render(request, "accounts/delete.html", {"form": form})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from before a login or logout in another tab. Nothing was done, and the page says so.

    htmx gets an order to load the whole page again, where the same words wait; nothing is swapped.
    """
    if "HX-Request" in request.headers:
        text = _(
            "You logged in or out in another tab: your last action was not done. This is the page as it is."
        )
        messages.warning(request, text)
        return HttpResponse(status=403, headers={"HX-Refresh": "true"})
    return render(request, "accounts/stale_form.html", status=403)
