"""Many requests at once: one row, nothing lost, nothing twice."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.play import services
from games.play.models import Attempt, DealOpening, Game
from games.play.owners import Owner
from games.play.rows import Outrun
from games.play.services.end import end_due, end_if_due
from games.play.services.verify import faults_of
from leaderboards.models import Result
from tests.play.conftest import Clock, do, play_all, shortest_win

pytestmark = pytest.mark.django_db(transaction=True)
CODE = "KL1-D1N-AAAAAAB"


def at_once(count: int, call: Callable[[int], Any]) -> list[Any]:
    """Call from many threads at once, each on its own connection; return what they got or raised."""
    barrier, results = Barrier(count), [None] * count

    def run(number: int) -> None:
        barrier.wait()
        try:
            results[number] = call(number)
        except Exception as error:
            results[number] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_of_a_hundred_posts_on_one_game_one_is_played(visitor: Owner) -> None:
    game = services.begin(owner=visitor, code=CODE)
    outcomes = at_once(
        100, lambda number: services.act(game_id=game.pk, owner=visitor, token="s-w", version=0)
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert sum(not outcome.stale for outcome in outcomes) == 1
    game.refresh_from_db()
    assert (game.version, game.moves, game.actions.split()) == (1, 1, ["s-w"])
    assert Game.objects.count() == 1
    assert faults_of(game) == []


def test_clients_that_try_again_all_get_through_and_nothing_is_lost(visitor: Owner) -> None:
    game = services.begin(owner=visitor, code=CODE)
    do(game, visitor, "s-w")

    def insist(number: int) -> bool:
        version = 0
        for _ in range(200):
            outcome = services.act(game_id=game.pk, owner=visitor, token="s-w", version=version)
            version = outcome.game.version
            if not outcome.stale:
                return outcome.refusal is None
        return False

    assert at_once(10, insist) == [True] * 10
    game.refresh_from_db()
    assert (game.version, game.action_count, game.actions.split()) == (11, 11, ["s-w"] * 11)
    assert faults_of(game) == []


def test_the_last_action_sent_many_times_at_once_gives_one_result(player: Owner) -> None:
    """CASES: both last posts at once left two results, or none."""
    line = shortest_win("RU1-C")
    game = services.begin(owner=player, code=line["code"])
    *most, last = line["actions"].split()
    version = play_all(game, player, most).game.version
    outcomes = at_once(
        8, lambda number: services.act(game_id=game.pk, owner=player, token=last, version=version)
    )
    assert sum(not outcome.stale for outcome in outcomes) == 1
    assert all(outcome.game.won for outcome in outcomes)
    assert Result.objects.filter(run_id=game.pk, won=True).count() == 1


def test_giving_up_and_playing_on_at_once_end_in_one_of_both(player: Owner) -> None:
    for letter in "ABCDE":
        game = services.begin(owner=player, code=f"KL1-D1V-AAAAAA{letter}")
        do(game, player, "s-w")

        def move(number: int, game: Game = game) -> Any:
            if number % 2:
                return services.give_up(game_id=game.pk, owner=player)
            return services.act(game_id=game.pk, owner=player, token="s-w", version=1)

        results = at_once(6, move)
        assert not [result for result in results if isinstance(result, Exception)]
        game.refresh_from_db()
        assert game.over
        assert faults_of(game) == []
        assert Result.objects.filter(run_id=game.pk).count() == 1


def test_a_double_click_on_deal_begins_one_game(visitor: Owner, player: Owner) -> None:
    for owner in (visitor, player):
        key = uuid4()
        games = at_once(
            6,
            lambda number, owner=owner, key=key: services.begin(
                owner=owner, variant="DS", options="D1N", key=key
            ),
        )
        assert len({game.pk for game in games}) == 1
    assert Game.objects.count() == DealOpening.objects.count() == 2


def test_a_first_double_click_in_a_new_browser_begins_one_game() -> None:
    """Neither post has a session yet: only the cookie of the form tells that they come from one browser."""
    form = {"game": "double", "options": "D1N", "key": str(uuid4())}

    def post(number: int) -> str:
        browser = Client()
        browser.cookies[settings.CSRF_COOKIE_NAME] = "t" * 32
        return browser.post(reverse("games:new"), form)["Location"]

    assert len(set(at_once(4, post))) == 1
    assert Game.objects.count() == DealOpening.objects.count() == 1


def test_a_double_click_on_a_code_or_on_restart_begins_one_game(player: Owner) -> None:
    games = at_once(6, lambda number: services.begin(owner=player, code=CODE))
    assert len({game.pk for game in games}) == 1
    do(games[0], player, "s-w")
    again = at_once(6, lambda number: services.restart(game_id=games[0].pk, owner=player))
    assert len({game.pk for game in again}) == 1
    assert Game.objects.count() == 2


def test_two_windows_that_begin_the_same_deal_at_once_make_one_first_attempt(player: Owner) -> None:
    for letter in "ABCDE":
        games = [
            services.begin(owner=player, code=f"KL1-{options}-AAAAAA{letter}")
            for options in ("D1N", "D3N", "D1V", "D3V")
        ]
        outcomes = at_once(
            4,
            lambda number, games=games: services.act(
                game_id=games[number].pk, owner=player, token="s-w", version=0
            ),
        )
        attempts = sorted(outcome.game.attempt for outcome in outcomes)
        assert attempts == [Attempt.FIRST, *[Attempt.PRACTICE] * 3]


def test_practice_that_begins_while_the_first_attempt_is_played_ends_it_once(player: Owner) -> None:
    first = services.begin(owner=player, code=CODE)
    do(first, player, "s-w")
    again = [services.begin(owner=player, code=f"KL1-{form}-AAAAAAB") for form in ("D3N", "D1S")]

    def call(number: int) -> None:
        game = again[number] if number < 2 else first
        for _ in range(20):
            version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
            services.act(game_id=game.pk, owner=player, token="s-w", version=version)

    assert at_once(4, call) == [None] * 4
    first.refresh_from_db()
    assert (first.end_reason, first.attempt) == ("restarted", Attempt.FIRST)
    assert faults_of(first) == []
    assert Result.objects.get(run_id=first.pk).ended_at == first.ended_at
    assert {game.attempt for game in Game.objects.exclude(pk=first.pk)} == {Attempt.PRACTICE}


def test_pausing_while_an_action_is_under_way_loses_neither(visitor: Owner) -> None:
    game = services.begin(owner=visitor, code=CODE)
    do(game, visitor, "s-w")

    def act_or_pause(number: int) -> Any:
        if number % 2:
            return services.pause(game_id=game.pk, owner=visitor)
        return services.act(game_id=game.pk, owner=visitor, token="s-w", version=1)

    results = at_once(8, act_or_pause)
    assert not [result for result in results if isinstance(result, Exception)]
    game.refresh_from_db()
    assert game.paused
    assert game.running_since is None
    assert faults_of(game) == []


def test_the_first_game_of_a_site_is_bound_to_its_key_once(player: Owner, visitor: Owner) -> None:
    from games.play.models import SiteKey

    games = at_once(6, lambda number: services.begin(owner=visitor, variant="KL", options="D1N"))
    assert not [game for game in games if isinstance(game, Exception)]
    assert SiteKey.objects.count() == 1
    assert Game.objects.count() == 6


def test_a_game_whose_time_is_over_ends_once_however_many_ask(player: Owner, time: Clock) -> None:
    game = services.begin(owner=player, code="KL1-D1V-AAAAAAB")
    do(game, player, "s-w")
    time.tick(days=15)

    def ask(number: int) -> Any:
        how = {"game_id": game.pk, "owner": player}
        asked: list[Callable[[], Any]] = [
            lambda: services.act(**how, token="s-w", version=1).game,
            lambda: services.look(**how),
            lambda: services.pause(**how),
            lambda: services.give_up(**how),
        ]
        return asked[number % 4]()

    games = at_once(12, ask)
    assert {game.end_reason for game in games} == {"expired"}
    game.refresh_from_db()
    assert (game.version, game.action_count) == (2, 1)
    assert Result.objects.filter(run_id=game.pk).count() == 1


def test_an_action_that_was_outrun_by_the_end_is_not_played_after_it(player: Owner, time: Clock) -> None:
    """The loser of a race for the end must not take the winner's version for its own."""
    game = services.begin(owner=player, code="KL1-D1V-AAAAAAB")
    do(game, player, "s-w")
    time.tick(days=15)
    late, later = (Game.objects.light().get(pk=game.pk) for _ in range(2))
    services.look(game_id=game.pk, owner=player)
    with pytest.raises(Outrun):
        end_due(late)
    assert late.version == 1
    assert not end_if_due(later)
