"""The pages of the challenge."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from games.daily import days, services
from games.daily.models import DailyDeal
from games.play.models import Game
from games.play.render.days import day_words
from games.play.services import give_up
from tests.daily.conftest import TODAY, line, store_day
from tests.play.conftest import do, play_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_home(client, player):
    client.force_login(User.objects.get(pk=player.user_id))
    return client


def test_today_shows_the_five_games_and_gives_no_code_away(client, dailies):
    page = client.get("/defi/").text
    assert page.count('class="daily-card ') == 5
    for daily in dailies:
        assert daily.letters not in page
    assert "/compte/login/?next=/defi/" in page


def test_playing_from_the_page_begins_todays_deal(at_home, dailies):
    response = at_home.post(f"/defi/jouer/{dailies[0].pk}/")
    game = Game.objects.get()
    assert response.url == f"/partie/{game.pk}/"
    assert (game.deal, game.origin, game.daily_id) == (dailies[0].deal, "daily", dailies[0].pk)
    at_home.post(f"/defi/jouer/{dailies[0].pk}/")
    assert Game.objects.count() == 1


def test_a_deal_to_come_is_not_found_and_one_that_is_over_leads_to_its_day(at_home, time):
    [before] = store_day(TODAY - timedelta(days=1), "KL1-D1N")
    [after] = store_day(TODAY + timedelta(days=1), "RU1-C")
    assert at_home.post(f"/defi/jouer/{before.pk}/").url == f"/defi/{before.date}/"
    assert at_home.post(f"/defi/jouer/{after.pk}/").status_code == 404
    assert at_home.get(f"/defi/{after.date}/").status_code == 404
    assert Game.objects.count() == 0


def test_a_day_shows_its_code_to_whose_attempt_has_ended_and_later_to_all(
    client, at_home, player, dailies, time
):
    daily, page = dailies[3], f"/defi/{TODAY}/"
    assert daily.letters not in at_home.get(page).text
    game = services.begin_attempt(owner=player, daily=daily)
    play_all(game, player, line(daily), time)
    shown = at_home.get(page).text
    assert daily.code.text in shown and f"/partie/{game.pk}/revoir/" in shown
    at_home.logout()
    assert daily.letters not in client.get(page).text
    time.at = days.opens_to_all(TODAY)
    assert daily.code.text in client.get(page).text


def test_after_midnight_an_attempt_under_way_is_gone_on_with_from_its_day(at_home, dailies, player, time):
    game = services.begin_attempt(owner=player, daily=dailies[0])
    looked = services.begin_attempt(owner=player, daily=dailies[1])
    do(game, player, line(dailies[0])[0])
    time.at = days.ends(TODAY) + timedelta(minutes=10)
    table = reverse("games:table", args=[game.pk])
    assert table in at_home.get(f"/defi/{TODAY}/").text
    assert at_home.post(f"/defi/jouer/{dailies[0].pk}/")["Location"] == table
    assert at_home.post(f"/defi/jouer/{looked.daily_id}/")["Location"] == f"/defi/{TODAY}/"


def test_the_board_of_the_day_lists_those_who_finished(client, dailies, player, other, time):
    for owner, count in ((player, None), (other, 10)):
        game = services.begin_attempt(owner=owner, daily=dailies[0])
        play_all(game, owner, line(dailies[0])[:count], time)
        if count:
            give_up(game_id=game.pk, owner=owner)
    page = client.get(f"/defi/{TODAY}/").text
    assert page.index("camille") < page.index("noor")


def test_the_state_of_each_game_is_shown(at_home, player, dailies, time):
    begun = services.begin_attempt(owner=player, daily=dailies[0])
    do(begun, player, line(dailies[0])[0])
    play_all(services.begin_attempt(owner=player, daily=dailies[3]), player, line(dailies[3]), time)
    page = at_home.get("/defi/").text
    assert page.count("is-playing") == 1 and page.count("is-won") == 1 and page.count("is-new") == 3
    assert 'id="share-text"' in page


def test_a_day_that_is_still_being_made_says_so_and_looks_again(client, time, monkeypatch):
    monkeypatch.setattr(services, "draw_winnable", lambda *_: None)
    page = client.get("/defi/").text
    assert "daily-waiting" in page and 'hx-get="/defi/"' in page


@pytest.mark.parametrize("month", ["2026-13", "abc", "2999-01", "1-1", "2026-11-01", "0000-00"])
def test_a_senseless_month_shows_the_present_one(client, dailies, month):
    assert client.get("/defi/", {"mois": month}).status_code == 200


@pytest.mark.parametrize("day", ["2026-02-30", "2026-11-29", "2026-1-1"])
def test_a_day_without_challenge_is_not_found(client, dailies, day):
    assert client.get(f"/defi/{day}/").status_code == 404


def test_the_pages_speak_english(client, dailies):
    assert "Challenge of Monday" in client.get("/en/defi/").text


def test_the_home_block_makes_nothing_and_shows_the_programme(client, time):
    from django.template import Context, Template
    from django.test import RequestFactory

    request = RequestFactory().get("/")
    request.user, request.session = type("Nobody", (), {"is_authenticated": False})(), {}
    html = Template("{% load daily_tags %}{% daily_home %}").render(Context({"request": request}))
    assert html.count('class="is-new"') == 5
    assert not DailyDeal.objects.exists()


def test_the_page_of_a_day_that_is_over_closes_what_its_reader_left_open_and_nothing_else(
    at_home, dailies, player, other, time
):
    """Others' attempts are left to the sweep: a page that is read does not write without bound."""
    games = [services.begin_attempt(owner=owner, daily=dailies[0]) for owner in (player, other)]
    for game, owner in zip(games, (player, other), strict=True):
        do(game, owner, line(dailies[0])[0], automatic=False)
    time.at = days.opens_to_all(TODAY)
    assert Client().get(f"/defi/{TODAY}/").status_code == 200
    assert not Game.objects.filter(ended_at__isnull=False).exists()
    assert at_home.get(f"/defi/{TODAY}/").status_code == 200
    assert [Game.objects.get(pk=game.pk).end_reason for game in games] == ["closed", ""]


def test_a_table_its_line_in_the_list_and_its_sheet_say_whose_challenge_it_is(at_home, player, dailies, time):
    daily = dailies[3]
    game = services.begin_attempt(owner=player, daily=daily)
    page, link = at_home.get(f"/partie/{game.pk}/").text, f'<a href="/defi/{TODAY}/">Défi du 30 novembre</a>'
    assert page.count(link) == 2  # in the banner and in the menu
    assert '<span class="tag">Défi du 30 novembre</span>' in at_home.get("/mes-parties/").text
    play_all(game, player, line(daily), time)
    assert f'<a href="/defi/{TODAY}/">Au classement du défi' in at_home.get(f"/partie/{game.pk}/").text


def test_the_first_of_a_month_is_said_as_one_says_it():
    with translation.override("fr"):
        assert day_words(date(2026, 12, 1), "l j F") == "mardi 1er décembre"
        assert day_words(date(2026, 12, 11)) == "11 décembre"
    with translation.override("en"):
        assert day_words(date(2026, 12, 1)) == "1 December"
