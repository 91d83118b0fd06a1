"""Time runs on the server from the first action to the end, minus pauses."""

from datetime import timedelta

import pytest

from games.play import clock, services
from games.play.models import Game
from tests.play.conftest import do

pytestmark = pytest.mark.django_db
CODE = "KL1-D1N-AAAAAAB"


def elapsed(game: Game) -> int:
    return clock.elapsed_ms(Game.objects.get(pk=game.pk), clock.now())


@pytest.fixture
def game(visitor, time) -> Game:
    return services.begin(owner=visitor, code=CODE)


def test_the_clock_starts_at_the_first_action(game, visitor, time) -> None:
    time.tick(minutes=5)
    assert elapsed(game) == 0
    do(game, visitor, "s-w")
    time.tick(seconds=10)
    assert elapsed(game) == 10_000


def test_a_refused_action_neither_starts_nor_stops_it(game, visitor, time) -> None:
    services.act(game_id=game.pk, owner=visitor, token="w-f", version=0)
    time.tick(seconds=10)
    assert elapsed(game) == 0


def test_a_pause_does_not_count(game, visitor, time) -> None:
    do(game, visitor, "s-w")
    time.tick(seconds=10)
    paused = services.pause(game_id=game.pk, owner=visitor)
    assert paused.paused
    time.tick(hours=3)
    assert elapsed(game) == 10_000
    services.resume(game_id=game.pk, owner=visitor)
    time.tick(seconds=5)
    assert elapsed(game) == 15_000
    do(game, visitor, "s-w")
    services.give_up(game_id=game.pk, owner=visitor)
    assert Game.objects.get(pk=game.pk).elapsed_ms == 15_000


def test_a_paused_game_refuses_actions_and_keeps_its_time(game, visitor, time) -> None:
    do(game, visitor, "s-w")
    version = services.pause(game_id=game.pk, owner=visitor).version
    outcome = services.act(game_id=game.pk, owner=visitor, token="s-w", version=version)
    assert outcome.reason == "paused"
    assert outcome.game.paused


def test_an_action_sent_before_a_pause_but_after_it_in_line_is_stale(game, visitor, time) -> None:
    do(game, visitor, "s-w")
    services.pause(game_id=game.pk, owner=visitor)
    outcome = services.act(game_id=game.pk, owner=visitor, token="s-w", version=1)
    assert outcome.stale
    assert outcome.game.paused


def test_pausing_and_resuming_twice_is_once(game, visitor, time) -> None:
    do(game, visitor, "s-w")
    first = services.pause(game_id=game.pk, owner=visitor)
    time.tick(seconds=9)
    assert services.pause(game_id=game.pk, owner=visitor).version == first.version
    resumed = services.resume(game_id=game.pk, owner=visitor)
    time.tick(seconds=2)
    assert services.resume(game_id=game.pk, owner=visitor).version == resumed.version
    assert elapsed(game) == 2_000


def test_an_untouched_or_finished_game_does_not_pause(game, visitor, time) -> None:
    assert not services.pause(game_id=game.pk, owner=visitor).paused
    do(game, visitor, "s-w")
    services.give_up(game_id=game.pk, owner=visitor)
    assert not services.pause(game_id=game.pk, owner=visitor).paused


def test_the_time_of_a_finished_game_stands_still(game, visitor, time) -> None:
    do(game, visitor, "s-w")
    time.tick(seconds=7)
    services.give_up(game_id=game.pk, owner=visitor)
    time.tick(hours=1)
    assert elapsed(game) == 7_000


def test_a_clock_set_back_never_takes_time_away(game, visitor, time) -> None:
    do(game, visitor, "s-w")
    time.tick(seconds=30)
    do(game, visitor, "s-w")
    time.at -= timedelta(hours=1)
    assert elapsed(game) == 30_000
    do(game, visitor, "s-w")
    time.tick(seconds=5)
    do(game, visitor, "s-w")
    assert elapsed(game) == 35_000
    times = [int(time) for time in Game.objects.get(pk=game.pk).times.split()]
    assert times == sorted(times) == [0, 30_000, 30_000, 35_000]


def test_the_time_of_a_day_has_no_part_in_the_score(visitor, other, time) -> None:
    """CASES: the same moves with other think times score the same."""
    scores = []
    for owner, pause in ((visitor, 1), (other, 100)):
        game = services.begin(owner=owner, code=CODE)
        for token in ("s-w", "t7-t1", "t7-t5"):
            time.tick(seconds=pause)
            outcome = do(game, owner, token)
        scores.append(outcome.game.score)
    assert scores[0] == scores[1] == 10
