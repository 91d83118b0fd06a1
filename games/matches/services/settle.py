"""What time has decided: computed from stored times, whoever asks first (an action, a look, the sweep).

Nothing here waits for anything: a match is as settled as its last look.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Max

from games.matches import rows
from games.matches.models import Limit, Match, Presence, Reason, Seat, State, Visibility
from games.matches.services import notify
from games.matches.services.begin import begin_game
from games.matches.services.ending import Verdict, by_count, end_game, end_match, position_of, verdict_of
from games.matches.services.locks import locked, note, save, seats_of
from games.play import clock

ALIVE = timedelta(seconds=17)
"""How long a connection that nobody closed counts as there; each says every 7.5 seconds that it is."""
BOTH_AWAY = timedelta(minutes=30)
NOT_BEGUN = timedelta(minutes=10)
LOBBY_ALONE = timedelta(minutes=15)
OPEN_FOR = timedelta(days=7)
NEXT_BY_ITSELF = timedelta(hours=1)
"""How long a match of days waits between two games for both to be ready: its clock waits for nobody."""
TURN_FIELDS = ("snapshot", "turn_since", "deadline", "timeouts_1", "timeouts_2", "draw_by")


def settle(match_id: UUID) -> Match:
    """Settle a match and return it."""
    with locked(match_id) as match:
        settle_locked(match, clock.now())
        return match


def clock_due(match: Match, at: datetime) -> bool:
    """Whether the clock of a game under way has run out."""
    return match.state == State.PLAYING and match.deadline is not None and match.deadline <= at


def is_due(match: Match) -> bool:
    """Whether the clock of a match that was just read has decided something that is not stored yet."""
    at = clock.now()
    paused = match.state == State.PAUSED and match.paused_at is not None and match.paused_at + BOTH_AWAY <= at
    return paused or clock_due(match, at)


def settle_locked(match: Match, at: datetime) -> None:
    """Settle a locked match: clocks, presence, tables that nobody came to."""
    if match.state in (State.OPEN, State.READY, State.PLAYING):
        _note_absences(match, at)
    if match.state == State.PLAYING:
        alone = alone_since(match)
        while clock_due(match, at if alone is None else min(at, alone)):
            _run_out(match)
        pause_if_alone(match)
    if match.state == State.PAUSED and match.paused_at is not None and match.paused_at + BOTH_AWAY <= at:
        until = match.paused_at + BOTH_AWAY
        end_game(match, position_of(match), Verdict(None, Reason.ABANDONED, whole=True), until)
    elif match.state in (State.OPEN, State.READY):
        _close_if_forsaken(match, at)


# --- clocks -------------------------------------------------------------------------------------------------


def _run_out(match: Match) -> None:
    """The turn or the game runs out at its deadline: cards are counted, or the turn is passed.

    The computer's begins anew: that nobody looked, and so let it act, is no delay of its own.
    """
    assert match.deadline is not None
    at, duel = match.deadline, position_of(match)
    if match.limit_kind == Limit.GAME or duel.turn is None:
        end_game(match, duel, by_count(match, duel), at)
        return
    letter = duel.turn
    number = match.seat_of(letter)
    if Seat.objects.filter(match=match, number=number or 0, bot__gt=0).exists():
        match.turn_since, match.deadline = at, at + timedelta(seconds=match.limit_seconds)
        save(match, "turn_since", "deadline")
        return
    timeouts = getattr(match, f"timeouts_{number}") + 1
    note(match, "timeout", number or 0)
    if timeouts >= (1 if match.daily else 2):
        end_game(match, duel, Verdict(3 - (number or 0), Reason.TIME, whole=True), at)
        return
    setattr(match, f"timeouts_{number}", timeouts)
    if match.draw_by != number:  # who lets his turn run out has let the other's offer go by, too
        match.draw_by = 0
    tokens = duel.do(f"{letter}/pass")
    ms = elapsed_ms(match, at)
    match.snapshot, match.turn_since = duel.snapshot(), at
    match.deadline = at + timedelta(seconds=match.limit_seconds)
    match.actions, match.times = f"{match.actions} {tokens[0]}", f"{match.times} {ms}"
    save(match, *TURN_FIELDS, "actions", "times")
    if duel.over:
        end_game(match, duel, verdict_of(match, duel), at)
    notify.announce(match)


def elapsed_ms(match: Match, at: datetime) -> int:
    """Return the time since the game began, pauses not counted, in milliseconds."""
    if match.starts_at is None:
        return 0
    return max(0, (at - match.starts_at) // clock.MILLISECOND)


# --- presence -----------------------------------------------------------------------------------------------


def alive(match: Match, at: datetime) -> set[int]:
    """Return the seats that somebody sits at."""
    seen = Presence.objects.filter(match=match, seen_at__gt=at - ALIVE, seat__gt=0)
    return set(seen.values_list("seat", flat=True))


def signs(match_id: UUID, number: int, at: datetime) -> rows.Signs | None:
    """Return what time has done to a match, as a seat or a spectator (0) asks; `None` if there is none."""
    return rows.signs(match_id, number, at, dead=at - ALIVE, void=at - BOTH_AWAY)


def _note_absences(match: Match, at: datetime) -> None:
    """A server that was killed told nobody who had left: whoever was not seen for a while is away."""
    if match.daily:
        return
    seats = [seat for seat in seats_of(match).values() if not seat.bot and seat.away_since is None]
    if not seats:
        return
    there = alive(match, at)
    gone = [seat for seat in seats if seat.number not in there]
    for seat in gone:
        last = Presence.objects.filter(match=match, seat=seat.number).aggregate(at=Max("seen_at"))["at"]
        seat.away_since = min(at, last or at)
        seat.ready = seat.ready and match.state != State.READY
        seat.save(update_fields=["away_since", "ready"])
    if gone:
        Presence.objects.filter(match=match, seen_at__lt=at - 10 * ALIVE).delete()
        save(match)
        notify.announce(match, "presence")


def alone_since(match: Match) -> datetime | None:
    """Return since when nobody sits at the table of a live game under way; a computer doesn't count."""
    if match.daily or match.state != State.PLAYING:
        return None
    times = [seat.away_since for seat in seats_of(match).values() if not seat.bot]
    gone = [since for since in times if since is not None]
    return max(match.last_action_at, *gone) if gone and len(gone) == len(times) else None


