"""Who is there, who is away, and what the other may do about it."""

from uuid import uuid4

import pytest

from games.matches import selectors, services
from games.matches.models import Presence, Reason, Seat, State
from games.matches.render.parts import draw_match
from games.matches.services import Cause, MatchRefusal
from games.play.owners import Owner
from tests.matches.conftest import Clock, begun, do, duel_of, fresh, go, seat_playing, sit, stay

pytestmark = pytest.mark.django_db


def test_whoever_closes_his_last_connection_is_away_at_once(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    tab = uuid4()
    services.arrive(match_id=match.pk, number=1, key=tab)
    go(match, 1)
    assert selectors.table_of(fresh(match), 2).opponent.present  # type: ignore[union-attr]
    services.leave(match_id=match.pk, number=1, key=tab)
    opponent = selectors.table_of(fresh(match), 2).opponent
    assert opponent is not None and not opponent.present and opponent.away_since == time.at


def test_who_waits_in_the_lobby_is_not_at_the_table(one: Owner, two: Owner, time: Clock) -> None:
    """CASES: another page's socket hid that the match tab had dropped."""
    match = begun(one, two, time)
    assert one.user_id is not None
    services.be_at_lobby(key=uuid4(), user_id=one.user_id)
    go(match, 1)
    opponent = selectors.table_of(fresh(match), 2).opponent
    assert opponent is not None and not opponent.present and opponent.away_since == time.at


def test_after_a_minute_away_the_other_may_claim_or_wait(one: Owner, two: Owner, time: Clock) -> None:
    """CASES: the match was thrown away when either player dropped."""
    match = begun(one, two, time)
    with pytest.raises(MatchRefusal) as refusal:
        services.claim_win(match_id=match.pk, owner=two)
    assert refusal.value.cause == Cause.PRESENT
    go(match, 1)
    time.tick(seconds=20)
    stay(match, 2)
    time.tick(seconds=20)
    stay(match, 2)
    with pytest.raises(MatchRefusal) as refusal:
        services.claim_win(match_id=match.pk, owner=two)
    assert refusal.value.cause == Cause.TOO_EARLY
    time.tick(seconds=20)
    stay(match, 2)
    assert selectors.table_of(fresh(match), 2).claim_from == time.at
    services.claim_win(match_id=match.pk, owner=two)
    match = fresh(match)
    assert (match.state, match.winner, match.reason) == (State.OVER, 2, Reason.LEFT)


def test_without_scripts_too_the_page_says_how_long_and_lets_claim(
    one: Owner, two: Owner, time: Clock
) -> None:
    match = begun(one, two, time)
    go(match, 1)
    for hidden, shown in (
        ('class="claim" hidden', ">20 s<"),
        ('class="claim-wait" hidden', 'class="claim">'),
    ):
        for _ in range(2):
            time.tick(seconds=20)
            stay(match, 2)
        html = draw_match(selectors.table_of(fresh(match), 2))
        assert hidden in html and shown in html


def test_coming_back_in_time_takes_the_claim_away(one: Owner, two: Owner, time: Clock) -> None:
    """CASES: the claim stayed, or vanished from one screen, when the opponent came back."""
    match = begun(one, two, time)
    go(match, 1)
    time.tick(seconds=20)
    stay(match, 2)
    sit(match, 1)
    time.tick(seconds=61)
    stay(match)
    with pytest.raises(MatchRefusal):
        services.claim_win(match_id=match.pk, owner=two)
    assert selectors.table_of(fresh(match), 2).claim_from is None


def test_no_claim_during_ones_own_turn(one: Owner, two: Owner, time: Clock) -> None:
    """CASES: the countdown of « left the game » ran during the opponent's own turn."""
    match = begun(one, two, time, options="D1A")
    first, second = seat_playing(match, "a"), seat_playing(match, "b")
    owner = {1: one, 2: two}[first]
    go(match, second)
    for _ in range(8):
        time.tick(seconds=20)
        stay(match, first)
    with pytest.raises(MatchRefusal):
        services.claim_win(match_id=match.pk, owner=owner)
    do(match, first, "s-w")
    with pytest.raises(MatchRefusal) as refusal:
        services.claim_win(match_id=match.pk, owner=owner)
    assert refusal.value.cause == Cause.TOO_EARLY
    for _ in range(3):
        time.tick(seconds=20)
        stay(match, first)
    services.claim_win(match_id=match.pk, owner=owner)
    assert fresh(match).winner == first


def test_both_away_pauses_then_voids_after_half_an_hour(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    do(match, 1, "s-w")
    go(match, 1)
    time.tick(seconds=10)
    stay(match, 2)
    go(match, 2)
    assert fresh(match).state == State.PAUSED
    time.tick(minutes=29)
    assert services.settle(match.pk).state == State.PAUSED
    time.tick(minutes=2)
    ended = services.settle(match.pk)
    assert (ended.state, ended.reason, ended.winner) == (State.VOID, Reason.ABANDONED, None)


def test_whoever_comes_back_first_goes_on_and_gives_the_other_a_minute(
    one: Owner, two: Owner, time: Clock
) -> None:
    match = begun(one, two, time)
    before = duel_of(match).snapshot()
    go(match, 1)
    go(match, 2)
    time.tick(minutes=10)
    sit(match, 2)
    assert fresh(match).state == State.PLAYING
    assert duel_of(match).snapshot() == before
    with pytest.raises(MatchRefusal) as refusal:
        services.claim_win(match_id=match.pk, owner=two)
    assert refusal.value.cause == Cause.TOO_EARLY


def test_a_killed_server_is_noticed_by_the_times_it_left(one: Owner, two: Owner, time: Clock) -> None:
    """CASES: no disconnect event after a crash; group members of a killed server stayed."""
    match = begun(one, two, time)
    time.tick(seconds=30)
    stay(match, 2)
    seat = Seat.objects.get(match=match, number=1)
    assert seat.away_since is not None
    assert (time.at - seat.away_since).total_seconds() == 30
    assert not selectors.table_of(fresh(match), 2).opponent.present  # type: ignore[union-attr]


def test_a_restart_of_the_server_loses_nothing(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    do(match, 1, "s-w")
    before = fresh(match)
    time.tick(minutes=3)
    for number in (1, 2):  # other processes, other connections
        services.arrive(match_id=match.pk, number=number, key=uuid4())
    after = fresh(match)
    assert (after.state, after.snapshot, after.actions) == (State.PLAYING, before.snapshot, before.actions)


def test_a_match_of_days_asks_nobody_to_be_there(one: Owner, two: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=services.Wishes(options="D1A", seconds=24 * 3600))
    services.join(match_id=match.pk, owner=two)
    sit(match)
    go(match, 1)
    go(match, 2)
    time.tick(hours=5)
    assert services.settle(match.pk).state == State.PLAYING
    with pytest.raises(MatchRefusal):
        services.claim_win(match_id=match.pk, owner=two)


def test_spectators_are_counted_while_they_are_seen(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    for _ in range(3):
        services.arrive(match_id=match.pk, number=0, key=uuid4())
    assert selectors.match_for(match.pk, Owner()).spectators == 3
    time.tick(minutes=1)
    assert selectors.match_for(match.pk, Owner()).spectators == 0


def test_whoever_plays_by_plain_requests_is_there(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    go(match, 1)
    services.act(match_id=match.pk, owner=one, token="s-w")
    assert Seat.objects.get(match=match, number=1).away_since is None
    time.tick(seconds=50)
    services.beat(match_id=match.pk, number=2, key=uuid4())
    assert Seat.objects.get(match=match, number=1).away_since is None
    time.tick(seconds=20)
    stay(match, 2)
    assert Seat.objects.get(match=match, number=1).away_since is not None


def test_away_before_the_game_takes_the_readiness_back(one: Owner, two: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=services.Wishes())
    services.join(match_id=match.pk, owner=two)
    sit(match)
    services.ready(match_id=match.pk, owner=one)
    go(match, 1)
    assert not Seat.objects.get(match=match, number=1).ready
    services.ready(match_id=match.pk, owner=two)
    assert fresh(match).state == State.READY


def test_old_connections_are_swept(one: Owner, two: Owner, time: Clock) -> None:
    from games.matches.services import sweep

    match = begun(one, two, time)
    time.tick(hours=1)
    sweep.clear_away()
    assert not Presence.objects.filter(match=match).exists()


def test_connections_of_a_killed_server_are_forgotten_at_the_next_ones_first(
    one: Owner, two: Owner, time: Clock
) -> None:
    """CASES: kill -9, restart: presence and counts are right, and nothing grows."""
    match = begun(one, two, time)
    for _ in range(50):
        started = time.at
        for number in (1, 2):
            services.arrive(match_id=match.pk, number=number, key=uuid4(), alone_since=started)
        time.tick(seconds=3)
    assert Presence.objects.filter(match=match).count() == 2
    last = Presence.objects.get(match=match, seat=1)
    services.leave(match_id=match.pk, number=1, key=last.pk)
    assert Seat.objects.get(match=match, number=1).away_since == time.at
