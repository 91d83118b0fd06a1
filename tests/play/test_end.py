"""How a game ends: won, given up, or by time; once, whatever the path."""

from datetime import timedelta

import pytest

from games.play import clock, listing, services
from games.play.models import Game, Origin, Status
from games.play.services import sweep
from games.play.services.end import end_if_due
from games.play.services.verify import faults_of
from tests.play.conftest import NOON, do, play_all, shortest_win, win

pytestmark = pytest.mark.django_db
CODE = "KL1-D1V-AAAAAAB"
MOMENTS = (-clock.MILLISECOND, timedelta(0), clock.MILLISECOND)


@pytest.mark.parametrize(
    "options", ["KL1-D1N", "KL1-D1V", "KL1-D3N", "KL1-D3V", "RU1-C", "RU1-R", "TF1-D1N", "TF1-D3N", "DS1-D1V"]
)
def test_a_winning_line_of_every_game_ends_once_with_its_score(player, time, submitted, options: str) -> None:
    line = shortest_win(options)
    game = win(player, line, time)
    expected = line["position"]
    assert game.status == expected["status"] == "won"
    for name in ("score", "ranked_score", "moves", "undos", "passes"):
        assert getattr(game, name) == expected[name], name
    assert game.actions.split() == line["actions"].split()
    assert [run.run_id for run in submitted] == [game.pk]
    assert submitted[0].ranked_score == expected["ranked_score"]
    assert faults_of(game) == []


def test_a_game_won_by_a_card_that_goes_up_by_itself_ends_once(player, time, submitted) -> None:
    """CASES: a win was not noticed when the last card came by one of several ways."""
    line = shortest_win("KL1-D1N")
    game = services.begin(owner=player, code=line["code"])
    for token in line["actions"].split():
        outcome = do(game, player, token, automatic=False)
        if outcome.play.position.can_finish():
            break
    while not outcome.game.won:
        outcome = do(game, player, str(outcome.play.position.next_to_finish()), automatic=True)
    assert outcome.tokens[-1].endswith("*")
    assert outcome.after.status == "won"
    assert [run.won for run in submitted] == [True]
    assert faults_of(Game.objects.get(pk=game.pk)) == []


def test_the_winning_action_sent_twice_ends_the_game_once(player, time, submitted) -> None:
    line = shortest_win("RU1-C")
    game = services.begin(owner=player, code=line["code"])
    *most, last = line["actions"].split()
    version = play_all(game, player, most, time).game.version
    outcomes = [
        services.act(game_id=game.pk, owner=player, token=last, version=version, automatic=False)
        for _ in range(2)
    ]
    assert outcomes[0].game.won
    assert outcomes[1].stale
    assert len(submitted) == 1


def test_giving_up_twice_ends_once(player, submitted) -> None:
    game = services.begin(owner=player, code=CODE)
    do(game, player, "s-w")
    first = services.give_up(game_id=game.pk, owner=player, version=1)
    again = services.give_up(game_id=game.pk, owner=player, version=1)
    assert first.ended_at == again.ended_at
    assert (again.status, again.end_reason) == (Status.GIVEN_UP, "given_up")
    assert len(submitted) == 1


def test_giving_up_from_an_old_table_gives_nothing_up(player) -> None:
    game = services.begin(owner=player, code=CODE)
    do(game, player, "s-w")
    with pytest.raises(services.Stale) as stale:
        services.give_up(game_id=game.pk, owner=player, version=0)
    assert stale.value.game.version == 1
    assert not Game.objects.get(pk=game.pk).over


def test_a_won_game_cannot_be_given_up(player, time) -> None:
    game = win(player, shortest_win("RU1-C"), time)
    assert services.give_up(game_id=game.pk, owner=player).status == Status.WON


