"""Help at the table in a browser: hints, the list of moves, the lights and placing by nearness."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, expect

from games.play.models import Game
from tests.browser.hands import Hands, begin, new_player

Login = Callable[[AbstractBaseUser], None]
# t1: 3S, t2: 5H, t7: 2H; the 2H goes on the 3S.
CODE = "KL1-D1N-AAAAAAB"


@pytest.fixture
def at_table(page: Page, login: Login) -> Callable[..., Hands]:
    """Sit down at a deal, some actions already played."""

    def sit(tokens: list[str] | None = None, **preferences: bool) -> Hands:
        user = new_player(**preferences)
        login(user)
        return Hands(page, begin(user, CODE, tokens))

    return sit


def stored(hands: Hands) -> Game:
    return Game.objects.get(pk=hands.game.pk)


def test_the_key_says_a_hint_and_lights_it_until_the_next_action(at_table: Callable[..., Hands]) -> None:
    hands = at_table()
    page = hands.page
    page.keyboard.press("h")
    expect(page.locator("#message")).to_contain_text("2 de cœur, colonne 7 → colonne 1")
    expect(page.locator("#pile-t7 .hinted [data-card='2H']")).to_be_visible()
    expect(page.locator("#pile-t1.hint-place")).to_be_visible()
    page.locator("#list-moves").evaluate("button => button.click()")
    page.locator("#moves-form button", has_text="Piocher").click()
    expect(page.locator("#pile-w [data-card]").last).to_be_visible()
    expect(page.locator(".hinted, .hint-place")).to_have_count(0)
    expect(page.locator("#message")).to_have_text("")
    assert stored(hands).hints == 1


def test_a_hint_that_follows_a_move_at_once_is_for_the_table_after_it(at_table: Callable[..., Hands]) -> None:
    hands = at_table()
    hands.page.evaluate("Reussite.table.ask({token: 't7-t1'}); document.getElementById('hint').click()")
    expect(hands.page.locator("#message")).to_contain_text("Indice")
    assert "colonne 7 → colonne 1" not in hands.page.locator("#message").inner_text()
    assert (stored(hands).hints, stored(hands).actions.split()[0]) == (1, "t7-t1")


def test_the_list_of_moves_is_played_by_keyboard_alone(at_table: Callable[..., Hands]) -> None:
    hands = at_table()
    hands.page.keyboard.press("m")
    expect(hands.page.locator("#moves-form button").first).to_be_focused()
    hands.page.keyboard.press("Enter")
    expect(hands.page.locator("#moves")).not_to_be_visible()
    expect(hands.page.locator("#pile-t1 [data-card='2H']")).to_be_visible()


def carry(hands: Hands, across: float, down: float) -> None:
    """Drag the 2H of the last column by so many widths of a card, and do not let go."""
    x, y = hands.spot("t7")
    width = hands.page.locator("#pile-t7").evaluate("pile => pile.getBoundingClientRect().width")
    hands.page.mouse.move(x, y)
    hands.page.mouse.down()
    hands.page.mouse.move(x + across * width, y + down * width, steps=5)


@pytest.mark.parametrize("placing", [True, False])
def test_places_are_lit_in_a_drag_unless_one_does_without(
    at_table: Callable[..., Hands], placing: bool
) -> None:
    hands = at_table(placing=placing)
    carry(hands, -1, 0.5)
    expect(hands.page.locator(".carried")).to_have_count(1)
    expect(hands.page.locator("#pile-t1.possible")).to_have_count(1 if placing else 0)


@pytest.mark.parametrize("nearest", [True, False])
def test_a_card_let_go_near_its_place_finds_it_if_one_wants_that(
    at_table: Callable[..., Hands], nearest: bool
) -> None:
    hands = at_table(nearest=nearest)
    carry(hands, -4.5, 1.5)
    hands.page.mouse.up()
    expect(hands.page.locator(".carried")).to_have_count(0)
    expect(hands.page.locator("#pile-t1 [data-card='2H']")).to_have_count(1 if nearest else 0)
