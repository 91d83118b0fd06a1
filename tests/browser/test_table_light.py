"""How little a first visit of the table asks for, and that nothing on it jumps."""

import gzip
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.urls import reverse
from playwright.sync_api import Page, Response

from tests.browser.hands import begin, new_player, winning
from tests.browser.match_hands import SIMULTANEOUS, begun

Login = Callable[[AbstractBaseUser], None]
REQUESTS, BYTES = 10, 100_000
HEADERS = 800
"""Bytes of an answer's headers, more than the site sends with any."""
SHIFTS = """window.shifts = [];
new PerformanceObserver(list => { for (const shift of list.getEntries())
  shifts.push(shift.value + ' ' + shift.sources.map(({node, previousRect: a, currentRect: b}) => [
    node && (node.id || node.className), a.x, a.y, a.width, a.height, '→', b.x, b.y, b.width, b.height,
  ].join(' ')));
}).observe({type: 'layout-shift', buffered: true});"""


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "desktop"])
@pytest.mark.parametrize("code", ["KL1-D1N-AAAAAAB", "TS1-D1N-AAAAAAB"], ids=["KL", "TS"])
def test_a_first_visit_is_light_and_nothing_jumps(
    page: Page, login: Login, code: str, size: tuple[int, int]
) -> None:
    user = new_player()
    login(user)
    game = begin(user, code)
    came: list[Response] = []
    page.on("response", lambda response: came.append(response))
    page.add_init_script(SHIFTS)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 8})
    page.goto(f"/partie/{game.pk}/")
    page.wait_for_function("window.Reussite && Reussite.table")
    page.wait_for_timeout(1300)  # the deal has flown in
    # The development server adds a script of its own, which shows errors.
    ours = [one for one in came if not one.url.startswith("data:") and "django-htmx.js" not in one.url]
    assert len(ours) <= REQUESTS, [one.url for one in ours]
    # In production everything is sent compressed (tests/house/test_static_files.py); gzip is the weaker way.
    assert sum(len(gzip.compress(one.body(), 6)) + HEADERS for one in ours) <= BYTES
    assert page.evaluate("shifts") == []


def test_a_table_of_which_half_has_come_is_as_wide_as_the_whole(page: Page, login: Login) -> None:
    user = new_player()
    login(user)
    game = begin(user, "TS1-D1N-AAAAAAB")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/partie/{game.pk}/")
    # Nothing is painted before the element behind the last tool is there.
    last = page.locator("head > link[rel=expect][blocking=render]").get_attribute("href")
    assert page.evaluate("last => Boolean(document.querySelector(`#play ~ ${last}`))", last)
    spots = "['.hand', '.foundations', '#pile-t1'].map(one => document.querySelector(one).offsetLeft)"
    before = page.evaluate(spots)
    page.evaluate("document.querySelectorAll('.column:nth-child(n+7)').forEach(one => one.remove())")
    assert page.evaluate(spots) == before  # in browsers that paint all the same


def shifts_at(page: Page, address: str) -> list[str]:
    """What jumps at an address from its first paint on."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 8})
    page.add_init_script(SHIFTS)
    page.goto(address)
    page.wait_for_timeout(3500)  # seconds that are counted down change their width in nothing
    found: list[str] = page.evaluate("shifts")
    return found


def test_nothing_jumps_at_a_match_whose_other_player_is_away(page: Page, login: Login) -> None:
    one, two = new_player(), new_player("noor")
    login(one)
    match = begun(one, two, SIMULTANEOUS)
    assert shifts_at(page, f"/match/{match.pk}/") == []
    assert page.locator("[data-claim]").is_visible()


def test_nothing_jumps_at_a_replay(page: Page, login: Login) -> None:
    user = new_player()
    login(user)
    code = "KL1-D1V-WAFOQAD"
    game = begin(user, code, winning(code))
    assert shifts_at(page, reverse("games:replay", args=[game.pk])) == []
    assert page.locator('[data-go="play"]').is_visible() and page.locator("#replay-pace").is_visible()
    assert page.locator("#replay-to").is_hidden()
