"""What the sheet offers first after an attempt at the challenge: the rest of the day."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.daily import days, services
from games.daily.models import DailyDeal
from games.daily.selectors import next_of
from games.play.models import Game, Origin
from games.play.owners import Owner
from games.play.services import begin, give_up
from games.play.views_table import draw_sheet
from tests.daily.conftest import TODAY, line
from tests.play.conftest import Clock, do, play_all

pytestmark = pytest.mark.django_db


def lose(owner: Owner, daily: DailyDeal) -> Game:
    game = services.begin_attempt(owner=owner, daily=daily)
    do(game, owner, line(daily)[0])
    give_up(game_id=game.pk, owner=owner)
    return Game.objects.get(pk=game.pk)


def main_of(sheet: str) -> str:
    """The first of the sheet's choices."""
    first = sheet.split('class="choices"')[1].split("New deal")[0]
    assert first.count("autofocus") == 1
    assert '<button class="button">' in first[first.index("autofocus") :]
    return first


def sheet_of(game: Game, owner: Owner) -> str:
    client = Client()
    client.force_login(User.objects.get(pk=owner.user_id))
    return client.get(f"/en/partie/{game.pk}/").text


def test_the_next_deal_of_the_day_comes_first(player: Owner, dailies: list[DailyDeal], time: Clock) -> None:
    game = services.begin_attempt(owner=player, daily=dailies[3])
    play_all(game, player, line(dailies[3]), time)
    main = main_of(sheet_of(Game.objects.get(pk=game.pk), player))
    assert f'action="/en/defi/jouer/{dailies[4].pk}/"' in main
    assert "Next in the challenge: Thoughtful Solitaire" in main


def test_then_those_before_it_and_those_begun_but_none_that_is_over(
    player: Owner, dailies: list[DailyDeal], time: Clock
) -> None:
    last = lose(player, dailies[4])
    assert next_of(player, TODAY, last.daily_id or 0).daily == dailies[0]  # type: ignore[union-attr]
    lose(player, dailies[0])
    begun = services.begin_attempt(owner=player, daily=dailies[1])
    do(begun, player, line(dailies[1])[0])
    found = next_of(player, TODAY, last.daily_id or 0)
    assert found is not None and (found.daily, found.state) == (dailies[1], "playing")


def test_after_the_last_the_boards_of_the_day(player: Owner, dailies: list[DailyDeal], time: Clock) -> None:
    games = [lose(player, daily) for daily in dailies]
    main = main_of(sheet_of(games[1], player))
    assert f'href="/en/defi/{TODAY}/"' in main and "boards" in main and "/defi/jouer/" not in main


def test_once_the_day_is_over_todays_challenge(player: Owner, dailies: list[DailyDeal], time: Clock) -> None:
    game = lose(player, dailies[0])
    time.at = days.ends(TODAY) + timedelta(minutes=5)
    assert 'href="/en/defi/"' in main_of(sheet_of(game, player))


def test_a_visitor_is_led_on_as_well(visitor: Owner, dailies: list[DailyDeal], time: Clock) -> None:
    game = lose(visitor, dailies[0])
    found = next_of(visitor, TODAY, game.daily_id or 0)
    assert found is not None and found.daily == dailies[1]


def test_after_any_other_game_a_new_deal(player: Owner, dailies: list[DailyDeal], time: Clock) -> None:
    game = begin(owner=player, variant="RU", options="C", origin=Origin.RANDOM)
    give_up(game_id=game.pk, owner=player)
    choices = sheet_of(game, player).split('class="choices"')[1]
    assert choices.index('<button class="button main" autofocus>New deal') < choices.index("Play it again")
    assert "/defi/" not in choices


def test_the_sheet_speaks_french(rf: Any, player: Owner, dailies: list[DailyDeal], time: Clock) -> None:
    game = lose(player, dailies[0])
    request = rf.get("/")
    request.user, request.session = User.objects.get(pk=player.user_id), {}
    with translation.override("fr"):
        assert "Suite du défi\u00a0: Klondike</button>" in draw_sheet(request, game)
