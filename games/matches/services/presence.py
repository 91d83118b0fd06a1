"""Who is at the table: connections come, say that they are there, and go; what follows from an absence."""

from datetime import datetime, timedelta
from uuid import UUID, uuid5

from games.matches import rows
from games.matches.models import Match, Presence, Reason, Seat, State
from games.matches.services import notify, programs
from games.matches.services.ending import Verdict, end_game, end_match, position_of
from games.matches.services.locks import locked, note, save, seats_of
from games.matches.services.refusals import Cause, MatchRefusal
from games.matches.services.settle import (
    ALIVE,
    alive,
    pause_if_alone,
    settle,
    settle_locked,
    signs,
)
from games.play import clock
from games.play.owners import Owner

CLAIM_AFTER = timedelta(seconds=60)
KEPT_WAITING = timedelta(minutes=3)
"""How long somebody who is there may keep the other waiting for the next game of a series."""
BY_POST = timedelta(seconds=60)
"""How long somebody without a socket counts as there after a request."""
BY_POST_AGAIN = timedelta(seconds=10)
"""How often that is written of who asks all the time."""
RESUMED = ("state", "paused_at", "starts_at", "turn_since", "deadline", "last_action_at", "bot_due_at")


def arrive(
    *,
    match_id: UUID,
    number: int,
    key: UUID,
    user_id: int | None = None,
    alone_since: datetime | None = None,
) -> Match:
    """A connection opens: a seat's, or a spectator's (0). A paused match goes on.

    `user_id`: whose account it is. `alone_since`: from when on there was no other server; what an earlier
    one left behind is dead.

    :raises NotFound: if there is no such match.
    """
    with locked(match_id) as match:
        at = clock.now()
        settle_locked(match, at)  # first: if nobody was there, no clock ran until now
        gone = 0
        if alone_since is not None:
            gone = Presence.objects.filter(match_id=match_id, seen_at__lt=alone_since).delete()[0]
        _note_there(Presence(pk=key, match_id=match_id, seat=number, user_id=user_id, seen_at=at))
        if gone:
            settle_locked(match, at)  # who came by that server is away
        if number:
            _back_locked(match, number, at)
        else:
            notify.announce(match, "presence")
        return match


def beat(*, match_id: UUID, number: int, key: UUID, user_id: int | None = None) -> int:
    """A connection is still there: say so, and settle what time has decided. Returns the match's version.

    :raises NotFound: if there is no such match any more.
    """
    at = clock.now()
    found = signs(match_id, number, at) if rows.seen(key, at) else None
    if found is None:
        return arrive(match_id=match_id, number=number, key=key, user_id=user_id).version
    if found.away:
        return _back(match_id, number).version
    return settle(match_id).version if found.vanished or found.due else found.version


def _note_there(row: Presence) -> None:
    Presence.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["id"], update_fields=["seen_at"]
    )


def be_at_lobby(*, key: UUID, user_id: int) -> None:
    """A player's connection to the lobby is there: when it opens, and every so often."""
    at = clock.now()
    if not Presence.objects.filter(pk=key).update(seen_at=at):
        _note_there(Presence(pk=key, user_id=user_id, seen_at=at))
        notify.announce_lobby(people=True)


def leave_lobby(*, key: UUID) -> None:
    """A player's connection to the lobby closes."""
    Presence.objects.filter(pk=key).delete()
    notify.announce_lobby(people=True)


def leave(*, match_id: UUID, number: int, key: UUID) -> None:
    """A connection closes. If it was its seat's last, the seat is away from now on."""
    Presence.objects.filter(pk=key).delete()
    with locked(match_id) as match:
        at = clock.now()
        if not number:
            notify.announce(match, "presence")
            return
        if number in alive(match, at):
            return
        Seat.objects.filter(match=match, number=number, away_since=None).update(away_since=at)
        if match.state == State.READY and not match.daily:
            Seat.objects.filter(match=match, number=number).update(ready=False)
        save(match)
        note(match, "away", number)
        notify.announce(match, "presence")
        if match.number == 0:
            notify.announce_lobby()
        pause_if_alone(match)


