"""The staff void a result and give it back; the boards follow at once."""

from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest

from games.play import services
from games.play.owners import NotFound
from games.play.services import transfer
from games.play.services.ranking import Standing
from leaderboards.models import Entry, Result
from tests.play.conftest import do, play_all, shortest_win, win_drawn

pytestmark = pytest.mark.django_db


def test_a_voided_result_leaves_all_boards_and_comes_back(player, drawn, time) -> None:
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    on_boards = Entry.objects.count()
    assert on_boards
    voided = services.void(game_id=game.pk, why="played by a program")
    assert (voided.standing, voided.on_game_board, voided.on_deal_board) == (Standing.VOID, False, False)
    assert Result.objects.get().voided
    assert not Entry.objects.exists()
    restored = services.restore(game_id=game.pk)
    assert (restored.standing, restored.on_game_board, restored.voided) == (Standing.COUNTS, True, False)
    assert Entry.objects.count() == on_boards


def test_voiding_or_giving_back_twice_is_once(player, drawn, time) -> None:
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    services.restore(game_id=game.pk)
    services.void(game_id=game.pk, why="a")
    assert services.void(game_id=game.pk, why="a").voided
    assert not Entry.objects.exists()


def test_a_game_voided_while_it_is_played_ends_without_a_place(player, time) -> None:
    game = services.begin(owner=player, code="KL1-D1V-AAAAAAB")
    do(game, player, "s-w")
    services.void(game_id=game.pk, why="a")
    services.give_up(game_id=game.pk, owner=player)
    game.refresh_from_db()
    assert (game.standing, game.on_deal_board) == (Standing.VOID, False)
    assert not Entry.objects.exists()
    services.restore(game_id=game.pk)
    assert Entry.objects.exists()


@pytest.mark.parametrize("give_back", [False, True])
def test_the_winning_action_that_read_the_game_before_the_staff_did_is_made_again(
    player, drawn, time, monkeypatch, give_back: bool
) -> None:
    """Between its reading and its storing the staff void the game, or give it back: what stands is theirs."""
    line = shortest_win("RU1-C")
    drawn(line["code"].rpartition("-")[2])
    game = services.begin(owner=player, variant="RU", options="C")
    *most, last = line["actions"].split()
    version = play_all(game, player, most, time).game.version
    if give_back:
        version = services.void(game_id=game.pk, why="a").version

    acting = import_module("games.play.services.act")
    resume_play = acting.resume_play

    def meanwhile(*args: Any, **options: Any) -> Any:
        monkeypatch.setattr(acting, "resume_play", resume_play)
        play = resume_play(*args, **options)
        if give_back:
            services.restore(game_id=game.pk)
        else:
            services.void(game_id=game.pk, why="a")
        return play

    monkeypatch.setattr(acting, "resume_play", meanwhile)
    assert services.act(game_id=game.pk, owner=player, token=last, version=version).stale
    game.refresh_from_db()
    assert not game.over
    assert services.act(game_id=game.pk, owner=player, token=last, version=game.version).game.won
    game.refresh_from_db()
    assert (game.voided, game.on_game_board) == (not give_back, give_back)
    assert game.standing == (Standing.COUNTS if give_back else Standing.VOID)
    assert Entry.objects.exists() == give_back


def test_a_visitors_voided_game_stays_void_when_it_passes_to_an_account(visitor, player, drawn, time) -> None:
    game = win_drawn(visitor, shortest_win("RU1-C"), drawn, time)
    services.void(game_id=game.pk, why="a")
    transfer.pass_at_sign_up(visitor=visitor.visitor, user_id=player.user_id)
    game.refresh_from_db()
    assert game.standing == Standing.VOID
    assert not Entry.objects.exists()


def test_what_does_not_exist_cannot_be_voided(db) -> None:
    with pytest.raises(NotFound):
        services.void(game_id=uuid4(), why="a")
