"""The order of boards, shared ranks, and which results stand where."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leaderboards import selectors, services
from leaderboards.keys import bank_amount, bank_key, daily_key, run_key
from leaderboards.membership import Spec
from leaderboards.models import Board, Entry
from tests.leaderboards.conftest import GAME, NOON, Play, Player

Kind = Board.Kind


def names(spec: Spec) -> list[tuple[int, str]]:
    return [(row.rank, row.name) for row in selectors.page(selectors.find(spec)).rows]


def test_the_key_orders_by_score_then_time_then_moves() -> None:
    better = [
        run_key(700, 9, 9),
        run_key(500, 60, 200),
        run_key(500, 61, 100),
        run_key(500, 61, 101),
        run_key(-156, 1, 1),
    ]
    assert better == sorted(better)
    assert len(set(better)) == len(better)


def test_the_key_fits_a_signed_64_bit_column_even_for_absurd_runs() -> None:
    worst = daily_key(run_key(-(10**9), 10**9, 10**9), won=False)
    assert run_key(10**9, 0, 0) >= 0
    assert worst < 2**63


def test_an_unwon_attempt_comes_after_every_won_one_on_a_daily_board() -> None:
    assert daily_key(run_key(0, 9999, 9999), won=True) < daily_key(run_key(1000, 1, 1), won=False)


@pytest.mark.parametrize("amount", [-104 * 20000, -52, 0, 416, 10**9])
def test_a_bankroll_can_be_read_back_from_its_key(amount: int) -> None:
    assert bank_amount(bank_key(amount)) == amount
    assert bank_key(amount + 1) < bank_key(amount)


def test_equal_score_time_and_moves_share_a_rank_and_the_next_rank_is_skipped(
    player: Player, play: Play
) -> None:
    play(player("ada"), 600)
    play(player("bob"), 500, seconds=90)
    play(player("cleo"), 500, seconds=90)
    play(player("dan"), 500, seconds=91)
    assert names(GAME) == [(1, "ada"), (2, "bob"), (2, "cleo"), (4, "dan")]


def test_a_player_has_one_row_the_best(player: Player, play: Play) -> None:
    ada = player("ada")
    play(ada, 400)
    best = play(ada, 700)
    play(ada, 500)
    rows = selectors.page(selectors.find(GAME)).rows
    assert [(row.name, row.score, row.run_id) for row in rows] == [("ada", 700, best.run_id)]


def test_a_normal_board_takes_won_games_only(player: Player, play: Play) -> None:
    play(player("ada"), 900, won=False)
    assert names(GAME) == []


def test_a_vegas_board_takes_every_ended_game(player: Player, play: Play) -> None:
    play(player("ada"), -30, won=False, board_key="KL-D1V")
    play(player("bob"), 208, board_key="KL-D1V")
    assert names(Spec(Kind.GAME, "KL-D1V", "KL-D1V")) == [(1, "bob"), (2, "ada")]


def test_without_points_won_games_rank_by_time_then_moves(player: Player, play: Play) -> None:
    play(player("ada"), 0, board_key="KL-D1S", seconds=80, moves=100)
    play(player("bob"), 0, board_key="KL-D1S", seconds=70, moves=150)
    play(player("cleo"), 0, board_key="KL-D1S", seconds=80, moves=99)
    play(player("dan"), 0, board_key="KL-D1S", seconds=10, won=False)
    assert names(Spec(Kind.GAME, "KL-D1S", "KL-D1S")) == [(1, "bob"), (2, "cleo"), (3, "ada")]


def test_a_run_that_is_not_ranked_stands_on_no_board_of_the_game(player: Player, play: Play) -> None:
    play(player("ada"), global_ok=False)
    assert names(GAME) == []


def test_the_deal_board_takes_first_attempts_and_lists_practice_apart(player: Player, play: Play) -> None:
    ada = player("ada")
    play(ada, 500, deal="KL1-AAAAAAB", global_ok=False)
    play(ada, 900, deal="KL1-AAAAAAB", global_ok=False, deal_first=False, practice=True)
    assert [
        row.score for row in selectors.page(selectors.find(Spec(Kind.DEAL, "KL1-D1N-AAAAAAB", "KL-D1N"))).rows
    ] == [500]
    practice = selectors.find(Spec(Kind.PRACTICE, "KL1-D1N-AAAAAAB", "KL-D1N"))
    assert [row.score for row in selectors.page(practice).rows] == [900]
    assert [board.kind for board in selectors.deal_boards("KL1-AAAAAAB")] == ["deal", "practice"]


def test_a_daily_board_lists_won_attempts_first_then_unwon(player: Player, play: Play) -> None:
    play(player("ada"), 900, won=False, daily_id=7, global_ok=False)
    play(player("bob"), 300, daily_id=7, global_ok=False)
    assert names(Spec(Kind.DAILY, "7", "KL-D1N")) == [(1, "bob"), (2, "ada")]


def test_pure_runs_have_a_list_of_their_own(player: Player, play: Play) -> None:
    ada, bob = player("ada"), player("bob")
    play(ada, 900)
    play(ada, 400, pure=True)
    play(bob, 500, pure=True)
    pure = Spec(Kind.GAME, "KL-D1N", "KL-D1N", pure=True)
    assert names(GAME) == [(1, "ada"), (2, "bob")]
    assert [(row.name, row.score) for row in selectors.page(selectors.find(pure)).rows] == [
        ("bob", 500),
        ("ada", 400),
    ]


def test_a_finish_sent_twice_makes_one_row(player: Player, play: Play) -> None:
    ada = player("ada")
    run = play(ada)
    services.submit(run)
    assert Entry.objects.filter(board=selectors.find(GAME)).count() == 1
    assert selectors.find(GAME).size == 1


def test_a_visitors_run_is_on_no_board(play: Play) -> None:
    play(None)
    assert Board.objects.count() == 0


def test_the_deal_of_a_row_is_open_only_once_it_is_no_secret(player: Player, play: Play) -> None:
    later = timezone.now() + timedelta(hours=1)
    play(player("ada"), secret_until=later)
    play(player("bob"), 400, secret_until=NOON)
    assert [row.open for row in selectors.page(selectors.find(GAME)).rows] == [False, True]
