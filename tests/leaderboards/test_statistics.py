"""Statistics against figures counted by hand, and charts whose tables say the same."""

from datetime import date, datetime, timedelta

import pytest
from django.utils import translation

from accounts.models import User
from leaderboards import charts, presentation, services, statistics
from leaderboards.periods import PARIS
from leaderboards.runs import Start
from tests.leaderboards.conftest import NOON, Play, Player, run_of


@pytest.fixture
def ada(player: Player) -> User:
    return player("ada")


def after(minutes: int) -> dict[str, datetime]:
    start = NOON + timedelta(minutes=minutes)
    return {"started_at": start, "ended_at": start + timedelta(minutes=5)}


def test_figures_equal_a_hand_count(ada: User, play: Play) -> None:
    play(ada, 700, seconds=100, moves=110, **after(0))
    play(ada, 640, seconds=200, moves=130, **after(10))
    play(ada, 50, seconds=900, moves=300, won=False, **after(20))
    play(ada, 660, seconds=300, moves=120, **after(30))
    figures = statistics.of_player(ada.pk).by_board["KL-D1N"]
    assert (figures.played, figures.won, figures.rate) == (4, 3, 0.75)
    assert (figures.streak, figures.longest) == (1, 2)
    assert (figures.best_score, round(figures.average_score or 0)) == (700, 667)
    assert (figures.best_time, figures.average_time) == (100, 200)
    assert (figures.fewest_moves, figures.average_moves) == (110, 120)


def test_in_vegas_scores_cover_every_ended_game_and_times_only_wins(ada: User, play: Play) -> None:
    play(ada, 208, board_key="KL-D1V", seconds=100, **after(0))
    play(ada, -52, board_key="KL-D1V", seconds=10, won=False, **after(10))
    figures = statistics.of_player(ada.pk).by_board["KL-D1V"]
    assert (figures.best_score, figures.average_score) == (208, 78)
    assert (figures.best_time, figures.average_time) == (100, 100)


def test_streaks_go_by_first_action_not_by_end(ada: User, play: Play) -> None:
    play(ada, **after(20))
    play(ada, won=False, started_at=NOON, ended_at=NOON + timedelta(hours=5))
    play(ada, **after(40))
    total = statistics.of_player(ada.pk).total
    assert (total.streak, total.longest) == (2, 2)


def test_a_game_under_way_counts_as_not_won_until_it_is(ada: User, play: Play) -> None:
    play(ada, **after(0))
    run = run_of(ada, **after(10))
    start = Start(
        run_id=run.run_id, user_id=ada.pk, board_key="KL-D1N", deal=run.deal, started_at=run.started_at,
        first=True, drawn=True, ranked_score=0,
    )  # fmt: skip
    services.started(start)
    total = statistics.of_player(ada.pk).total
    assert (total.played, total.won, total.streak) == (2, 1, 0)
    services.submit(run)
    total = statistics.of_player(ada.pk).total
    assert (total.played, total.won, total.streak) == (2, 2, 2)


def test_two_wins_started_in_the_same_instant_both_count(ada: User, play: Play) -> None:
    play(ada, **after(0))
    play(ada, **after(0))
    assert statistics.of_player(ada.pk).total.won == 2


def test_practice_is_counted_apart_and_voided_runs_not_at_all(ada: User, play: Play) -> None:
    play(ada, practice=True, deal_first=False, global_ok=False)
    voided = play(ada, 9999)
    services.void(voided.run_id)
    figures = statistics.of_player(ada.pk).by_board["KL-D1N"]
    assert (figures.played, figures.practice, figures.best_score) == (0, 1, None)


