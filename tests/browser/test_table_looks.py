"""The table as its player sets it, zoomed, in forced colours, and by touch."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, expect

from tests.browser.hands import Hands, begin, new_player
from tests.browser.test_table_screens import OUTSIDE, SCROLLS

Login = Callable[[AbstractBaseUser], None]
LEFT = """id => {
  const box = document.getElementById(id).getBoundingClientRect();
  return box.left + box.width / 2;
}"""


def sit(page: Page, login: Login, code: str = "KL1-D3N-AAAAAAB", **preferences: bool | str) -> Hands:
    """A player with these choices at a table where three cards lie on the waste."""
    user = new_player()
    user.preferences = preferences
    user.save()
    login(user)
    return Hands(page, begin(user, code, ["s-w"] if code[:2] != "RU" else []))


@pytest.mark.parametrize("code", ["KL1-D3N-AAAAAAB", "DS1-D3V-AAAAAAB", "TS1-D1N-AAAAAAB"])
def test_the_left_handed_table_with_large_indices_fits_every_screen(
    page: Page, login: Login, code: str
) -> None:
    sit(page, login, code, left_handed=True, large=True, suits="four")
    for width, height in [(320, 640), (360, 740), (568, 320), (820, 1180), (1280, 800), (2560, 1440)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == [], (width, height)
        assert not page.evaluate(SCROLLS), (width, height)
        assert page.evaluate(LEFT, "pile-s") > page.evaluate(LEFT, "undo" if height > width else "pile-f1")
        assert page.evaluate(LEFT, "pile-t1") < page.evaluate(LEFT, "pile-t7")


def test_the_arrows_go_where_the_piles_are_seen(page: Page, login: Login) -> None:
    hands = sit(page, login, left_handed=True)
    page.keyboard.press("w")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('.pile').id") == "pile-s"
    page.keyboard.press("Enter")
    hands.settle(2)


def test_settings_are_reached_from_the_table_and_the_game_goes_on(page: Page, login: Login) -> None:
    hands = sit(page, login)
    page.click("#more")
    page.locator("#menu").get_by_role("link", name="Réglages").click()
    page.select_option("[name=cloth]", "plum")
    assert page.evaluate("document.documentElement.dataset.cloth") == "plum"
    page.check("[name=large]")
    page.locator(".actions .main").click()
    page.wait_for_url(f"**/partie/{hands.game.pk}/")
    assert page.evaluate("document.documentElement.dataset.index") == "large"
    page.click("#resume")
    expect(page.locator("#pile-w [data-card]")).to_have_count(3)


def test_a_reader_may_still_motion_whatever_the_device_says(page: Page, login: Login) -> None:
    hands = sit(page, login, motion="full")  # the device asks for less
    moving = "() => { Reussite.table.ask({token: 't7-t1'}); return document.getAnimations().length }"
    assert page.evaluate("Reussite.motion.calm") is False
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("document.documentElement.dataset.motion = 'less'")
    assert page.evaluate("Reussite.motion.calm") is True
    assert page.evaluate(moving) == 0
    assert hands.version >= 1


@pytest.mark.parametrize(("width", "height"), [(320, 200), (480, 270), (256, 400)])
def test_at_four_hundred_per_cent_everything_is_reached_without_scrolling_sideways(
    page: Page, login: Login, width: int, height: int
) -> None:
    hands = sit(page, login)
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#more").click()
    page.keyboard.press("Escape")
    page.locator("#undo").click()
    hands.settle(2)
    page.keyboard.press("1")
    box = page.evaluate("(() => { const {top, bottom} = document.activeElement.getBoundingClientRect();"
                        " return [top, bottom] })()")  # fmt: skip
    assert box[0] >= 0 and box[1] <= height


def test_forced_colours_keep_the_cards_and_outline_what_is_taken(page: Page, login: Login) -> None:
    hands = sit(page, login)
    page.emulate_media(forced_colors="active")
    red = "getComputedStyle(document.querySelector('.card.h, .card.d')).color"
    assert page.evaluate(red) != page.evaluate(
        "getComputedStyle(document.querySelector('.card.s, .card.c')).color"
    )
    hands.drag("t1", 1, "t1")
    page.keyboard.press("7")
    page.keyboard.press("Enter")
    assert page.evaluate("getComputedStyle(document.querySelector('.taken .card')).outlineStyle") == "solid"


def test_a_double_tap_zooms_nothing_and_two_fingers_do(page: Page, login: Login) -> None:
    sit(page, login)
    action = "place => getComputedStyle(document.querySelector(place)).touchAction"
    assert page.evaluate(action, ".felt") == "pinch-zoom"
    assert page.evaluate(action, "html") == page.evaluate(action, ".tool") == "manipulation"
    assert "user-scalable" not in (page.locator("meta[name=viewport]").get_attribute("content") or "")
