"""The bankroll: first attempts at random deals in Vegas, from the first action on, ended or not."""

from datetime import timedelta
from uuid import UUID, uuid4

from accounts.models import User
from leaderboards import selectors, services
from leaderboards.membership import Spec, game_spec
from leaderboards.models import Board
from leaderboards.periods import DAY
from leaderboards.runs import Start
from tests.leaderboards.conftest import NOON, Play, Player, run_of

BANK = Spec(Board.Kind.BANKROLL, "KL-D1V", "KL-D1V")


def begin(user: User, **fields: object) -> UUID:
    values = {
        "run_id": uuid4(),
        "user_id": user.pk,
        "board_key": "KL-D1V",
        "deal": "KL1-AAAAAAB",
        "started_at": NOON,
        "first": True,
        "drawn": True,
        "ranked_score": -52,
    } | fields
    services.started(Start(**values))  # type: ignore[arg-type]
    return values["run_id"]  # type: ignore[return-value]


def bank(spec: Spec = BANK) -> list[tuple[int, str, int, int]]:
    return [(row.rank, row.name, row.score, row.runs) for row in selectors.page(selectors.find(spec)).rows]


def test_the_stake_is_paid_at_the_first_action(player: Player) -> None:
    begin(player("ada"))
    assert bank() == [(1, "ada", -52, 1)]


def test_an_abandoned_game_keeps_costing_and_a_win_adds_up(player: Player, play: Play) -> None:
    ada = player("ada")
    begin(ada)
    won = begin(ada, deal="KL1-AAAAAAC")
    assert bank() == [(1, "ada", -104, 2)]
    services.submit(run_of(ada, 208, run_id=won, board_key="KL-D1V", started_at=NOON))
    assert bank() == [(1, "ada", 156, 2)]


def test_practice_typed_codes_and_other_markings_move_no_money(player: Player) -> None:
    ada = player("ada")
    begin(ada, first=False)
    begin(ada, drawn=False)
    begin(ada, board_key="KL-D1N", ranked_score=0)
    assert Board.objects.count() == 0


def test_starting_twice_pays_once(player: Player) -> None:
    ada = player("ada")
    run_id = begin(ada)
    begin(ada, run_id=run_id)
    assert bank() == [(1, "ada", -52, 1)]


def test_a_game_that_is_left_counts_as_it_stands(player: Player) -> None:
    ada = player("ada")
    run_id = begin(ada)
    services.progressed(run_id, -12)
    assert bank() == [(1, "ada", -12, 1)]


def test_progress_after_the_end_changes_nothing(player: Player) -> None:
    ada = player("ada")
    run_id = begin(ada)
    services.submit(run_of(ada, -7, run_id=run_id, board_key="KL-D1V", won=False, started_at=NOON))
    services.progressed(run_id, 208)
    assert bank() == [(1, "ada", -7, 1)]


def test_a_bankroll_belongs_to_the_day_of_the_first_action(player: Player) -> None:
    ada = player("ada")
    late = NOON.replace(hour=23, minute=50)
    run_id = begin(ada, started_at=late)
    ended = late + timedelta(minutes=20)
    services.submit(
        run_of(ada, 30, run_id=run_id, board_key="KL-D1V", won=False, started_at=late, ended_at=ended)
    )
    assert bank(game_spec("KL-D1V", DAY, late, kind=Board.Kind.BANKROLL)) == [(1, "ada", 30, 1)]
    assert bank(game_spec("KL-D1V", DAY, ended, kind=Board.Kind.BANKROLL)) == []


def test_equal_sums_share_a_rank_and_a_void_gives_the_stake_back(player: Player) -> None:
    ada, bob = player("ada"), player("bob")
    begin(ada)
    run_id = begin(bob)
    assert [rank for rank, *_ in bank()] == [1, 1]
    services.void(run_id)
    assert bank() == [(1, "ada", -52, 1)]
    services.restore(run_id)
    assert len(bank()) == 2


def test_a_started_game_is_on_no_other_board(player: Player) -> None:
    begin(player("ada"))
    assert set(Board.objects.values_list("kind", flat=True)) == {"bankroll"}


def test_a_run_that_ceases_to_count_gives_its_stake_back(player: Player) -> None:
    ada = player("ada")
    run_id = begin(ada)
    services.submit(
        run_of(
            ada,
            40,
            run_id=run_id,
            board_key="KL-D1V",
            won=False,
            started_at=NOON,
            deal_first=False,
            global_ok=False,
        )
    )
    assert bank() == []
