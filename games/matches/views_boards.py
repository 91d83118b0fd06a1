"""The boards of matches: by rating, by the month's wins, for each tempo."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from leaderboards import rating_boards
from leaderboards.rating_boards import Place


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """Show a page of a board: ``?cadence=A``, ``?par=victoires``, ``?apres=1520.17``, ``?avant=…``.

    ``?page=3``, which links said once, is sent on to the place where that page begins.
    """
    tempo = "A" if request.GET.get("cadence") == "A" else "S"
    by_wins = request.GET.get("par") == "victoires"
    base = f"?cadence={tempo}" + ("&par=victoires" if by_wins else "")
    if "page" in request.GET:
        number = _number(request.GET["page"])
        place = rating_boards.end_of_page(tempo, number - 1, wins=by_wins) if number > 1 else None
        return redirect(request.path + base + (f"&apres={place}" if place else ""))
    after, before = (Place.read(request.GET.get(word, "")) for word in ("apres", "avant"))
    me = request.user.pk if request.user.is_authenticated else None
    if by_wins:
        found = rating_boards.by_wins(tempo, None, after, before, me=me)
    else:
        found = rating_boards.by_rating(tempo, after, before, me=me)
    if not found.lines and (after or before):  # those who stood there are gone
        return redirect(request.path + base)
    context = {"board": found, "tempo": tempo, "by_wins": by_wins, "me": me, "base": base, "joint": "&"}
    return render(request, "games/matches/board.html", context)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1
