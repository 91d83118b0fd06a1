"""The boards of matches: by rating, by the month's wins, for each tempo."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from leaderboards import rating_boards


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """Show a board: ``?cadence=A``, ``?par=victoires``, ``?page=2``."""
    tempo = "A" if request.GET.get("cadence") == "A" else "S"
    by_wins = request.GET.get("par") == "victoires"
    text = request.GET.get("page", "1")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1
    me = request.user.pk if request.user.is_authenticated else None
    if by_wins:
        found = rating_boards.by_wins(tempo, None, number, me)
    else:
        found = rating_boards.by_rating(tempo, number, me)
    context = {"board": found, "tempo": tempo, "by_wins": by_wins, "me": me}
    return render(request, "games/matches/board.html", context)
