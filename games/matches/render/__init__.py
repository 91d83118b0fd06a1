"""Matches as HTML. The consumers call these three; the piles come from `games.play.render`."""

from typing import Any

from games.matches.selectors import MatchTable


def draw_match(table: MatchTable) -> str:
    """The whole table for its viewer."""
    return ""


def draw_changes(before: MatchTable, after: MatchTable) -> str:
    """The fragments that differ between two tables of one viewer."""
    return ""


def data(table: MatchTable) -> dict[str, Any]:
    """What the script needs of a table."""
    return {"version": table.version, "state": table.state, "actions": list(table.actions), **table.taps}
