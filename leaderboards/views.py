"""Pages of boards and statistics: they choose what to read and hand it to a template."""

import re
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from leaderboards import choosing, presentation, selectors, statistics
from leaderboards.asking import bankroll_asked
from leaderboards.catalogue import GAMES, NO_POINTS, VEGAS, Game, Options, find
from leaderboards.links import PERIOD_LABELS, WORD_OF, board_url
from leaderboards.membership import game_spec
from leaderboards.models import Board
from leaderboards.periods import DAY, EVER, WEEK, start_of

TOP = 10
"""Rows of the ranking with which the first page opens."""
DEAL = re.compile(r"([A-Z]{2}[1-9]\d?)(?:-([A-Z0-9]+))?-([A-Z]{7})")


def _choices() -> dict[str, Any]:
    """Return what the row of choices lists."""
    return {
        "all_games": GAMES.values(),
        "all_periods": [(WORD_OF[period], label) for period, label in PERIOD_LABELS.items()],
    }


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the top of the ranking that most play for, and every game with the champions of the day; the form
    of choices comes here and is sent on to its board."""
    asked = request.GET.get("jeu", "")
    if asked:
        choice = choosing.read(asked, request.GET)
        if choice is None:
            raise Http404
        return redirect(choice.url)
    choice = _usual()
    context = {
        "choice": choice,
        "page": selectors.page(selectors.find(choice.spec), size=TOP),
        "pointless": choice.options.marking == NO_POINTS,
        "period_word": WORD_OF[EVER],
        "games": _champions(),
        "day": timezone.localdate(),
        **_choices(),
    }
    return render(request, "leaderboards/index.html", context)


def _usual() -> choosing.Choice:
    """Return the board of all time on whose week most players stand; in a week without any, the fullest one
    of all time; else the first game's."""
    now = timezone.now()
    ways = [(game, options) for game in GAMES.values() for options in game.options.values()]
    for period in (WEEK, EVER):
        choices = [choosing.Choice(game, options, period, start_of(period, now)) for game, options in ways]
        slug = selectors.fullest([choice.spec for choice in choices])
        if slug:
            return next(choice for choice in choices if choice.spec.slug == slug).other(period=EVER)
    return choices[0]


def _champions() -> list[tuple[Game, list[tuple[Options, str, selectors.Row]], list[tuple[Options, str]]]]:
    """Return each game with its champions of the day (options, board, first row) and all its boards."""
    now = timezone.now()
    keys = [f"{game.code}-{letters}" for game in GAMES.values() for letters in game.options]
    specs = {key: game_spec(key, DAY, now) for key in keys}
    rows = selectors.champions(list(specs.values()))
    games = []
    for game in GAMES.values():
        leaders, ways = [], []
        for options in game.options.values():
            key = f"{game.code}-{options.code}"
            ways.append((options, board_url(key)))
            row = rows.get(specs[key].slug)
            if row:
                leaders.append((options, board_url(key, DAY), row))
        games.append((game, leaders, ways))
    return games


@require_safe
def board(request: HttpRequest, board_key: str) -> HttpResponse:
    """Show a page of a board, and the player's own place with its neighbours."""
    choice = choosing.read(board_key, request.GET)
    if choice is None:
        raise Http404
    if choice.bank and request.user.is_authenticated:
        bankroll_asked.send(None, user_id=request.user.pk)
    found = selectors.find(choice.spec)
    page = selectors.page(found, request.GET.get("apres", ""), request.GET.get("avant", ""))
    player_id = request.user.pk
    standing = selectors.rank(found, player_id)
    on_page = any(row.player_id == player_id for row in page.rows)
    context = {
        "choice": choice,
        "page": page,
        "standing": standing,
        "neighbours": [] if on_page or standing is None else selectors.around(found, player_id),
        "pointless": choice.options.marking == NO_POINTS,
        "period_word": WORD_OF[choice.period],
        "joint": "&" if "?" in choice.url else "?",
        **_choices(),
    }
    return render(request, "leaderboards/board.html", context)


@require_safe
def deal(request: HttpRequest, deal: str) -> HttpResponse:
    """Show the boards of one deal: first attempts, practice apart; all options, or those the address
    names."""
    match = DEAL.fullmatch(deal.strip().upper())
    game = GAMES.get(match[1][:2]) if match else None
    if match is None or game is None:
        raise Http404
    code, letters, serial = match.groups()
    if not 1 <= int(code[2:]) <= game.version:
        raise Http404
    options = [game.options[letters]] if letters in game.options else list(game.options.values())
    if letters and letters not in game.options:
        raise Http404
    boards = {
        (each.kind, each.board_key): each
        for each in selectors.deal_boards(f"{code}-{serial}", pure=request.GET.get("pur") == "1")
    }
    sections = [_deal_section(request, f"{code}-{each.code}-{serial}", each, boards) for each in options]
    context = {
        "game": game,
        "deal": f"{code}-{serial}",
        "sections": [section for section in sections if section["first"].rows or section["practice"].rows],
        "single": options[0] if letters else None,
        "play": f"{code}-{options[0].code}-{serial}",
        "pure": request.GET.get("pur") == "1",
    }
    return render(request, "leaderboards/deal.html", context)


def _deal_section(
    request: HttpRequest, subject: str, options: Options, boards: dict[tuple[str, str], Board]
) -> dict[str, Any]:
    """Return the two lists of one way to play a deal. Their pages go on by cursors in the address of that
    way."""
    key = f"{subject[:2]}-{options.code}"
    first = selectors.page(
        boards.get((Board.Kind.DEAL, key)), request.GET.get("apres", ""), request.GET.get("avant", "")
    )
    practice = selectors.page(boards.get((Board.Kind.PRACTICE, key)), request.GET.get("suite", ""))
    return {
        "options": options,
        "subject": subject,
        "first": first,
        "practice": practice,
        "pointless": options.marking == NO_POINTS,
        "dollars": options.marking == VEGAS,
    }


@require_safe
@login_required
def statistics_page(request: HttpRequest) -> HttpResponse:
    """Show the player's own statistics: in all, per game, and the charts of one game."""
    player_id = cast(User, request.user).pk
    bankroll_asked.send(None, user_id=player_id)
    found = statistics.of_player(player_id)
    games = presentation.per_game(found)
    asked = request.GET.get("jeu", "").upper()
    chosen = next((each for each in games if each.figures.board_key == asked), games[0] if games else None)
    if asked and find(asked) is None:
        raise Http404
    context = {
        "total": found.total,
        "games": games,
        "chosen": chosen,
        "charts": presentation.of_board(found, chosen.figures) if chosen else [],
        "calendar": presentation.calendar(found) if found.games else None,
    }
    return render(request, "leaderboards/statistics.html", context)
