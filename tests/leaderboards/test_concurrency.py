"""Results that arrive at the same moment: nothing lost, nothing counted twice. Run on both databases by
CI."""

import random
from collections.abc import Callable, Iterator
from threading import Barrier, Thread

import pytest
from django.db import close_old_connections, connection

from accounts.models import User
from leaderboards import selectors, services, tree
from leaderboards.models import Board, Entry, Result
from tests.leaderboards.conftest import GAME, run_of

pytestmark = pytest.mark.django_db(transaction=True)


def together(*tasks: Callable[[], object]) -> None:
    """Run the tasks at the same moment, each in its own thread and connection; raise what any of them
    raised."""
    gate, errors = Barrier(len(tasks)), []

    def work(task: Callable[[], object]) -> None:
        try:
            gate.wait(10)
            task()
        except Exception as error:  # noqa: BLE001 (handed to the test)
            errors.append(error)
        finally:
            connection.close()

    threads = [Thread(target=work, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    close_old_connections()
    assert not errors, errors


@pytest.fixture(autouse=True)
def small_nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Split nodes early, so that splits meet too."""
    monkeypatch.setattr(tree, "SPLIT", 3)
    yield


def users(count: int) -> list[User]:
    return [User.objects.create_user(f"racer-{n}x") for n in range(count)]


def sound() -> None:
    for board in Board.objects.all():
        assert tree.faults(board) == [], board.slug


def test_one_finish_sent_twice_at_once_makes_one_row() -> None:
    [ada] = users(1)
    run = run_of(ada)
    together(*[lambda: services.submit(run)] * 4)
    assert Result.objects.count() == 1
    assert Entry.objects.filter(board=selectors.find(GAME)).count() == 1
    sound()


def test_two_results_of_one_player_at_once_leave_the_better_one() -> None:
    [ada] = users(1)
    for n in range(5):
        worse, better = run_of(ada, 100 + n), run_of(ada, 500 + n)
        together(lambda run=worse: services.submit(run), lambda run=better: services.submit(run))
        [row] = selectors.page(selectors.find(GAME)).rows
        assert row.score == 500 + n
    sound()


def test_two_vegas_results_of_one_player_at_once_both_reach_the_bankroll() -> None:
    [ada] = users(1)
    runs = [run_of(ada, score, board_key="KL-D1V") for score in (10, 20, -52, 208)]
    together(*[lambda run=run: services.submit(run) for run in runs])
    bank = selectors.find(selectors.Spec("bankroll", "KL-D1V", "KL-D1V"))
    assert [(row.score, row.runs) for row in selectors.page(bank).rows] == [(186, 4)]
    sound()


def test_many_players_at_once_on_the_same_boards_lose_no_count() -> None:
    chance = random.Random(1)
    racers = users(8)
    lots = [
        [
            run_of(
                racer, chance.choice([300, 305]), seconds=chance.randint(50, 53), pure=chance.random() < 0.5
            )
            for _ in range(6)
        ]
        for racer in racers
    ]
    together(*[lambda lot=lot: [services.submit(run) for run in lot] for lot in lots])
    assert Result.objects.count() == 48
    assert selectors.find(GAME).size == 8
    sound()


def test_void_and_submit_at_once_leave_the_right_row() -> None:
    [ada] = users(1)
    for n in range(5):
        old, new = run_of(ada, 600 - n), run_of(ada, 300 + n)
        services.submit(old)
        together(lambda run=old: services.void(run.run_id), lambda run=new: services.submit(run))
        [row] = selectors.page(selectors.find(GAME)).rows
        assert row.score == 300 + n
    sound()


def test_hiding_while_others_submit_keeps_counts_right() -> None:
    racers = users(6)
    for racer in racers:
        services.submit(run_of(racer))
    hidden, *others = racers
    User.objects.filter(pk=hidden.pk).update(private=True)
    together(
        lambda: services.hide(hidden.pk),
        *[lambda racer=racer: services.submit(run_of(racer, 900)) for racer in others],
    )
    assert selectors.find(GAME).size == 5
    sound()


def test_voids_and_finishes_in_vegas_at_once_do_not_block_each_other() -> None:
    racers = users(4)
    first = [run_of(racer, 20, board_key="KL-D1V") for racer in racers]
    for run in first:
        services.submit(run)
    for _ in range(4):
        finishes = [run_of(racer, 30, board_key="KL-D1V") for racer in racers]
        together(
            *[lambda run=run: services.void(run.run_id) for run in first],
            *[lambda run=run: services.submit(run) for run in finishes],
        )
        first = finishes
    bank = selectors.find(selectors.Spec("bankroll", "KL-D1V", "KL-D1V"))
    assert [(row.score, row.runs) for row in selectors.page(bank).rows] == [(30, 1)] * 4
    sound()
