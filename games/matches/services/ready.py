"""Being ready: once both are, the next game begins."""

from uuid import UUID

from games.matches.models import Match, State
from games.matches.services import notify, programs
from games.matches.services.begin import begin_game
from games.matches.services.locks import locked, save, seats_of
from games.matches.services.settle import settle_locked
from games.play import clock
from games.play.owners import Owner


def ready(*, match_id: UUID, owner: Owner, wish: bool = True) -> Match:
    """Say that one is ready (or no longer); once both are, the game begins after a countdown.

    Doing it twice, or while the game is under way, changes nothing.

    :raises NotYours: if the owner has no seat here.
    """
    number = programs.own_seat(match_id, owner)
    with locked(match_id) as match:
        settle_locked(match, clock.now())
        if match.state == State.READY:
            seats = seats_of(match)
            if seats[number].ready != wish:
                seats[number].ready = wish
                seats[number].save(update_fields=["ready"])
                if all(seat.ready for seat in seats.values()):
                    begin_game(match, clock.now())
                else:
                    match.last_action_at = clock.now()  # from now on somebody waits
                    save(match, "last_action_at")
                    notify.announce(match)
        return match
