"""Reporting a name to the staff."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.limits import limited
from accounts.models import User
from accounts.selectors import may_see_profile, player_by_name
from games.staff import services
from games.staff.forms import ReportForm


@limited("report")
@login_required
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, name: str) -> HttpResponse:
    """Ask what is wrong with a player's name, and put it on the staff's list."""
    player = player_by_name(name)
    if player is None or player.deleted_at or not may_see_profile(request.user, player):
        raise Http404(name)
    if player == request.user:
        return redirect("accounts:rename")
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        reporter = cast(User, request.user)
        services.report_name(player=player, reporter=reporter, text=form.cleaned_data["text"])
        messages.success(request, gettext("Thank you. The staff will look at this name."))
        return redirect("games:player", player.username)
    return render(request, "staff/report.html", {"form": form, "player": player})
