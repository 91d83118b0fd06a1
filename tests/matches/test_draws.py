"""An offer of a draw stands until it is answered, or the other plays on."""

import pytest

from games.matches import services
from games.matches.models import Match, Reason, State
from games.matches.services import Cause, MatchRefusal
from games.play.owners import Owner
from tests.matches.conftest import Clock, begun, do, fresh, seat_playing, stay, wait

pytestmark = pytest.mark.django_db


def offered(one: Owner, two: Owner, time: Clock, **wishes: str | int) -> Match:
    match = begun(one, two, time, **wishes)
    services.offer_draw(match_id=match.pk, owner=one)
    return fresh(match)


def test_playing_on_declines(one: Owner, two: Owner, time: Clock) -> None:
    match = offered(one, two, time)
    wait(match, time, 5)
    stay(match)
    do(match, 1, "s-w")  # one's own move leaves the offer as it is
    assert fresh(match).draw_by == 1
    outcome = do(match, 2, "s-w")
    assert fresh(match).draw_by == 0
    assert outcome.match.event_version == fresh(match).event_version == fresh(match).version
    services.offer_draw(match_id=match.pk, owner=two)
    assert fresh(match).state == State.PLAYING  # nothing was there to agree to


def test_a_move_that_was_under_way_declines_nothing(one: Owner, two: Owner, time: Clock) -> None:
    match = offered(one, two, time)
    time.tick(seconds=4)
    do(match, 2, "s-w")
    assert fresh(match).draw_by == 1
    services.offer_draw(match_id=match.pk, owner=two)
    assert (fresh(match).state, fresh(match).reason) == (State.OVER, Reason.AGREED)


def test_a_refused_move_declines_nothing(one: Owner, two: Owner, time: Clock) -> None:
    match = offered(one, two, time)
    time.tick(seconds=10)
    assert services.act_as(match_id=match.pk, number=2, token="w-s").refusal is not None
    assert fresh(match).draw_by == 1


def test_a_turn_that_runs_out_lets_the_offer_go_by(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D1A", seconds=60)
    owners = {1: one, 2: two}
    on_turn = seat_playing(match, "a")
    services.offer_draw(match_id=match.pk, owner=owners[3 - on_turn])
    wait(match, time, 60)
    stay(match)
    assert fresh(match).draw_by == 0


def test_offers_are_not_pressed_upon_the_other(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    for _ in range(3):
        services.offer_draw(match_id=match.pk, owner=one)
        services.decline_draw(match_id=match.pk, owner=two)
    with pytest.raises(MatchRefusal) as refusal:
        services.offer_draw(match_id=match.pk, owner=one)
    assert refusal.value.cause == Cause.TOO_FAST
    services.offer_draw(match_id=match.pk, owner=two)  # the other may
    services.decline_draw(match_id=match.pk, owner=one)
    wait(match, time, 61)
    stay(match)
    services.offer_draw(match_id=match.pk, owner=one)
    assert fresh(match).draw_by == 1
