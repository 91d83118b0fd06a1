"""What the two agree upon: a draw, and another match."""

from datetime import timedelta
from uuid import UUID

from games.matches.models import ENDED, Match, MatchEvent, Reason, Seat, State, Visibility
from games.matches.services import notify, programs
from games.matches.services.begin import begin_game
from games.matches.services.ending import Verdict, end_game, position_of
from games.matches.services.locks import locked, note, save, seats_of
from games.matches.services.refusals import Cause, MatchRefusal
from games.matches.services.settle import alive, settle_locked
from games.matches.services.tables import Wishes, add_seat, blocked_between, new_match, rated_now, seated
from games.play import clock
from games.play.owners import Owner

OFFERS, WITHIN = 3, timedelta(seconds=60)
"""How often a seat may offer a draw."""


def offer_draw(*, match_id: UUID, owner: Owner) -> Match:
    """Offer a draw; if the other has offered one, that is agreeing: the match ends drawn.

    An offer stands until the other answers it or plays on, which declines (`services.act`).

    :raises NotYours: if the owner has no seat here.
    :raises MatchRefusal: if no game is under way, the other is the computer, or there were too many offers.
    """
    number = programs.own_seat(match_id, owner)
    with locked(match_id) as match:
        settle_locked(match, clock.now())
        if match.state != State.PLAYING or match.visibility == Visibility.BOT:
            raise MatchRefusal(Cause.STATE)
        if match.draw_by == 3 - number:
            verdict = Verdict(None, Reason.AGREED, whole=True)
            end_game(match, position_of(match), verdict, clock.now())
        elif match.draw_by != number:
            _not_too_often(match, number)
            match.draw_by, match.draw_at = number, clock.now()
            save(match, "draw_by", "draw_at")
            note(match, "draw_offer", number)
            notify.announce(match)
        return match


def _not_too_often(match: Match, number: int) -> None:
    """Do nothing unless a seat has just offered a draw again and again: it would not let the other play."""
    offers = MatchEvent.objects.filter(match=match, kind="draw_offer", seat=number)
    if offers.filter(at__gt=clock.now() - WITHIN).count() >= OFFERS:
        raise MatchRefusal(Cause.TOO_FAST)


def decline_draw(*, match_id: UUID, owner: Owner) -> Match:
    """Decline the other's offer, or take one's own back; without an offer nothing happens.

    :raises NotYours: if the owner has no seat here.
    """
    number = programs.own_seat(match_id, owner)
    with locked(match_id) as match:
        settle_locked(match, clock.now())
        if match.draw_by and match.state == State.PLAYING:
            match.draw_by = 0
            save(match, "draw_by")
            note(match, "draw_decline", number)
            notify.announce(match)
        return match


def rematch(*, match_id: UUID, owner: Owner) -> Match:
    """Wish for another match; once both do there is one, `next` of this one, and it begins at once if the one
    who wished first is still there; else it waits until he is ready.

    However often and from however many pages: one new match. Returns the match asked about.

    :raises NotYours: if the owner has no seat here.
    :raises MatchRefusal: if the match is not over, one has blocked the other, or the other is gone.
    """
    number = programs.own_seat(match_id, owner)
    with locked(match_id) as match:
        if match.state not in ENDED or not match.number:
            raise MatchRefusal(Cause.STATE)
        if match.next_id is not None:
            return match
        seats = seats_of(match)
        if blocked_between(seats[1].user_id, seats[2].user_id) or seats[3 - number].is_gone:
            raise MatchRefusal(Cause.BLOCKED)
        wished = match.rematch_by | number
        if seats[3 - number].bot:
            wished = 3
        if wished == match.rematch_by:
            return match
        match.rematch_by = wished
        if wished == 3:
            match.next = _again(match, seats, number)
        save(match, "rematch_by", "next")
        notify.announce(match)
        return match


def _again(old: Match, seats: dict[int, Seat], last: int) -> Match:
    """The new match, with the same seats and wishes: `last` has just pressed, so is ready. The other may
    have pressed and left, long ago: a game that begins without him would be claimed.
    """
    there = {last, *alive(old, clock.now())}
    played = {number: seat.program or programs.is_machine(seat.user_id) for number, seat in seats.items()}
    match = new_match(Wishes.of(old), Visibility(old.visibility), program=any(played.values()))
    if old.visibility in (Visibility.LOBBY, Visibility.INVITED):
        match.visibility = Visibility.QUICK
    match.save(force_insert=True)
    for number, seat in seats.items():
        if seat.bot:
            Seat.objects.create(match=match, number=number, bot=seat.bot, ready=True)
        else:
            owner = Owner(user_id=seat.user_id, visitor=seat.visitor)
            ready = old.daily or number in there
            new = add_seat(match, number, owner, browser=seat.browser, ready=ready, program=played[number])
            new.words, new.muted = seat.words, seat.muted
            new.save(update_fields=["words", "muted"])
    seated(match, rated=rated_now(match))
    note(match, "rematch")
    if all(seat.ready for seat in seats_of(match).values()):
        begin_game(match, clock.now())
    return match
