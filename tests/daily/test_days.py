"""The bounds of a day in Paris, the two changes of the clocks included."""

from datetime import UTC, date, datetime, timedelta

import pytest

from games.daily import days


@pytest.mark.parametrize(
    ("day", "begins", "ends"),
    [
        (date(2026, 11, 30), "2026-11-29T23:00", "2026-11-30T23:00"),
        (date(2026, 7, 14), "2026-07-13T22:00", "2026-07-14T22:00"),
        (date(2026, 3, 29), "2026-03-28T23:00", "2026-03-29T22:00"),  # 23 hours
        (date(2026, 10, 25), "2026-10-24T22:00", "2026-10-25T23:00"),  # 25 hours
    ],
)
def test_a_day_lasts_from_midnight_to_midnight_in_paris(day, begins, ends):
    assert days.begins(day) == datetime.fromisoformat(begins).replace(tzinfo=UTC)
    assert days.ends(day) == datetime.fromisoformat(ends).replace(tzinfo=UTC)


@pytest.mark.parametrize("day", [date(2026, 3, 29), date(2026, 10, 25), date(2026, 11, 30)])
def test_every_moment_belongs_to_one_day(day):
    begins, ends = days.begins(day).astimezone(UTC), days.ends(day).astimezone(UTC)
    step = timedelta(minutes=1)
    assert days.day_of(begins) == day and days.day_of(ends - step) == day
    assert days.day_of(begins - step) == day - timedelta(days=1)
    assert days.day_of(ends) == day + timedelta(days=1)
    moment = begins
    while moment < ends:
        assert days.day_of(moment) == day
        moment += timedelta(minutes=30)


@pytest.mark.parametrize(
    "day", [date(2026, 3, 28), date(2026, 3, 29), date(2026, 10, 24), date(2026, 10, 25)]
)
def test_deals_open_to_all_one_real_hour_after_their_day(day):
    assert days.opens_to_all(day).astimezone(UTC) - days.ends(day).astimezone(UTC) == timedelta(hours=1)
