"""What boards and statistics show: figures in words, and charts."""

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone

from accounts.models import User
from leaderboards import figures, presentation, statistics
from leaderboards.catalogue import NO_POINTS, VEGAS, find, marking_of
from leaderboards.charts import Chart
from leaderboards.models import Result

register = template.Library()


@register.filter
def score(value: float | None, dollars: bool) -> str:
    """A score in points or dollars; a dash for none."""
    return figures.score(value, dollars)


@register.filter
def clock(seconds: float | None) -> str:
    """A time of play; a dash for none."""
    return figures.clock(seconds)


@register.filter
def points(value: float | None) -> str:
    """A plain number, rounded; a dash for none."""
    return figures.score(value, False)


@register.filter
def percent(rate: float | None) -> str:
    """A rate as per cent; a dash for none."""
    return figures.percent(rate)


@register.simple_tag
def is_today(moment: datetime) -> bool:
    """Tell whether a moment is of today in the site's time zone."""
    return timezone.localdate(moment) == timezone.localdate()


@register.inclusion_tag("leaderboards/chart.html")
def chart(drawing: Chart, name: str) -> dict[str, Any]:
    """A chart with its title and, folded below it, its table. ``name`` tells charts of a page apart."""
    return {"chart": drawing, "name": name}


@register.inclusion_tag("leaderboards/player_statistics.html", takes_context=True)
def player_statistics(context: dict[str, Any], player: User) -> dict[str, Any]:
    """The part of a profile that tells how a player plays: a line of figures per game, streaks, days,
    recent wins."""
    found = statistics.of_player(player.pk)
    own = getattr(context.get("user"), "pk", None) == player.pk
    return presentation.profile(found) | {"own": own, "recent": statistics.recent_wins(player.pk)}


@register.filter
def run_name(run: Result) -> str:
    """The game and options of a run in words."""
    found = find(run.board_key)
    if found is None:
        return run.board_key
    return "\u00a0· ".join(filter(None, (str(found[0].name), str(found[1].label))))


@register.filter
def run_figure(run: Result) -> str:
    """What a won run is remembered by: its score, or without points its time."""
    marking = marking_of(run.board_key)
    return (
        figures.clock(run.seconds)
        if marking == NO_POINTS
        else figures.score(run.ranked_score, marking == VEGAS)
    )
