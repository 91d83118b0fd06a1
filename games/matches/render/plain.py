"""A match as programs read it: plain data, made from what its viewer may see, with no markup.

The API answers with it, and a socket that was opened with an access key sends it. Cards have the names of
records, moments are texts in UTC.
"""

from datetime import UTC, datetime
from typing import Any

from games.engine.cards import KING, card_name
from games.engine.view import DuelView, SeatView
from games.matches.models import Rated, State
from games.matches.render import words
from games.matches.selectors import GameResult, Line, Listed, MatchTable, SeatInfo
from leaderboards.rating_boards import Shown


def match_data(table: MatchTable) -> dict[str, Any]:
    """Return a match as its viewer may know it."""
    return {
        "id": str(table.match_id),
        "version": table.version,
        "state": table.state,
        **_ways(table, table.clock.kind, table.clock.seconds),
        "seats": [seat_data(seat, table.state) for seat in table.seats],
        "your_seat": table.viewer or None,
        "your_letter": table.letter if table.viewer else None,
        "link": table.token or None,
        "invited": table.invited or None,
        "number": table.number,
        "starts_at": moment(table.starts_at),
        "turn_since": moment(table.turn_since),
        "deadline": moment(table.clock.deadline),
        "stands_at_ms": table.clock.stands_at_ms,
        "position": position_data(table.view, table.owners) if table.view else None,
        "actions": list(table.actions),
        "pass_may_end": table.pass_may_end,
        "draw_offered_by": table.draw_by or None,
        "rematch_wished_by": [number for number in (1, 2) if table.rematch_by & number],
        "claim_from": moment(table.claim_from),
        "chat": [_line(line) for line in table.chat],
        "may_chat": table.chat_open,
        "spectators": table.spectators,
        "results": [_result(result) for result in table.results],
        "winner": table.winner,
        "reason": table.reason or None,
        "note": table.void_note or None,
        "next_id": str(table.next_id) if table.next_id else None,
    }


def listed_data(match: Listed) -> dict[str, Any]:
    """Return a match as lists hold it."""
    return {
        "id": str(match.match_id),
        "state": match.state,
        **_ways(match, match.limit_kind, match.seconds),
        "seats": [seat_data(seat, match.state) for seat in match.seats],
        "your_seat": match.my_seat or None,
        "your_turn": match.my_turn,
        "cards": list(match.contributed),
        "spectators": match.spectators,
        "winner": match.winner,
        "reason": match.reason or None,
        "created_at": moment(match.created_at),
        "ended_at": moment(match.ended_at),
    }


def position_data(view: DuelView, owners: tuple[str, ...]) -> dict[str, Any]:
    """Return the table of a duel. `owners`: whose cards lie on each foundation, bottom to top."""
    per_suit = len(view.foundations) // 4
    return {
        "turn": view.turn,
        "over": view.over,
        "foundations": [
            card_name(slot // per_suit * KING + height - 1) if height else None
            for slot, height in enumerate(view.foundations)
        ],
        "owners": list(owners),
        "seats": {letter: _side(seat) for letter, seat in view.seats.items()},
    }


def seat_data(seat: SeatInfo, state: str) -> dict[str, Any]:
    """Return who sits at a seat. A visitor and the computer have no name."""
    return {
        "number": seat.number,
        "letter": seat.letter if state != State.OPEN else None,
        "kind": _kind(seat),
        "name": seat.name or None,
        "shown_as": words.seat_name(seat),
        "profile": seat.profile,
        "level": seat.bot or None,
        "program": seat.program,
        "you": seat.you,
        "ready": seat.ready,
        "present": seat.present,
        "away_since": moment(seat.away_since),
        "total": seat.total,
        "rating": rating_data(seat.rating) if seat.rating else None,
        "rating_before": seat.rating_change.before if seat.rating_change else None,
        "rating_after": seat.rating_change.after if seat.rating_change else None,
    }


def rating_data(rating: Shown) -> dict[str, Any]:
    """Return a rating: points, by how much they may be wrong, the matches they come from."""
    return {
        "tempo": rating.tempo,
        "points": rating.points,
        "margin": rating.margin,
        "provisional": rating.provisional,
        "won": rating.won,
        "drawn": rating.drawn,
        "lost": rating.lost,
    }


def moment(at: datetime | None) -> str | None:
    """Return a moment as JSON carries it."""
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _ways(match: MatchTable | Listed, kind: str, seconds: int) -> dict[str, Any]:
    """How a match is played, and whether it counts."""
    return {
        "options": match.options,
        "ways": words.ways_words(match),
        "games": match.series_games,
        "cards_to_win": match.series_cards,
        "limit": kind,
        "seconds": seconds,
        "against": match.visibility,
        "rated": {
            "counts": match.rated in (Rated.PENDING, Rated.COUNTED),
            "reason": match.rated,
            "detail": str(Rated(match.rated).label),
        },
    }


def _kind(seat: SeatInfo) -> str:
    if seat.bot:
        return "computer"
    if seat.deleted:
        return "deleted"
    return "visitor" if seat.visitor else "player"


def _side(seat: SeatView) -> dict[str, Any]:
    """One seat's table. Concealed, in a mirror deal: backs and sizes only."""
    return {
        "concealed": seat.concealed,
        "stock": seat.stock,
        "waste_size": seat.waste_size,
        "waste": [card_name(card) for card in seat.waste],
        "tableau": [
            {"down": column.down, "up": [card_name(card) for card in column.cards]} for column in seat.columns
        ],
        "passes": seat.passes,
        "contributed": seat.contributed,
        "passed": seat.passed,
    }


def _line(line: Line) -> dict[str, Any]:
    return {"id": line.id, "seat": line.seat, "text": str(line.text), "at": moment(line.at)}


def _result(result: GameResult) -> dict[str, Any]:
    """A game that has ended; its code once the match is over."""
    return {
        "number": result.number,
        "code": result.code or None,
        "first": result.first,
        "winner": result.winner,
        "reason": result.reason,
        "cards": list(result.contributed),
        "counted": result.counted,
        "seconds": result.seconds,
    }
