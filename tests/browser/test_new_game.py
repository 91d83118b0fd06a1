"""From « Nouvelle partie » to the game's board: a deal that the server draws, won on the live site."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from games.play import services
from games.play.models import Game
from games.play.owners import Owner
from tests.browser.hands import Hands, new_player, winning
from tests.letters import fix_letters

Login = Callable[[AbstractBaseUser], None]
CODE = "RU1-C-IRXBEQX"
BY_HAND = 12


@pytest.fixture(autouse=True)
def letters() -> Iterator[None]:
    """The server draws the letters of a deal with a known way to win."""
    fix_letters(CODE[-7:])
    yield
    fix_letters()


def begin_and_win(
    page: Page, user: AbstractBaseUser | None = None, meanwhile: Callable[[], object] = lambda: None
) -> Game:
    """Begin Russian, classic, on the page; play most by the service and the last cards by hand."""
    page.goto("/nouvelle/?game=russian")
    page.get_by_role("button", name="Distribuer").click()
    page.wait_for_url("**/partie/**")
    game = Game.objects.get()
    meanwhile()
    owner = Owner(user_id=user.pk) if user else Owner(visitor=game.visitor)
    line = winning(CODE)
    for version, token in enumerate(line[:-BY_HAND]):
        outcome = services.act(game_id=game.pk, owner=owner, token=token, version=version)
        assert outcome.refusal is None
    hands = Hands(page, game)
    hands.play(line[-BY_HAND:])
    hands.expect_result("625 points")
    return Game.objects.get(pk=game.pk)


def test_a_drawn_deal_that_is_won_stands_on_the_games_board(page: Page, login: Login) -> None:
    user = new_player()
    login(user)
    game = begin_and_win(page, user)
    assert (game.code, game.origin, game.on_game_board) == (CODE, "random", True)
    page.goto("/classements/RU-C/")
    expect(page.locator("main")).to_contain_text("camille")
    expect(page.locator("main")).to_contain_text("625")


def test_a_visitors_win_stands_on_the_games_board_once_he_has_signed_up(page: Page, site: str) -> None:
    game = begin_and_win(page)
    assert (game.player_id, game.on_game_board) == (None, False)
    page.goto("/compte/signup/")
    page.locator("[name=username]").fill("Solène")
    page.locator("[name=email]").fill("solene@example.org")
    page.locator("[name=password1]").fill("seven of hearts on eight")
    with page.expect_navigation():
        page.locator("[name=password1]").press("Enter")
    game = Game.objects.get()
    assert (game.player.username, game.attempt, game.on_game_board) == ("Solène", "first", True)
    page.goto("/classements/RU-C/")
    expect(page.locator("main")).to_contain_text("Solène")


def test_a_deal_that_a_second_account_opened_before_the_win_stays_off_the_games_board(
    browser: Browser, page: Page, login: Login, site: str
) -> None:
    user, second = new_player(), Client()
    second.force_login(new_player("beatrice"))

    def open_by_code() -> None:
        context = browser.new_context(service_workers="block")
        context.add_cookies([{"name": "sessionid", "value": second.cookies["sessionid"].value, "url": site}])
        other = context.new_page()
        other.goto(f"{site}/donne/{CODE}/")
        other.locator("form[action*='/donne/'] button, main form button").first.click()
        other.wait_for_url("**/partie/**")
        context.close()

    login(user)
    game = begin_and_win(page, user, meanwhile=open_by_code)
    assert (game.on_game_board, game.on_deal_board) == (False, True)
    page.goto("/classements/RU-C/")
    expect(page.locator("main")).not_to_contain_text("625")
