"""The pages of access keys: a list, making one, revoking one. The key itself is shown once."""

from typing import cast
from uuid import UUID

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import tokens
from accounts.forms import KeyForm
from accounts.models import User


@login_required
@never_cache
@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """The player's keys: what each may do, when it was used, and a way to revoke it."""
    own = tokens.of_player(cast(User, request.user))
    context = {"keys": own, "most": tokens.MOST, "full": len(own) >= tokens.MOST}
    return render(request, "accounts/keys.html", context)


@login_required
@reauthentication_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("text")
def new_key(request: HttpRequest) -> HttpResponse:
    """Make a key. The answer shows it, and it is kept nowhere: not in the session of a redirect either."""
    form = KeyForm(cast(User, request.user), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and (made := form.save()):
        key, text = made
        return render(request, "accounts/key_made.html", {"key": key, "text": text})
    return render(request, "accounts/key_new.html", {"form": form})


@login_required
@never_cache
@require_POST
def revoke_key(request: HttpRequest, key_id: UUID) -> HttpResponse:
    """Take a key out of use at once."""
    if tokens.revoke(cast(User, request.user), key_id):
        messages.success(request, _("The key is revoked: it opens nothing any more."))
    return redirect("accounts:keys")
