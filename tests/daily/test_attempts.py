"""Whose attempt counts, for which day, and what stays secret until when (DESIGN section 6)."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from accounts.models import User
from accounts.services import declare_machine
from games.daily import days, selectors, services
from games.play import deals
from games.play.models import EndReason, Game, Origin
from games.play.services import Withheld, act, begin, give_up, restart, transfer
from games.play.services.ranking import Standing
from games.play.services.sweep import close_dailies
from leaderboards import selectors as boards
from tests.daily.conftest import TODAY, line, store_day
from tests.play.conftest import do, play_all

pytestmark = pytest.mark.django_db


def board_of(daily):
    return boards.page(boards.find(selectors.spec_of(daily))).rows


def won(owner, daily, time):
    game = services.begin_attempt(owner=owner, daily=daily)
    play_all(game, owner, line(daily), time)
    return Game.objects.get(pk=game.pk)


def test_a_players_first_attempt_begun_on_the_day_counts(dailies, player, time):
    game = won(player, dailies[0], time)
    assert game.daily_counts and game.daily_id == dailies[0].pk and game.won
    [row] = board_of(dailies[0])
    assert (row.player_id, row.rank, row.won) == (player.user_id, 1, True)


def test_an_attempt_belongs_to_the_day_on_which_it_was_started(dailies, player, time):
    time.at = days.ends(TODAY) - timedelta(minutes=5)
    game = services.begin_attempt(owner=player, daily=dailies[0])
    play_all(game, player, line(dailies[0])[:3], time)
    time.at = days.ends(TODAY) + timedelta(minutes=10)
    play_all(game, player, line(dailies[0])[3:], time)
    game.refresh_from_db()
    assert game.daily_counts and game.won
    assert [row.player_id for row in board_of(dailies[0])] == [player.user_id]
    assert selectors.streak(player.user_id).now == 1


def test_looking_is_no_attempt_and_the_first_action_decides_the_day(dailies, player, time):
    game = services.begin_attempt(owner=player, daily=dailies[0])
    time.at = days.ends(TODAY) + timedelta(seconds=1)
    do(game, player, line(dailies[0])[0])
    game.refresh_from_db()
    assert game.started_at and not game.daily_counts


def test_a_visitor_may_play_but_nothing_counts(dailies, visitor, time):
    game = won(visitor, dailies[0], time)
    assert not game.daily_counts
    assert board_of(dailies[0]) == []


def test_a_second_attempt_does_not_count(dailies, player, time):
    first = services.begin_attempt(owner=player, daily=dailies[0])
    do(first, player, line(dailies[0])[0])
    give_up(game_id=first.pk, owner=player)
    again = won(player, dailies[0], time)
    assert not again.daily_counts
    [row] = board_of(dailies[0])
    assert not row.won


def test_restarting_uses_the_attempt_up(dailies, player, time):
    game = services.begin_attempt(owner=player, daily=dailies[0])
    do(game, player, line(dailies[0])[0])
    again = restart(game_id=game.pk, owner=player)
    play_all(again, player, line(dailies[0]), time)
    again.refresh_from_db()
    assert again.won and not again.daily_counts
    assert [row.won for row in board_of(dailies[0])] == [False]


def test_coming_back_goes_on_with_the_same_game(dailies, player):
    game = services.begin_attempt(owner=player, daily=dailies[0])
    assert services.begin_attempt(owner=player, daily=dailies[0]) == game
    do(game, player, line(dailies[0])[0])
    assert services.begin_attempt(owner=player, daily=dailies[0]) == game


@pytest.mark.parametrize("shift", [-1, 1])
def test_only_todays_deals_can_be_begun(player, time, shift):
    [daily] = store_day(TODAY + timedelta(days=shift), "KL1-D1N")
    with pytest.raises(services.NotToday):
        services.begin_attempt(owner=player, daily=daily)


@pytest.mark.parametrize("origin", [Origin.CODE, Origin.LINK])
def test_until_the_day_ends_the_code_opens_only_to_those_whose_attempt_has_ended(
    dailies, player, other, visitor, time, origin
):
    code = dailies[0].code.text
    for owner in (player, other, visitor):
        with pytest.raises(Withheld):
            begin(owner=owner, code=code, origin=origin)
    game = services.begin_attempt(owner=player, daily=dailies[0])
    do(game, player, line(dailies[0])[0])
    with pytest.raises(Withheld):
        begin(owner=player, code=code, origin=origin)
    give_up(game_id=game.pk, owner=player)
    assert begin(owner=player, code=code, origin=origin).daily_id is None
    with pytest.raises(Withheld):
        begin(owner=other, code=code, origin=origin)


def test_practice_that_has_ended_opens_no_deal_to_an_account_whose_attempt_has_not(
    client, dailies, player, visitor, time
):
    daily = dailies[0]
    practice = won(visitor, daily, time)
    own = services.begin_attempt(owner=player, daily=daily)
    do(own, player, line(daily)[0])
    transfer.pass_at_login(visitor=visitor.visitor, user_id=player.user_id)
    client.force_login(User.objects.get(pk=player.user_id), "django.contrib.auth.backends.ModelBackend")
    pages = (f"/partie/{practice.pk}/", "/compte/donnees/", "/mes-parties/")
    assert not any(daily.letters in client.get(page).text for page in pages)
    give_up(game_id=own.pk, owner=player)
    assert all(daily.letters in client.get(page).text for page in pages[:2])


def test_staff_who_looked_at_the_challenge_are_not_on_its_board(dailies, player, other, time):
    deals.record_look(dailies[0].deal, player.user_id)
    game = won(player, dailies[0], time)
    assert game.standing == Standing.LOOKED
    won(other, dailies[0], time)
    assert [row.player_id for row in board_of(dailies[0])] == [other.user_id]


def test_no_key_begins_an_attempt_or_acts_in_one(dailies, player, time):
    program = replace(player, token=uuid4())
    with pytest.raises(services.ByHandOnly):
        services.begin_attempt(owner=program, daily=dailies[0])
    game = services.begin_attempt(owner=player, daily=dailies[0])
    first, *rest = line(dailies[0])
    assert act(game_id=game.pk, owner=program, token=first, version=0).reason == "begun_by_hand"
    do(game, player, first)
    assert act(game_id=game.pk, owner=program, token=rest[0], version=1).reason == "begun_by_hand"
    game.refresh_from_db()
    play_all(game, player, rest, time)
    assert [row.player_id for row in board_of(dailies[0])] == [player.user_id]


def test_a_computer_account_s_attempt_is_not_on_the_challenges_board(dailies, player, time):
    declare_machine(User.objects.get(pk=player.user_id))
    game = won(player, dailies[0], time)
    assert (game.daily_counts, game.standing) == (False, Standing.MACHINE)
    assert board_of(dailies[0]) == []


def test_options_do_not_unlock_a_secret_deal(dailies, player):
    with pytest.raises(Withheld):
        begin(owner=player, code=f"KL1-D3N-{dailies[0].letters}", origin=Origin.CODE)


def test_one_hour_after_the_day_an_open_attempt_is_closed_as_it_stands_and_all_opens(
    dailies, player, other, time
):
    daily = dailies[0]
    game = services.begin_attempt(owner=player, daily=daily)
    play_all(game, player, line(daily)[:20], time)
    score = Game.objects.get(pk=game.pk).ranked_score
    time.at = days.opens_to_all(TODAY) - timedelta(seconds=1)
    assert deals.withheld(daily.deal, other)
    assert close_dailies() == 0
    time.at = days.opens_to_all(TODAY)
    assert close_dailies() == 1
    game.refresh_from_db()
    assert game.end_reason == EndReason.CLOSED and game.ended_at == days.opens_to_all(TODAY)
    assert not deals.withheld(daily.deal, other)
    assert begin(owner=other, code=daily.code.text, origin=Origin.LINK)
    [row] = board_of(daily)
    assert (row.player_id, row.score, row.won) == (player.user_id, score, False)


def test_an_action_after_that_hour_is_refused_and_closes_the_attempt(dailies, player, time):
    game = services.begin_attempt(owner=player, daily=dailies[0])
    do(game, player, line(dailies[0])[0])
    time.at = days.opens_to_all(TODAY) + timedelta(minutes=3)
    outcome = act(game_id=game.pk, owner=player, token=line(dailies[0])[1], version=1)
    assert outcome.refusal is not None
    game.refresh_from_db()
    assert game.over and game.ended_at == days.opens_to_all(TODAY)


def test_won_attempts_come_first_unwon_ones_after_them(dailies, player, other, time):
    daily = dailies[0]
    loser = services.begin_attempt(owner=other, daily=daily)
    play_all(loser, other, line(daily)[:-1], time)
    give_up(game_id=loser.pk, owner=other)
    winner = won(player, daily, time)
    Game.objects.get(pk=winner.pk)
    rows = board_of(daily)
    assert [row.player_id for row in rows] == [player.user_id, other.user_id]
    assert [row.won for row in rows] == [True, False]
    assert [row.rank for row in rows] == [1, 2]
