"""The naive move, and the server's own measure of its CPU time."""

import time

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from bench.naive.models import Row

DECK = [{"rank": rank, "suit": suit, "up": True} for suit in "shdc" for rank in range(1, 14)]
CARDS = [*DECK, *DECK[:20]]  # 6 kB of HTML


@require_POST
def move(request: HttpRequest) -> HttpResponse:
    """Load session and user, read one row for update, save it, render 6 kB of cards by a template."""
    name = request.user.get_username()
    with transaction.atomic():
        row = Row.objects.select_for_update().get(pk=request.POST["row"])
        row.version += 1
        row.save()
    return render(request, "naive/cards.html", {"name": name, "version": row.version, "cards": CARDS})


def cpu(request: HttpRequest) -> HttpResponse:
    """The CPU seconds that this process has used, in all its threads."""
    return HttpResponse(repr(time.process_time()))
