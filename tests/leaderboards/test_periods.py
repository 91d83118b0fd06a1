"""Days, weeks and months are those of Paris, clock changes included."""

from datetime import UTC, date, datetime, timedelta

import pytest

from leaderboards import selectors
from leaderboards.membership import game_spec
from leaderboards.periods import DAY, EVER, MONTH, PARIS, WEEK, bounds, first_day, last_day, start_of
from tests.leaderboards.conftest import Play, Player


def test_a_day_begins_at_midnight_in_paris_not_in_utc() -> None:
    assert start_of(DAY, datetime(2026, 11, 17, 22, 59, tzinfo=UTC)) == date(2026, 11, 17)
    assert start_of(DAY, datetime(2026, 11, 17, 23, 0, tzinfo=UTC)) == date(2026, 11, 18)
    assert start_of(DAY, datetime(2026, 7, 17, 22, 0, tzinfo=UTC)) == date(2026, 7, 18)


def test_a_week_begins_on_monday_and_a_month_on_its_first() -> None:
    assert first_day(WEEK, date(2026, 11, 22)) == date(2026, 11, 16)
    assert first_day(WEEK, date(2026, 11, 23)) == date(2026, 11, 23)
    assert first_day(MONTH, date(2026, 12, 31)) == date(2026, 12, 1)
    assert last_day(MONTH, date(2026, 12, 1)) == date(2026, 12, 31)
    assert last_day(MONTH, date(2028, 2, 1)) == date(2028, 2, 29)
    assert last_day(EVER, first_day(EVER, date(2026, 1, 1))) is None


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 11, 1), 24)]
)
def test_the_days_of_the_clock_changes_last_23_and_25_hours(day: date, hours: int) -> None:
    begin, end = bounds(DAY, day)
    assert end.astimezone(UTC) - begin.astimezone(UTC) == timedelta(hours=hours)
    assert start_of(DAY, begin) == day
    assert start_of(DAY, end - timedelta(microseconds=1)) == day
    assert start_of(DAY, end) == day + timedelta(days=1)


@pytest.mark.parametrize("hour", [(2026, 10, 25, 0, 30), (2026, 10, 25, 1, 30)])
def test_both_half_past_two_of_the_autumn_change_belong_to_one_day(hour: tuple[int, ...]) -> None:
    assert start_of(DAY, datetime(*hour, tzinfo=UTC)) == date(2026, 10, 25)


def test_a_run_counts_in_the_periods_of_its_end(player: Player, play: Play) -> None:
    start = datetime(2026, 11, 30, 23, 55, tzinfo=PARIS)
    play(player("ada"), started_at=start, ended_at=start + timedelta(minutes=15))
    end = date(2026, 12, 1)
    for period, expected in ((DAY, 1), (WEEK, 1), (MONTH, 1), (EVER, 1)):
        board = selectors.find(game_spec("KL-D1N", period, datetime(2026, 12, 1, 12, tzinfo=PARIS)))
        assert board is not None and board.size == expected, (period, end)
    assert selectors.find(game_spec("KL-D1N", DAY, start)) is None
    assert selectors.find(game_spec("KL-D1N", MONTH, start)) is None


def test_each_day_keeps_its_own_best_row(player: Player, play: Play) -> None:
    ada = player("ada")
    monday = datetime(2026, 11, 16, 12, tzinfo=PARIS)
    play(ada, 700, ended_at=monday)
    play(ada, 300, ended_at=monday + timedelta(days=1))
    scores = {
        period: selectors.page(selectors.find(game_spec("KL-D1N", period, monday + timedelta(days=1))))
        .rows[0]
        .score
        for period in (DAY, WEEK)
    }
    assert scores == {DAY: 300, WEEK: 700}