def pause_if_alone(match: Match) -> None:
    """Pause a live game at whose table nobody sits, from when that began: no clock ran out meanwhile."""
    since = alone_since(match)
    if since is None:
        return
    match.state, match.paused_at = State.PAUSED, since
    save(match, "state", "paused_at")
    note(match, "pause")
    notify.announce(match)


# --- tables that nobody came to -----------------------------------------------------------------------------


def _close_if_forsaken(match: Match, at: datetime) -> None:
    if match.state == State.OPEN:
        left = Seat.objects.filter(match=match, number=1, away_since__lte=at - LOBBY_ALONE)
        live = match.visibility == Visibility.LOBBY and not match.daily
        if match.created_at + OPEN_FOR <= at or (live and left.exists() and 1 not in alive(match, at)):
            cancel_locked(match, at)
    elif match.number == 0:
        if (match.joined_at or match.created_at) + (OPEN_FOR if match.daily else NOT_BEGUN) <= at:
            cancel_locked(match, at)
    elif match.daily:
        if match.last_action_at + NEXT_BY_ITSELF <= at:
            begin_game(match, at)
    elif match.last_action_at + BOTH_AWAY <= at and not alive(match, at):
        end_match(match, Verdict(None, Reason.ABANDONED), at)


def cancel_locked(match: Match, at: datetime) -> None:
    """Close a locked match that has not begun."""
    match.state, match.ended_at = State.CANCELLED, at
    save(match, "state", "ended_at")
    note(match, "cancel")
    notify.announce(match)
    notify.announce_lobby()