def test_fourteen_days_without_an_action_give_a_game_up_as_of_then(player, time, submitted) -> None:
    game = services.begin(owner=player, code=CODE)
    do(game, player, "s-w")
    time.tick(days=14, seconds=-1)
    assert sweep.give_up_idle() == 0
    time.tick(days=3)
    assert sweep.give_up_idle() == 1
    game.refresh_from_db()
    assert (game.status, game.end_reason) == (Status.GIVEN_UP, "expired")
    assert game.ended_at == NOON + timedelta(days=14)
    assert sweep.give_up_idle() == 0
    assert len(submitted) == 1


def test_an_old_game_that_was_played_lately_goes_on(player, time) -> None:
    game = services.begin(owner=player, code=CODE)
    do(game, player, "s-w")
    for _ in range(3):
        time.tick(days=10)
        do(game, player, "s-w")
    assert sweep.give_up_idle() == 0


def test_an_action_that_comes_after_fourteen_days_finds_the_game_over(player, time) -> None:
    game = services.begin(owner=player, code=CODE)
    do(game, player, "s-w")
    time.tick(days=15)
    outcome = services.act(game_id=game.pk, owner=player, token="s-w", version=1)
    assert outcome.reason == "game_over"
    assert "14 days" in str(outcome.refusal)
    assert Game.objects.get(pk=game.pk).end_reason == "expired"


def test_the_page_of_a_game_shows_that_its_time_is_over(player, time) -> None:
    game = services.begin(owner=player, code=CODE)
    do(game, player, "s-w")
    time.tick(days=15)
    assert services.look(game_id=game.pk, owner=player).over


def test_an_untouched_deal_ends_without_a_result(player, time, submitted) -> None:
    game = services.begin(owner=player, code=CODE)
    time.tick(days=15)
    assert sweep.give_up_idle() == 1
    game.refresh_from_db()
    assert (game.status, game.attempt, game.on_deal_board) == (Status.GIVEN_UP, "", False)
    assert submitted == []


def test_a_paused_game_expires_too(player, time) -> None:
    game = services.begin(owner=player, code=CODE)
    do(game, player, "s-w")
    time.tick(seconds=10)
    services.pause(game_id=game.pk, owner=player)
    time.tick(days=15)
    assert sweep.give_up_idle() == 1
    game.refresh_from_db()
    assert (game.elapsed_ms, game.paused) == (10_000, False)


def test_the_next_deal_begun_at_once_after_a_win_counts_too(player, time, submitted) -> None:
    """CASES: a new game during the win's animation made the next win not count."""
    win(player, shortest_win("RU1-C"), time)
    win(player, shortest_win("RU1-R"), time)
    assert [run.won for run in submitted] == [True, True]


def test_only_dailies_are_closed_with_their_day(player, time) -> None:
    game = services.begin(owner=player, code=CODE)
    Game.objects.filter(pk=game.pk).update(secret_until=time.at + timedelta(hours=1))
    do(game, player, "s-w")
    time.tick(hours=2)
    assert sweep.close_dailies() == 0
    assert Game.objects.get(pk=game.pk).origin == Origin.CODE


@pytest.mark.parametrize("origin", [Origin.RANDOM, Origin.CODE, Origin.DAILY])
@pytest.mark.parametrize("idle", [timedelta(0), *(clock.EXPIRY + moment for moment in MOMENTS)])
@pytest.mark.parametrize("secret", [None, *MOMENTS])
def test_the_database_and_the_services_agree_on_which_time_is_over(
    player, time, origin, idle, secret
) -> None:
    """`listing.due` asks the database what `end_due` asks of a game in hand."""
    game = services.begin(owner=player, code=CODE)
    do(game, player, "s-w")
    until = None if secret is None else time.at + secret
    Game.objects.update(origin=origin, last_action_at=time.at - idle, secret_until=until)
    listed, shown = listing.due(player), listing.unfinished(player)
    assert len(listed) + len(shown) == 1
    assert end_if_due(Game.objects.get()) == bool(listed)