def test_all_of_a_players_statistics_take_one_query(ada: User, play: Play, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    for n in range(5):
        play(ada, **after(n))
    with django_assert_num_queries(1):
        statistics.of_player(ada.pk)


def test_days_played_are_days_in_paris_from_a_monday_to_today(ada: User, play: Play) -> None:
    play(ada, started_at=datetime(2026, 11, 17, 23, 59, tzinfo=PARIS))
    play(ada, started_at=datetime(2026, 11, 18, 0, 1, tzinfo=PARIS))
    play(ada, started_at=datetime(2026, 11, 18, 12, tzinfo=PARIS), practice=True)
    days = statistics.days_played(statistics.of_player(ada.pk).games, date(2026, 11, 18))
    assert days[-2:] == [(date(2026, 11, 17), 1), (date(2026, 11, 18), 2)]
    assert days[0][0].weekday() == 0
    assert 52 * 7 < len(days) <= 53 * 7


def test_the_bankroll_is_the_running_sum_of_first_attempts_at_random_deals(ada: User, play: Play) -> None:
    vegas = {"board_key": "KL-D1V", "won": False}
    play(ada, -52, **vegas, **after(0))
    play(ada, 30, **vegas, **after(10))
    play(ada, 208, **vegas, drawn=False, **after(20))
    play(ada, 208, **vegas, practice=True, deal_first=False, **after(30))
    play(ada, 100, **vegas, **after(24 * 60))
    found = statistics.bankroll(statistics.of_player(ada.pk).games, "KL-D1V")
    assert found == [(date(2026, 11, 18), -22), (date(2026, 11, 19), 78)]


@pytest.mark.parametrize(
    "scores", [[5], [0, 1000], [-52, -7, 0, 208, 208], list(range(-100, 900, 7)), [416] * 30]
)
def test_every_score_falls_in_one_step_of_the_spread(scores: list[int]) -> None:
    bins = statistics.spread(scores)
    assert 1 <= len(bins) <= statistics.BINS + 2
    assert sum(count for _, _, count in bins) == len(scores)
    for low, high, count in bins:
        assert count == sum(low <= value <= high for value in scores)
    assert all(first[1] + 1 == second[0] for first, second in zip(bins, bins[1:], strict=False))


def test_the_tables_beside_the_charts_say_what_the_charts_draw() -> None:
    with translation.override("en"):
        bins = [(0, 99, 3), (100, 199, 0), (200, 299, 1)]
        drawing = charts.spread_chart("Spread", bins, dollars=True)
        assert drawing.table.rows == [("$0 to $99", "3"), ("$100 to $199", "0"), ("$200 to $299", "1")]
        assert drawing.summary == "Most often from $0 to $99."
        assert charts.spread_chart("Spread", [(280, 280, 1)], dollars=False).summary == "280: 1 game"
        assert [round(bar.height / drawing.bars[0].height, 3) for bar in drawing.bars] == [1, 0, 0.333]
        money = charts.money_chart("Bankroll", [(date(2026, 1, 1), -52), (date(2026, 1, 11), 156)])
        assert [row[1] for row in money.table.rows] == ["-$52", "$156"]
        first, last = (float(point.split(",")[1]) for point in money.line.split())
        assert first > last
        assert first > money.base > last, "below and above nothing"


def test_the_calendar_draws_every_day_and_lists_those_played() -> None:
    with translation.override("en"):
        days = [
            (date(2026, 11, 2) + timedelta(days=n), count) for n, count in enumerate([0, 1, 8, 0, 0, 0, 0, 2])
        ]
        drawing = charts.calendar_chart("Days", days)
        assert [bar.level for bar in drawing.bars] == [0, 1, 4, 0, 0, 0, 0, 1]
        assert [row[1] for row in drawing.table.rows] == ["2", "8", "1"]
        assert "3 days" in drawing.summary


def test_a_long_bankroll_keeps_its_last_day_in_drawing_and_table() -> None:
    days = [(date(2020, 1, 1) + timedelta(days=n), n) for n in range(1000)]
    drawing = charts.money_chart("Bankroll", days)
    assert drawing.table.rows[-1][1] == "$999"
    assert len(drawing.table.rows) <= 61
    assert len(drawing.line.split()) <= 121


def test_games_are_listed_by_how_much_they_are_played(ada: User, play: Play) -> None:
    play(ada, board_key="RU-C", deal="RU1-AAAAAAB")
    for n in range(2):
        play(ada, board_key="TF-D1N", deal=f"TF1-AAAAAA{'BC'[n]}")
    play(ada, board_key="XX-D1N")
    assert [each.figures.board_key for each in presentation.per_game(statistics.of_player(ada.pk))] == [
        "TF-D1N",
        "RU-C",
    ]


def test_what_counts_on_no_board_makes_no_streak(ada: User, play: Play) -> None:
    """A program's run on a deal played before is neither a first attempt nor on the list of practice."""
    play(ada, **after(0))
    play(ada, global_ok=False, deal_first=False, practice=False, reason="token", **after(10))
    total = statistics.of_player(ada.pk).total
    assert (total.played, total.won, total.streak, total.practice) == (1, 1, 1, 1)


def test_a_program_that_acts_in_a_game_begun_by_hand_takes_no_loss_away(ada: User, play: Play) -> None:
    play(ada, **after(0))
    play(ada, won=False, global_ok=False, deal_first=False, practice=False, reason="token", **after(10))
    total = statistics.of_player(ada.pk).total
    assert (total.played, total.won, total.streak) == (2, 1, 0)
