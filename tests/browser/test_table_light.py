"""How little a first visit of the table asks for, and that nothing on it jumps."""

import gzip
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, Response

from tests.browser.hands import begin, new_player

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
    page.goto(f"/partie/{game.pk}/")
    page.wait_for_function("window.Reussite && Reussite.table")
    page.wait_for_timeout(1300)  # the deal has flown in
    # The development server adds a script of its own, which shows errors.
    ours = [one for one in came if not one.url.startswith("data:") and "django-htmx.js" not in one.url]
    assert len(ours) <= REQUESTS, [one.url for one in ours]
    # In production everything is sent compressed (tests/house/test_static_files.py); gzip is the weaker way.
    assert sum(len(gzip.compress(one.body(), 6)) + HEADERS for one in ours) <= BYTES
    assert page.evaluate("shifts") == []
