"""Void and restore, privacy and deletion: boards follow at once."""

from datetime import timedelta
from uuid import uuid4

from accounts.selectors import export
from leaderboards import selectors, services, tree
from leaderboards.membership import Spec, game_spec
from leaderboards.models import Board, Result
from leaderboards.periods import DAY
from tests.leaderboards.conftest import GAME, NOON, Play, Player


def scores(spec: Spec = GAME) -> list[tuple[int, str, int]]:
    return [(row.rank, row.name, row.score) for row in selectors.page(selectors.find(spec)).rows]


def sound() -> bool:
    return not any(tree.faults(board) for board in Board.objects.all())


def test_voiding_the_best_run_brings_the_players_next_best_and_restoring_brings_it_back(
    player: Player, play: Play
) -> None:
    ada = player("ada")
    best = play(ada, 900, pure=True)
    play(ada, 300)
    play(player("bob"), 500)
    assert services.void(best.run_id, "solver")
    assert scores() == [(1, "bob", 500), (2, "ada", 300)]
    assert scores(Spec("game", "KL-D1N", "KL-D1N", pure=True)) == []
    assert services.restore(best.run_id)
    assert scores() == [(1, "ada", 900), (2, "bob", 500)]
    assert sound()


def test_voiding_an_only_run_takes_the_row_away_everywhere(player: Player, play: Play) -> None:
    run = play(player("ada"), daily_id=3, pure=True)
    services.void(run.run_id)
    assert Board.objects.filter(size__gt=0).count() == 0
    assert not services.void(run.run_id)
    assert sound()


def test_voiding_a_run_that_is_not_the_best_changes_no_row(player: Player, play: Play) -> None:
    ada = player("ada")
    play(ada, 900)
    worse = play(ada, 300)
    services.void(worse.run_id)
    assert scores() == [(1, "ada", 900)]
    assert Result.objects.get(run_id=worse.run_id).voided


def test_the_next_best_of_the_day_is_looked_for_in_that_day_only(player: Player, play: Play) -> None:
    ada = player("ada")
    today = play(ada, 900)
    play(ada, 800, ended_at=NOON - timedelta(days=1))
    services.void(today.run_id)
    assert scores(game_spec("KL-D1N", DAY, NOON)) == []
    assert scores() == [(1, "ada", 800)]


def test_a_voided_run_submitted_again_stays_off(player: Player, play: Play) -> None:
    run = play(player("ada"))
    services.void(run.run_id)
    services.submit(run)
    assert scores() == []


def test_a_private_player_leaves_every_board_and_comes_back(player: Player, play: Play) -> None:
    ada = player("ada")
    play(ada, 900)
    play(player("bob"), 500)
    ada.private = True
    ada.save(update_fields=["private"])
    assert scores() == [(1, "bob", 500)]
    play(ada, 950, ended_at=NOON + timedelta(days=3))
    assert scores() == [(1, "bob", 500)]
    ada.private = False
    ada.save(update_fields=["private"])
    assert scores() == [(1, "ada", 950), (2, "bob", 500)]
    assert scores(game_spec("KL-D1N", DAY, NOON)) == [(1, "ada", 900), (2, "bob", 500)]
    assert sound()


def test_hiding_goes_through_more_boards_than_one_batch(player: Player, play: Play, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(services, "BATCH", 3)
    ada = player("ada")
    for day in range(4):
        play(ada, ended_at=NOON + timedelta(days=day))
    services.hide(ada.pk)
    assert Board.objects.filter(size__gt=0).count() == 0
    services.show(ada.pk)
    assert Board.objects.filter(size__gt=0).count() == Board.objects.count()


def test_a_deleted_player_keeps_the_place_without_the_name(player: Player, play: Play, settings) -> None:  # type: ignore[no-untyped-def]
    ada = player("ada")
    play(ada, 900)
    ada.deleted_at = NOON
    ada.username = "x-1"
    ada.save()
    row = selectors.page(selectors.find(GAME)).rows[0]
    assert row.name in ("deleted player", "joueur supprimé")
    assert not row.profile


def test_a_row_whose_player_is_gone_from_the_database_stays(player: Player, play: Play) -> None:
    ada = player("ada")
    run = play(ada, 900)
    play(player("bob"), 500)
    ada.delete()
    row = selectors.page(selectors.find(GAME)).rows[0]
    assert row.name in ("deleted player", "joueur supprimé")
    assert row.rank == 1
    services.void(run.run_id)
    assert scores() == [(1, "bob", 500)]


def test_a_flag_hides_nothing(player: Player, play: Play) -> None:
    run = play(player("ada"), flag="fast")
    assert scores() == [(1, "ada", 500)]
    assert Result.objects.get(flag="fast").run_id == run.run_id
    services.flag(run.run_id, "")
    assert not Result.objects.filter(flag="fast").exists()


def test_places_say_where_a_run_counts_and_why_not(player: Player, play: Play) -> None:
    ada = player("ada")
    play(player("bob"), 900)
    run = play(ada, 500)
    place = next(p for p in selectors.places(run.run_id) if p.spec == GAME)
    assert (place.counted, place.rank, place.of, place.best) == (True, 2, 2, True)
    better = play(ada, 950)
    old = next(p for p in selectors.places(run.run_id) if p.spec == GAME)
    assert (old.rank, old.best) == (1, False)
    typed = play(ada, 500, global_ok=False, reason="typed")
    assert [(p.kind, p.counted, p.reason) for p in selectors.places(typed.run_id)] == [
        ("deal", True, ""),
        ("game", False, "typed"),
    ]
    lost = play(ada, 100, won=False)
    assert [p.reason for p in selectors.places(lost.run_id)] == ["not_won"]
    services.void(better.run_id)
    assert {p.reason for p in selectors.places(better.run_id)} == {"voided"}


def test_places_of_an_unknown_run_are_none(db: None) -> None:
    assert selectors.places(uuid4()) == []


def test_the_export_of_a_players_data_holds_the_results(player: Player, play: Play) -> None:
    ada = player("ada")
    run = play(ada, 777)
    play(player("bob"))
    [result] = export(ada)["results"]
    assert (result["run_id"], result["ranked_score"]) == (run.run_id, 777)
