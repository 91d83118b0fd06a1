"""A player takes up the challenge of a day, stands on its board, and comes back the next day."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, expect

from games.daily import days, services
from games.daily.models import ProgrammeEntry
from games.engine.codes import parse_code
from games.play.models import Game
from games.play.owners import Owner
from games.play.services import act
from tests.browser.hands import Hands, new_player, winning
from tests.clock import set_clock

Login = Callable[[AbstractBaseUser], None]
FIRST = date(2026, 11, 30)
CODES = ("RU1-C-IRXBEQX", "RU1-C-PPVPXQY")
BY_HAND = 12


@pytest.fixture
def two_days(site: str) -> Iterator[None]:
    """A challenge of one game on two days in a row; it is noon on the first."""
    set_clock(noon(FIRST))
    ProgrammeEntry.objects.create(variant="RU", options="C")
    for ahead, code in enumerate(CODES):
        services.store(FIRST + timedelta(days=ahead), parse_code(code))
    yield
    set_clock(None)


def noon(day: date) -> datetime:
    return days.begins(day) + timedelta(hours=12)


def win_today(page: Page, code: str) -> Game:
    """Begin today's game on its page, and win it, the end of it by hand."""
    page.goto("/defi/")
    page.get_by_role("button", name="Jouer").click()
    page.wait_for_url("**/partie/*/")
    game = Game.objects.latest("created_at")
    assert game.code == code
    colour = "e => getComputedStyle(e).color"
    banner = page.locator(".banner .code")
    assert banner.locator("a").evaluate(colour) == banner.evaluate(colour), (
        "a page's link colour is lost on cloth"
    )
    owner, line = Owner(user_id=game.player_id), winning(code)
    for token in line[:-BY_HAND]:
        game = act(game_id=game.pk, owner=owner, token=token, version=game.version).game
    hands = Hands(page, game)
    hands.play(line[-BY_HAND:])
    hands.expect_result("625 points")
    return game


def test_a_daily_is_played_stands_on_its_board_and_makes_a_streak_the_next_day(
    page: Page, login: Login, two_days: None
) -> None:
    login(new_player("camille"))
    game = win_today(page, CODES[0])

    page.goto(f"/defi/{FIRST}/")
    row = page.get_by_role("row", name="camille")
    expect(row.get_by_role("cell").first).to_have_text("1")
    expect(row.get_by_role("link", name="Revoir")).to_have_attribute("href", f"/partie/{game.pk}/revoir/")
    page.goto("/defi/")
    expect(page.locator(".daily-figures")).to_contain_text("1 jour")
    expect(page.locator("#share-text")).to_contain_text("625")
    expect(page.locator("#share-text")).not_to_contain_text(CODES[0].rpartition("-")[2])
    copies(page)

    set_clock(noon(FIRST + timedelta(days=1)))
    win_today(page, CODES[1])
    page.goto("/defi/")
    expect(page.locator(".daily-figures")).to_contain_text("2 jours")
    page.goto("/defi/?mois=2026-11")
    expect(page.locator(".month .place-1")).to_have_count(1)


def copies(page: Page) -> None:
    """Look that the text to share goes to the clipboard, and is left selected where no page may copy."""
    button, field = page.locator("[data-copies]"), page.locator("#share-text")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    button.click()
    expect(button).to_have_text("Copier")
    assert field.evaluate("field => field.selectionEnd - field.selectionStart") == len(field.input_value())
    page.reload()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button.click()
    expect(button).to_have_text("Copié")
    assert page.evaluate("() => navigator.clipboard.readText()") == field.input_value()


def test_a_visitor_sees_the_challenge_and_no_code(page: Page, two_days: None) -> None:
    page.goto("/defi/")
    expect(page.get_by_role("button", name="Jouer")).to_have_count(1)
    assert CODES[0].rpartition("-")[2] not in page.content()
    page.goto(f"/donne/{CODES[0]}/")
    expect(page.get_by_role("button", name="Jouer")).to_have_count(0)
