"""The sheet at the end of a game or match: the piles parted and counted, who won and why, what next."""

from itertools import zip_longest
from typing import Any

from games.matches.models import Rated, State, Visibility
from games.matches.render import words
from games.matches.render.sides import MINE, THEIRS
from games.matches.selectors import GameResult, MatchTable
from games.play.render.score import clock


def sheet_context(table: MatchTable) -> dict[str, Any]:
    """Return what the sheet shows: of the match if it is over, else of the game that has just ended."""
    shown = bool(table.results) and table.state in (State.READY, State.OVER, State.VOID)
    context: dict[str, Any] = {"table": table, "shown": shown, "over": table.over}
    if not shown:
        return context
    last = table.results[-1]
    below = table.viewer or 1
    winner, reason = (table.winner, table.reason) if table.over else (last.winner, last.reason)
    seat = table.seat(winner) if winner else None
    return {
        **context,
        "last": last,
        "won": bool(seat and seat.you),
        "headline": words.headline(seat, reason, table.viewer),
        "why": words.why(reason),
        "heaps": [_heap(table, last, below, MINE), _heap(table, last, 3 - below, THEIRS)],
        "order": order_of(last, below),
        "games": _games(table, below) if table.series_games != 1 else [],
        "names": [words.own_name(table.seat(below)), words.seat_name(table.seat(3 - below))],
        "totals": _totals(table, below),
        "series": words.series_words(table.series_games, table.series_cards),
        "standing": str(Rated(table.rated).label) if table.over else "",
        "between": words.between(table) if table.over else "",
        "change": table.me.rating_change if table.me else None,
        "time": clock(last.seconds * 1000),
        "me_ready": bool(table.me and table.me.ready),
        "other_ready": bool(table.opponent and table.opponent.ready),
        "wished": bool(table.viewer and table.rematch_by & table.viewer),
        "other_wishes": bool(table.viewer and table.rematch_by & (3 - table.viewer)),
        "other_name": words.seat_name(table.opponent) if table.viewer else "",
        "may_rematch": bool(table.viewer and table.opponent and not table.opponent.deleted),
        "bot": table.visibility == Visibility.BOT,
    }


def order_of(result: GameResult, below: int) -> str:
    """Whose each card is, in the order in which the piles are parted: from the top, slot by slot in turn."""
    mine = "a" if result.first == below else "b"
    rows = [reversed(owners) for owners in result.owners]
    return "".join(
        "m" if owner == mine else "t" for layer in zip_longest(*rows) for owner in layer if owner is not None
    )


def _heap(table: MatchTable, result: GameResult, number: int, mark: str) -> dict[str, Any]:
    count = result.contributed[number - 1]
    return {
        "mark": mark,
        "name": words.own_name(table.seat(number)),
        "count": count,
        "words": words.cards_words(count),
        "cards": range(count),
        "wins": result.winner == number,
    }


def _games(table: MatchTable, below: int) -> list[dict[str, Any]]:
    return [
        {
            "number": result.number,
            "counts": (result.contributed[below - 1], result.contributed[2 - below]),
            "winner": words.result_words(result, table),
            "why": words.why(result.reason),
            "counted": result.counted,
        }
        for result in table.results
    ]


def _totals(table: MatchTable, below: int) -> tuple[int, int]:
    seats = {seat.number: seat.total for seat in table.seats}
    return seats.get(below, 0), seats.get(3 - below, 0)
