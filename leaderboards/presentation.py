"""Statistics made ready for pages: labelled figures and charts, the same on one's own page and on a
profile."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leaderboards import charts, statistics
from leaderboards.catalogue import Game, Options, find
from leaderboards.statistics import Figures, Statistics


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The figures on one game and options, with their names."""

    game: Game
    options: Options
    figures: Figures


def per_game(found: Statistics) -> list[GameFigures]:
    """Return the figures of every registered game and options that was played, the most played first."""
    named = [(find(figures.board_key), figures) for figures in found.favourites]
    return [GameFigures(*pair, figures) for pair, figures in named if pair]


def calendar(found: Statistics) -> charts.Chart:
    """Return the calendar of days played."""
    days = statistics.days_played(found.games, timezone.localdate())
    return charts.calendar_chart(_("Days played"), days)


def of_board(found: Statistics, figures: Figures) -> list[charts.Chart]:
    """Return the charts of one game and options: how scores spread and, in Vegas, the bankroll."""
    drawings = []
    if figures.has_scores and figures.scores:
        title = (
            _("Spread of scores (ended games)")
            if figures.dollars
            else _("Spread of ranked scores (won games)")
        )
        drawings.append(charts.spread_chart(title, statistics.spread(figures.scores), figures.dollars))
    if figures.dollars:
        days = statistics.bankroll(found.games, figures.board_key)
        if days:
            drawings.append(charts.money_chart(_("Bankroll over time"), days))
    return drawings


def profile(found: Statistics) -> dict[str, Any]:
    """Return what a profile shows."""
    return {
        "total": found.total,
        "games": per_game(found),
        "calendar": calendar(found) if found.games else None,
    }
