"""Streaks, the month and its medals, and the text to share."""

from datetime import date, timedelta

import pytest

from games.daily import selectors, services, words
from games.daily.selectors import Streak, streak_of
from games.play.models import Game
from games.play.owners import Owner
from games.play.services import give_up
from leaderboards import services as leaderboards
from tests.daily.conftest import TODAY, line, store_day
from tests.play.conftest import do, new_user, play_all

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("ago", "streak"),
    [
        ([], Streak(0, 0, False)),
        ([0], Streak(1, 1, True)),
        ([1], Streak(1, 1, False)),
        ([2], Streak(0, 1, False)),
        ([0, 1, 2], Streak(3, 3, True)),
        ([1, 2, 5, 6, 7, 8], Streak(2, 4, False)),
        ([0, 2, 3], Streak(1, 2, True)),
    ],
)
def test_a_streak_is_days_in_a_row_and_lasts_until_today_is_over(ago, streak):
    assert streak_of({TODAY - days * DAY for days in ago}, TODAY) == streak


def test_a_streak_goes_over_the_changes_of_the_clocks_and_of_the_year():
    days = {date(2026, 10, 24) + n * DAY for n in range(100)}
    assert streak_of(days, date(2027, 1, 31)).now == 100


@pytest.mark.django_db
def test_playing_on_two_days_makes_a_streak_of_two(time, player):
    [first] = store_day(TODAY, "KL1-D1N")
    [second] = store_day(TODAY + DAY, "RU1-R")
    play_all(services.begin_attempt(owner=player, daily=first), player, line(first)[:1], time)
    assert selectors.streak(player.user_id) == Streak(1, 1, True)
    time.tick(days=1)
    assert selectors.streak(player.user_id) == Streak(1, 1, False)
    play_all(services.begin_attempt(owner=player, daily=second), player, line(second)[:1], time)
    assert selectors.streak(player.user_id) == Streak(2, 2, True)
    time.tick(days=2)
    assert selectors.streak(player.user_id) == Streak(0, 2, False)


@pytest.mark.django_db
def test_a_voided_attempt_leaves_the_streak(time, player):
    [daily] = store_day(TODAY, "KL1-D1N")
    game = services.begin_attempt(owner=player, daily=daily)
    do(game, player, line(daily)[0])
    Game.objects.filter(pk=game.pk).update(voided=True)
    assert selectors.streak(player.user_id).now == 0


def square(owner, day=TODAY):
    weeks = selectors.month(owner.user_id, day.year, day.month)
    return next(one for week in weeks for one in week if one.day == day)


@pytest.mark.django_db
def test_the_month_shows_wins_at_once_and_medals_when_the_day_is_no_secret(time, dailies, player, other):
    for owner, daily in ((player, dailies[0]), (other, dailies[0]), (player, dailies[3])):
        game = services.begin_attempt(owner=owner, daily=daily)
        play_all(game, owner, line(daily), time)
        time.tick(seconds=5)
    own = square(player)
    assert (own.games, own.played, own.won, own.medals) == (5, 2, 2, [])
    time.tick(days=1, hours=3)
    assert square(player).medals == [1, 1]
    assert square(other).medals == [1]  # equal on all three: the rank is shared
    assert square(Owner(user_id=None)).played == 0


@pytest.mark.django_db
def test_medals_follow_the_ranks_of_the_board(time, dailies):
    daily = dailies[3]
    owners = [Owner(user_id=new_user(name).pk) for name in ("un", "deux", "trois", "quatre")]
    for slower, owner in enumerate(owners):
        game = services.begin_attempt(owner=owner, daily=daily)
        play_all(game, owner, line(daily)[:-1], time)
        time.tick(minutes=slower + 1)
        play_all(game, owner, line(daily)[-1:], time)
    time.tick(days=2)
    assert [square(owner).medals for owner in owners] == [[1], [2], [3], []]
    leaderboards.void(Game.objects.get(player_id=owners[0].user_id).pk)
    assert [square(owner).medals for owner in owners] == [[], [1], [2], [3]]


@pytest.mark.django_db
def test_there_is_no_medal_without_a_win(time, dailies, player):
    game = services.begin_attempt(owner=player, daily=dailies[0])
    play_all(game, player, line(dailies[0])[:5], time)
    give_up(game_id=game.pk, owner=player)
    time.tick(days=2)
    assert square(player).medals == [] and square(player).played == 1


@pytest.mark.django_db
def test_the_month_costs_the_same_whatever_was_played(time, player, django_assert_max_num_queries):
    for ago in range(20):
        store_day(TODAY - ago * DAY, "KL1-D1N") if ago == 0 else None
    with django_assert_max_num_queries(4):
        selectors.month(player.user_id, TODAY.year, TODAY.month)


@pytest.mark.django_db
def test_the_text_to_share_gives_nothing_away(time, dailies, player):
    daily = dailies[3]
    play_all(services.begin_attempt(owner=player, daily=daily), player, line(daily), time)
    own = selectors.mine(player, dailies)
    text = words.share_text(TODAY, own, Streak(3, 3, True), "https://example.org/defi/")
    assert text.splitlines()[-1] == "https://example.org/defi/"
    assert "625" in text and daily.letters not in text and daily.deal not in text
    for token in line(daily)[:5]:
        assert token not in text
    assert text.count("\n") == 3


@pytest.mark.django_db
def test_there_is_nothing_to_share_before_an_attempt_has_ended(time, dailies, player):
    own = selectors.mine(player, dailies)
    assert words.share_text(TODAY, own, Streak(), "https://example.org/") == ""
