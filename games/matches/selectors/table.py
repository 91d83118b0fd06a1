"""One match as one viewer may know it.

A table has two parts: what every move changes (`with_move` makes it anew from the stored state, without a
query), and the rest, read from the database at every other event.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from games.engine.duel import RESIGN, DuelPosition
from games.engine.taps import taps
from games.engine.view import visible_duel
from games.matches import access, deals
from games.matches.models import ChatLine, Match, MatchGame, Presence, Rated, Seat, State, Visibility
from games.matches.selectors.shapes import Clock, GameResult, Line, MatchTable, SeatInfo
from games.matches.services.presence import claim_from
from games.matches.services.programs import plays
from games.matches.services.settle import ALIVE, alive
from games.matches.services.tables import blocked_between
from games.matches.services.talk import PHRASES, words_allowed
from games.play import clock
from games.play.owners import NotFound, Owner
from leaderboards import rating_boards
from leaderboards.rating_boards import Change, HeadToHead, Shown

COUNTDOWN = "countdown"
CHAT_SHOWN = 60
NO_TAPS: dict[str, dict[str, str]] = {"tap": {}, "double": {}}


def match_for(match_id: UUID, owner: Owner, *, match: Match | None = None, token: str = "") -> MatchTable:
    """Return a match as an owner may know it; `match`: its row, if it was just read.

    :raises NotFound: if there is none, or it is not for this person to see.
    """
    found = match or Match.objects.defer("actions", "times").filter(pk=match_id).first()
    if found is None:
        raise NotFound(match_id)
    number = access.seat_of(match_id, owner)
    if not access.may_see(found, number, owner, token):
        raise NotFound(match_id)
    return table_of(found, number)


def table_of(match: Match, viewer: int) -> MatchTable:
    """Return a match as a seat, or a spectator (0), may know it."""
    rows = {
        seat.number: seat
        for seat in Seat.objects.filter(match=match).select_related("user").order_by("number")
    }
    at = clock.now()
    duel = duel_of(match)
    mine = rows.get(viewer)
    over = match.over
    return MatchTable(
        match_id=match.pk,
        **_moving(match, duel, viewer, at),
        code=match.code if over else "",
        options=match.options,
        series_games=match.series_games,
        series_cards=match.series_cards,
        rated=match.rated,
        visibility=match.visibility,
        typed=bool(match.typed_code),
        first=match.first,
        daily=match.daily,
        token=_link(match, viewer),
        invited=_invited(match),
        seats=_seats(match, rows, viewer, at),
        draw_by=match.draw_by,
        rematch_by=match.rematch_by,
        next_id=match.next_id,
        winner=match.winner,
        reason=match.reason,
        void_note=match.void_note,
        results=results_of(match),
        spectators=spectators_of(match, at),
        claim_from=claim_from(match, rows, viewer) if viewer else None,
        chat=_chat(match, rows, viewer),
        chat_open=_chat_open(rows, viewer),
        words=words_allowed(rows),
        words_mine=bool(mine and mine.words),
        muted=bool(mine and mine.muted),
        head_to_head=_head_to_head(rows),
    )


def with_move(table: MatchTable, match: Match, duel: DuelPosition | None) -> MatchTable:
    """Return a table after a move: only what moves change is new. `duel` is the match's, and only read."""
    return replace(table, **_moving(match, duel, table.viewer, clock.now()))


def duel_of(match: Match) -> DuelPosition | None:
    """Return the game under way, or the last one; `None` before the first."""
    return DuelPosition.restore(deals.code_of(match.code), match.snapshot) if match.snapshot else None


def state_of(match: Match, at: datetime) -> str:
    """Return the match's state, or "countdown" before the first moment of a game."""
    if match.state == State.PLAYING and match.starts_at is not None and at < match.starts_at:
        return COUNTDOWN
    return match.state


def _moving(match: Match, duel: DuelPosition | None, viewer: int, at: datetime) -> dict[str, Any]:
    """What every move changes."""
    state = state_of(match, at)
    shown = duel if state not in (COUNTDOWN, State.PAUSED) else None
    letter = match.letter(viewer) if viewer else None
    playing = shown is not None and state == State.PLAYING and letter is not None
    return {
        "version": match.version,
        "state": state,
        "viewer": viewer,
        "letter": letter or "a",
        "rules_code": deals.code_of(match.code) if match.code else None,
        "view": visible_duel(shown, letter) if shown else None,
        "owners": tuple(match.owners.split(",")) if shown else (),
        "actions": tuple(shown.legal_actions(letter))
        if playing and shown and letter
        else _resign(match, letter),
        "taps": _taps(shown, letter) if playing and shown and letter else NO_TAPS,
        "pass_may_end": bool(playing and shown and letter and pass_may_end(shown, letter)),
        "clock": _clock(match, at),
        "turn_since": match.turn_since,
        "starts_at": match.starts_at,
        "number": match.number,
    }


def _resign(match: Match, letter: str | None) -> tuple[str, ...]:
    """What a seat may do between two games: a match that has begun can be resigned."""
    return (RESIGN,) if letter and match.between_games else ()


def _taps(duel: DuelPosition, letter: str) -> dict[str, dict[str, str]]:
    return taps(duel.seats[letter]) if duel.turn in (None, letter) and not duel.over else NO_TAPS


