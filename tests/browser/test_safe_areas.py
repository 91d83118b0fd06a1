"""A phone whose screen is cut out at its edges: nothing that one reads or presses lies under a cut-out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page

from tests.browser.hands import Hands, begin
from tests.browser.hands import new_player as player
from tests.browser.match_hands import SIMULTANEOUS, begun, new_player

Login = Callable[[AbstractBaseUser], None]
UPRIGHT = (390, 844, {"top": 47, "right": 0, "bottom": 34, "left": 0})
ACROSS = (844, 390, {"top": 0, "right": 47, "bottom": 21, "left": 47})
UNDER = """({top, right, bottom, left}) => {
  const still = document.documentElement.scrollHeight <= innerHeight;
  return [...document.querySelectorAll('a, button, summary, dd, h1, h2, .card, .seat-name')]
    .filter(one => one.checkVisibility() && !one.closest('.skip-link, .hidden') && !one.querySelector('a'))
    .map(one => [one.id || one.className || one.textContent.trim(), one.getBoundingClientRect(), one])
    .filter(([, box]) => box.width > 1 && box.bottom > 0 && box.top < innerHeight)
    .filter(([, box, one]) => box.top < top - 0.5 || box.left < left - 0.5
      || box.right > innerWidth - right + 0.5
      || (still && !one.closest('.menu, .sheet') && box.bottom > innerHeight - bottom + 0.5))
    .map(([name, box]) => `${name} ${box.top} ${box.left} ${box.right} ${box.bottom}`);
}"""
OPEN = ".menu:popover-open, .sheet[open], .chat:popover-open"
EDGES = f"""({{top, right, bottom, left}}) => [...document.querySelectorAll('{OPEN}')]
  .map(one => [one.id, one.getBoundingClientRect()])
  .filter(([, box]) => box.top < top || box.left < left
    || box.right > innerWidth - right || box.bottom > innerHeight - bottom)
  .map(([id, box]) => `${{id}} ${{box.top}} ${{box.left}} ${{box.right}} ${{box.bottom}}`)"""


def hold(page: Page, phone: tuple[int, int, dict[str, int]]) -> dict[str, int]:
    """Hold the phone that way: its window, and what its cut-outs take; return these."""
    width, height, insets = phone
    page.set_viewport_size({"width": width, "height": height})
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    return insets


@pytest.mark.parametrize("phone", [UPRIGHT, ACROSS], ids=["upright", "across"])
@pytest.mark.parametrize("address", ["/", "/defi/", "/compte/login/", "/hors-ligne/"])
def test_a_page_begins_below_the_cut_out(page: Page, site: str, phone: Any, address: str) -> None:
    insets = hold(page, phone)
    page.goto(address)
    assert page.evaluate(UNDER, insets) == []


@pytest.mark.parametrize("phone", [UPRIGHT, ACROSS], ids=["upright", "across"])
def test_a_table_and_what_opens_over_it_keep_clear(page: Page, login: Login, phone: Any) -> None:
    user = player()
    login(user)
    insets = hold(page, phone)
    Hands(page, begin(user, "DS1-D1N-AAAAAAB", ["s-w"]))
    assert page.evaluate(UNDER, insets) == []
    page.click("#more")
    assert page.evaluate(EDGES, insets) == []
    page.keyboard.press("Escape")
    for key, dialog in (("?", "#keys"), ("m", "#moves")):
        page.keyboard.press(key)
        page.locator(dialog).wait_for()
        assert page.evaluate(EDGES, insets) == []
        page.keyboard.press("Escape")


@pytest.mark.parametrize("phone", [UPRIGHT, ACROSS], ids=["upright", "across"])
def test_a_match_and_what_opens_over_it_keep_clear(page: Page, login: Login, phone: Any) -> None:
    one, two = new_player("camille"), new_player("noor")
    match = begun(one, two, SIMULTANEOUS, ("a/s-w", "b/s-w"))
    login(one)
    insets = hold(page, phone)
    page.goto(f"/match/{match.pk}/")
    page.wait_for_function("window.Reussite && Reussite.table")
    assert page.evaluate(UNDER, insets) == []
    for opener in ("#more", "#talk"):
        page.click(opener)
        assert page.evaluate(EDGES, insets) == []
        page.keyboard.press("Escape")
