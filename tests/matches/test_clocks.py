"""Clocks: computed from stored times, settled by whoever looks first."""

from uuid import UUID

import pytest
from django.core.management import call_command

from games.matches import selectors, services
from games.matches.models import Match, MatchGame, Presence, Reason, State
from games.matches.services import sweep
from games.play.owners import NotFound, Owner
from tests.matches.conftest import (
    Clock,
    begin,
    begun,
    do,
    duel_of,
    fresh,
    go,
    seat_playing,
    seated,
    sit,
    stay,
    wait,
)

pytestmark = pytest.mark.django_db
DAY = 24 * 3600


def test_at_the_end_of_the_time_the_cards_are_counted(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D1S", seconds=300)
    up = next(
        (number, token)
        for number in (1, 2)
        for token in [*duel_of(match).legal_actions(match.letter(number))]
        if token.endswith("-f") or number == 2
    )
    if up[1].endswith("-f"):
        do(match, *up)
    wait(match, time, 400)
    stay(match)
    match = fresh(match)
    expected = up[0] if up[1].endswith("-f") else None
    assert match.winner == expected
    assert match.state == (State.OVER if expected else State.VOID)
    game = MatchGame.objects.get(match=match)
    assert (game.ended_at - game.started_at).total_seconds() == 300
    assert game.over == ""


def test_a_move_one_millisecond_late_is_refused_and_says_so(one: Owner, two: Owner, time: Clock) -> None:
    """CASES: lost on time while the last move still showed."""
    match = begun(one, two, time, options="D1S", seconds=300)
    assert match.deadline is not None
    wait(match, time, (match.deadline - time.at).total_seconds() - 0.001)
    assert services.act_as(match_id=match.pk, number=1, token="s-w").refusal is None
    time.tick(milliseconds=2)
    late = services.act_as(match_id=match.pk, number=1, token="s-w")
    assert late.reason == "time_out" and "run out" in str(late.refusal)
    assert fresh(match).state in (State.OVER, State.VOID)


def test_a_turn_that_runs_out_is_passed_and_the_second_in_a_row_loses(
    one: Owner, two: Owner, time: Clock
) -> None:
    match = begun(one, two, time, options="D1A", seconds=30)
    slow, quick = seat_playing(match, "a"), seat_playing(match, "b")
    wait(match, time, 28)
    time.tick(seconds=2)
    late = services.act_as(match_id=match.pk, number=slow, token="s-w")
    assert late.reason == "time_out"
    match = fresh(match)
    assert match.actions.split() == ["a/pass"]
    assert duel_of(match).turn == "b"
    do(match, quick, "s-w")
    stay(match)
    wait(match, time, 31)
    stay(match)
    match = fresh(match)
    assert (match.state, match.winner, match.reason) == (State.OVER, quick, Reason.TIME)


def test_a_turn_ended_in_time_forgives_the_one_before(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D1A", seconds=30)
    first, second = seat_playing(match, "a"), seat_playing(match, "b")
    wait(match, time, 31)
    stay(match)
    do(match, second, "s-w")
    do(match, first, "s-w")
    do(match, second, "s-w")
    wait(match, time, 31)
    stay(match)
    assert fresh(match).state == State.PLAYING
    assert fresh(match).actions.split().count("a/pass") == 2


def test_turns_long_past_are_settled_one_by_one(one: Owner, two: Owner, time: Clock) -> None:
    """A server slept while both were there: both turns ran out, and the passes ended the game."""
    match = begun(one, two, time, options="D1A", seconds=60)
    do(match, seat_playing(match, "a"), "s-w")
    time.tick(seconds=125)
    Presence.objects.update(seen_at=time.at)
    stay(match)
    match = fresh(match)
    assert match.state == State.VOID
    game = MatchGame.objects.get(match=match)
    assert game.actions.split() == ["a/s-w", "b/pass", "a/pass"]
    first, *rest = map(int, game.times.split())
    assert rest == [first + 60_000, first + 120_000]


@pytest.mark.parametrize("at_once", [True, False], ids=["by the next act", "by one on a known state"])
def test_a_turn_passed_as_the_next_act_arrives_loses_nothing_of_the_record(
    one: Owner, two: Owner, time: Clock, at_once: bool
) -> None:
    """Nobody saw the turn run out: the other's act settles it, and goes on with what that left in memory."""
    match = begun(one, two, time, options="D1A", seconds=60)
    first, second = seat_playing(match, "a"), seat_playing(match, "b")
    do(match, first, "s-w")
    do(match, second, "s-w")
    wait(match, time, 58)
    time.tick(seconds=3)
    if at_once:
        do(match, second, "pass")
    else:
        known = do(match, second, "s-w").match
        assert fresh(match).actions.split() == ["a/s-w", "b/s-w", "a/pass", "b/s-w"]
        known = services.act_as(match_id=match.pk, number=first, token="pass", known=known).match
        services.act_as(match_id=match.pk, number=second, token="pass", known=known)
    game, row = MatchGame.objects.get(match=match), fresh(match)
    assert row.over
    more = ["a/pass", "b/pass"] if at_once else ["a/pass", "b/s-w", "a/pass", "b/pass"]
    assert game.actions.split() == row.actions.split() == ["a/s-w", "b/s-w", *more]
    assert game.times.split() == row.times.split()
    assert len(game.times.split()) == len(game.actions.split())


def test_no_clock_runs_while_the_server_is_down(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D1A", seconds=30)
    time.tick(minutes=5)
    sit(match, 1)
    match = fresh(match)
    assert (match.state, match.actions) == (State.PLAYING, "")
    assert match.deadline is not None and match.deadline > time.at


def test_the_first_day_that_runs_out_loses(one: Owner, two: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=services.Wishes(options="D1A", seconds=DAY))
    services.join(match_id=match.pk, owner=two)
    slow = seat_playing(match, "a")
    time.tick(days=1, seconds=1)
    call_command("sweep_matches", verbosity=0)
    match = fresh(match)
    assert (match.state, match.winner, match.reason) == (State.OVER, 3 - slow, Reason.TIME)
    assert match.ended_at is not None and match.started_at is not None
    assert (match.ended_at - match.started_at).days == 1


def against_computer(visitor: Owner, time: Clock) -> tuple[Match, int]:
    """A match of days in which the person has just ended a turn; returned with the computer's seat."""
    wishes = services.Wishes(options="D1A", seconds=DAY)
    match = services.create(owner=visitor, wishes=wishes, visibility="bot", bot_level=1)
    for _ in range(200):
        if fresh(match).snapshot[0] == match.letter(1):
            break
        time.tick(seconds=10)
        services.look(match.pk)
    do(match, 1, "s-w")
    assert fresh(match).snapshot[0] == match.letter(2)
    return fresh(match), 2


def test_the_sweep_lets_the_computer_act_in_a_match_of_days(visitor: Owner, time: Clock) -> None:
    match, computer = against_computer(visitor, time)
    letter = match.letter(computer)
    before = match.actions.split()
    for _ in range(200):
        time.tick(minutes=5)
        call_command("sweep_matches", verbosity=0)
        if fresh(match).snapshot[0] != letter:
            break
    match = fresh(match)
    after = match.actions.split()[len(before) :]
    assert after and {token[0] for token in after} == {letter} and f"{letter}/pass" not in after
    assert (match.state, match.snapshot[0]) == (State.PLAYING, match.letter(1))
    assert match.deadline is not None and (match.deadline - time.at).total_seconds() == DAY


def test_a_turn_of_the_computer_does_not_run_out(visitor: Owner, time: Clock) -> None:
    """Nobody looked, nor did a sweep run, for days: the computer could not act."""
    match, computer = against_computer(visitor, time)
    before = match.actions.split()
    time.tick(days=2, minutes=1)
    found = services.look(match.pk)
    assert (found.state, found.timeouts_2) == (State.PLAYING, 0)
    assert [token[0] for token in fresh(match).actions.split()[len(before) :]] == [match.letter(computer)]
    assert found.deadline is not None and found.deadline > time.at


def test_a_pause_takes_no_time_from_anybody(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D1S", seconds=300)
    wait(match, time, 100)
    stay(match)
    left = selectors.table_of(fresh(match), 1).clock.left_ms(time.at)
    go(match, 1)
    go(match, 2)
    table = selectors.table_of(fresh(match), 1)
    assert (table.state, table.view) == (State.PAUSED, None)
    assert services.act_as(match_id=match.pk, number=1, token="s-w").reason == "match_paused"
    time.tick(minutes=20)
    assert selectors.table_of(services.settle(match.pk), 1).clock.left_ms(time.at) == left
    sit(match, 1)
    table = selectors.table_of(fresh(match), 1)
    assert (table.state, table.clock.left_ms(time.at)) == (State.PLAYING, left)


def test_the_sweep_closes_tables_that_nobody_came_to(one: Owner, two: Owner, time: Clock) -> None:
    alone = services.create(owner=one, wishes=services.Wishes())
    linked = services.create(owner=one, wishes=services.Wishes(), visibility="link")
    never_ready = seated(one, two)
    time.tick(minutes=20)
    call_command("sweep_matches", verbosity=0)
    assert fresh(alone).state == fresh(never_ready).state == State.CANCELLED
    assert fresh(linked).state == State.OPEN
    time.tick(days=8)
    call_command("sweep_matches", verbosity=0)
    assert fresh(linked).state == State.CANCELLED
    assert not Match.objects.filter(ended_at__isnull=True).exists()


@pytest.mark.parametrize("error", [NotFound(), ZeroDivisionError()])
def test_a_match_that_cannot_be_settled_keeps_no_other_waiting(
    one: Owner,
    time: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    """One that was deleted meanwhile is no news; whatever else goes wrong is in the log."""
    matches = [services.create(owner=one, wishes=services.Wishes()) for _ in range(3)]
    broken = sorted(match.pk for match in matches)[0]
    settle = sweep.settle

    def fail(match_id: UUID) -> Match:
        if match_id == broken:
            raise error
        return settle(match_id)

    monkeypatch.setattr(sweep, "settle", fail)
    time.tick(minutes=20)
    call_command("sweep_matches", verbosity=0)
    assert list(Match.objects.filter(ended_at__isnull=True).values_list("pk", flat=True)) == [broken]
    assert (str(broken) in caplog.text) == isinstance(error, ZeroDivisionError)


def test_a_table_outlives_a_server_that_was_killed(one: Owner, two: Owner, time: Clock) -> None:
    """Its host sat there for long, and nobody said that he had gone: he is from when he was last seen."""
    match = services.create(owner=one, wishes=services.Wishes())
    sit(match, 1)
    wait(match, time, 20 * 60, 1)
    time.tick(minutes=1)
    assert services.look(match.pk).state == State.OPEN
    for _ in range(2):  # the first sweep clears away what the server left behind
        time.tick(minutes=6)
        call_command("sweep_matches", verbosity=0)
        assert fresh(match).state == State.OPEN
    sit(match, 1)
    assert fresh(match).state == State.OPEN
    time.tick(minutes=14)
    assert services.look(match.pk).state == State.OPEN
    time.tick(minutes=2)
    assert services.look(match.pk).state == State.CANCELLED


def test_a_countdown_takes_no_time_from_the_clock(one: Owner, two: Owner, time: Clock) -> None:
    match = seated(one, two, options="D1S", seconds=300)
    begin(match, one, two, time)
    match = fresh(match)
    assert match.deadline is not None and match.starts_at is not None
    assert (match.deadline - match.starts_at).total_seconds() == 300