def seen(*, match_id: UUID, number: int) -> bool:
    """Somebody acts by a plain request: that counts as being there for a minute, or a little less for who
    asks all the time. Tell whether it brought him back.
    """
    until = clock.now() + BY_POST - ALIVE
    post = Presence.objects.filter(pk=uuid5(match_id, f"post {number}"))
    if not post.filter(seen_at__gt=until - BY_POST_AGAIN).exists() and not post.update(seen_at=until):
        key = uuid5(match_id, f"post {number}")
        _note_there(Presence(pk=key, match_id=match_id, seat=number, seen_at=until))
    away = Seat.objects.filter(match_id=match_id, number=number, away_since__isnull=False).exists()
    if away:
        _back(match_id, number)
    return away


def claim_from(match: Match, seats: dict[int, Seat], number: int) -> datetime | None:
    """Return from when on a seat may claim the win because the other is away; `None`: it may not.

    Turn by turn, only the turn of the one who is away counts; in a match of days nobody has to be there.
    Between two games, who is there but lets the other wait may lose the match like that, too.
    """
    other = seats.get(3 - number)
    if match.daily or other is None or other.bot:
        return None
    if match.between_games:
        if other.away_since is not None:
            return other.away_since + CLAIM_AFTER
        return match.last_action_at + KEPT_WAITING if seats[number].ready and not other.ready else None
    if other.away_since is None or match.state == State.READY:
        return None
    if match.state != State.PLAYING:
        return None
    since = max(other.away_since, match.starts_at or other.away_since)
    if "A" in match.options:
        turn = match.snapshot.partition(";")[0]
        if match.seat_of(turn) != other.number:
            return None
        since = max(since, match.turn_since or since)
    return since + CLAIM_AFTER


def claim_win(*, match_id: UUID, owner: Owner) -> Match:
    """Take the win over an opponent who has been away for a minute.

    :raises NotYours: if the owner has no seat here.
    :raises MatchRefusal: if the other is there, or may still come back.
    """
    number = programs.own_seat(match_id, owner)
    with locked(match_id) as match:
        at = clock.now()
        settle_locked(match, at)
        seats = seats_of(match)
        since = claim_from(match, seats, number)
        if since is None:
            there = match.state in (State.PLAYING, State.READY)
            raise MatchRefusal(Cause.PRESENT if there else Cause.STATE)
        if at < since:
            raise MatchRefusal(Cause.TOO_EARLY)
        verdict = Verdict(number, Reason.LEFT, whole=True)
        note(match, "claim", number)
        if match.state == State.PLAYING:
            end_game(match, position_of(match), verdict, at)
        else:
            end_match(match, verdict, at)
        return match


def _back(match_id: UUID, number: int) -> Match:
    with locked(match_id) as match:
        at = clock.now()
        settle_locked(match, at)
        _back_locked(match, number, at)
        return match


def _back_locked(match: Match, number: int, at: datetime) -> None:
    """A seat that counts as away is there again."""
    was_away = Seat.objects.filter(match=match, number=number).exclude(away_since=None)
    if not was_away.update(away_since=None):
        return
    if match.state == State.PAUSED:
        _resume(match, number, at)
    else:
        save(match)
    note(match, "back", number)
    notify.announce(match, "presence")
    if match.number == 0:
        notify.announce_lobby()


def _resume(match: Match, number: int, at: datetime) -> None:
    """Go on after a pause: what the clocks had left, they have left; the other has a minute to come back."""
    assert match.paused_at is not None
    shift = max(timedelta(0), at - match.paused_at)
    for name in ("starts_at", "turn_since", "deadline", "bot_due_at"):
        value = getattr(match, name)
        if value is not None:
            setattr(match, name, value + shift)
    match.state, match.paused_at = State.PLAYING, None
    Seat.objects.filter(match=match, bot=0).exclude(number=number).update(away_since=at)
    save(match, *RESUMED)
    note(match, "resume", number)