def pass_may_end(duel: DuelPosition, letter: str) -> bool:
    """Whether a seat's pass could end the game now, as far as that seat can see.

    Whether the other is really blocked hangs on its hidden cards too, and saying so would tell of them.
    """
    if duel.over or duel.turn not in (None, letter):
        return False
    other = "b" if letter == "a" else "a"
    return other in duel.passed or duel.settings.mirror or not duel.seats[other].has_open_move()


def _clock(match: Match, at: datetime) -> Clock:
    stands = None
    deadline = match.deadline
    if match.state == State.PAUSED and deadline is not None and match.paused_at is not None:
        stands, deadline = max(0, (deadline - match.paused_at) // clock.MILLISECOND), None
    return Clock(match.limit_kind, match.limit_seconds, deadline, stands)


def results_of(match: Match) -> tuple[GameResult, ...]:
    """Return the games of a match that have ended, in order."""
    if not match.number:
        return ()
    games = MatchGame.objects.filter(match=match).defer("actions", "times", "snapshot").order_by("number")
    return tuple(
        GameResult(
            number=game.number,
            code=game.code if match.over else "",
            first=game.first,
            winner=game.winner,
            reason=game.reason,
            contributed=(game.contributed_1, game.contributed_2),
            owners=tuple(game.owners.split(",")),
            counted=game.counted,
            seconds=max(0, int((game.ended_at - game.started_at).total_seconds())),
        )
        for game in games
    )


def spectators_of(match: Match, at: datetime) -> int:
    """Return how many look on."""
    return Presence.objects.filter(match=match, seat=0, seen_at__gt=at - ALIVE).count()


def game_of(match: Match, number: int) -> MatchGame:
    """Return an ended game with its record, for its replay: of a match that is over only.

    :raises NotFound: if there is none to be shown.
    """
    game = MatchGame.objects.filter(match=match, number=number).first() if match.over else None
    if game is None:
        raise NotFound(match.pk)
    return game


def _seats(match: Match, rows: dict[int, Seat], viewer: int, at: datetime) -> tuple[SeatInfo, ...]:
    users = [seat.user_id for seat in rows.values() if seat.user_id is not None]
    ratings = rating_boards.shown_of(users, "A" if "A" in match.options else "S")
    changes = rating_boards.changes_of(match.pk) if match.rated in (Rated.COUNTED, Rated.VOID) else {}
    there = alive(match, at)
    return tuple(
        seat_info(match, seat, viewer, there, ratings.get(seat.user_id or 0), changes.get(seat.user_id or 0))
        for seat in rows.values()
    )


def seat_info(
    match: Match,
    seat: Seat,
    viewer: int,
    there: set[int],
    rating: Shown | None,
    change: Change | None,
) -> SeatInfo:
    user, deleted = seat.user, seat.is_gone
    return SeatInfo(
        number=seat.number,
        letter=match.letter(seat.number),
        name=user.username if user and not deleted else "",
        profile=bool(user and not deleted and not user.private),
        user_id=seat.user_id,
        bot=seat.bot,
        program=plays(match, seat),
        visitor=seat.visitor is not None,
        deleted=deleted,
        you=seat.number == viewer,
        ready=seat.ready,
        present=bool(seat.bot) or (seat.away_since is None and not deleted) or seat.number in there,
        away_since=seat.away_since,
        total=match.total_1 if seat.number == 1 else match.total_2,
        rating=None if deleted else rating,
        rating_change=change,
    )


def _link(match: Match, viewer: int) -> str:
    """The secret part of the link that a host may hand out, while whoever has it may sit down."""
    handed_out = match.state == State.OPEN and match.visibility != Visibility.INVITED
    return match.token if viewer == 1 and handed_out else ""


def _invited(match: Match) -> str:
    return match.invited.display_name if match.invited else ""


def _chat_open(rows: dict[int, Seat], viewer: int) -> bool:
    """Whether the viewer may say something: to a person who is neither blocked nor gone."""
    mine, other = rows.get(viewer), rows.get(3 - viewer) if viewer else None
    if mine is None or other is None or other.bot or other.is_gone:
        return False
    return not blocked_between(mine.user_id, other.user_id)


def _chat(match: Match, rows: dict[int, Seat], viewer: int) -> tuple[Line, ...]:
    """The last lines, for the two only; whoever has muted the other reads only his own."""
    mine = rows.get(viewer)
    if mine is None:
        return ()
    lines = ChatLine.objects.filter(match=match)
    if mine.muted:
        lines = lines.filter(seat=viewer)
    last = list(lines.order_by("-pk")[:CHAT_SHOWN])
    return tuple(
        Line(
            line.pk,
            line.seat,
            PHRASES.get(line.phrase, "") if line.phrase else line.text,
            line.at,
            line.seat == viewer,
        )
        for line in reversed(last)
    )


def _head_to_head(rows: dict[int, Seat]) -> HeadToHead | None:
    """How the rated matches of the two ended, as seat 1 sees them."""
    users = [seat.user_id for seat in rows.values()]
    if len(users) != 2 or users[0] is None or users[1] is None:
        return None
    return rating_boards.head_to_head(users[0], users[1])
