"""Programs at a table: a computer account, or an account that acts through an access key.

A seat that a program has taken says so (`Seat.program`), before the other accepts and for good; its match is
unrated. A seat that was taken by hand stays a person's: no program acts for it against somebody who
accepted a person.
"""

from uuid import UUID

from accounts.models import User
from accounts.token_models import AccessToken
from games.matches import access
from games.matches.models import Match, Rated, Seat, State, Visibility
from games.matches.services.refusals import Cause, MatchRefusal
from games.play.owners import Owner


def is_machine(user_id: int | None) -> bool:
    """Whether an account is declared to be a program's."""
    return user_id is not None and User.objects.filter(pk=user_id, machine_since__isnull=False).exists()


def is_program(owner: Owner) -> bool:
    """Whether what this owner does is done by a program, as far as the site knows."""
    return owner.token is not None or is_machine(owner.user_id)


def own_seat(match_id: UUID, owner: Owner) -> int:
    """Return the number of the seat that an owner may act for.

    :raises NotYours: if the owner has none at this match.
    :raises MatchRefusal: if an access key acts for a seat that was taken by hand.
    """
    number = access.own_seat(match_id, owner)
    check(match_id, number, owner)
    return number


def check(match_id: UUID, number: int, owner: Owner) -> None:
    """Do nothing if the owner may act for a seat of his.

    Against the computer anybody may: it accepted nothing.

    :raises MatchRefusal: if an access key acts for a seat that was taken by hand.
    """
    if owner.token is None:
        return
    seats = {seat.number: seat for seat in Seat.objects.filter(match_id=match_id)}
    other = seats.get(3 - number)
    if not seats[number].program and not (other is not None and other.bot):
        raise MatchRefusal(Cause.BY_HAND)


def bar(match_id: UUID, number: int, owner: Owner, key: AccessToken | None) -> MatchRefusal | None:
    """Return why a key may not act for a seat that its player has, if it may not; `None` for a spectator."""
    if key is None or not number:
        return None
    if not key.may_play:
        return MatchRefusal(Cause.READ_ONLY)
    try:
        check(match_id, number, owner)
    except MatchRefusal as refusal:
        return refusal
    return None


def may_sit(match: Match, host: Seat) -> None:
    """Do nothing if a program may take the second seat of a table.

    At another program's it may. A person's it takes only if that person has asked for it, by name or by a
    link, and for no rating.

    :raises MatchRefusal: if not.
    """
    if host.program or is_machine(host.user_id):
        return
    if match.visibility == Visibility.LOBBY:
        raise MatchRefusal(Cause.PEOPLE)
    if match.rated == Rated.PENDING:
        raise MatchRefusal(Cause.RATED)


def plays(match: Match, seat: Seat) -> bool:
    """Whether a seat is to be shown as a program's; `seat` comes with its user."""
    if seat.program:
        return True
    if match.state == State.OPEN:  # declared since it sat down: whoever joins finds it so
        return seat.user is not None and seat.user.is_machine
    return match.by_token and match.visibility == Visibility.BOT and not seat.bot
