"""The frame of the pages in a real browser."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect


def test_the_login_helper_makes_the_browser_that_player(
    page: Page, login: Callable[..., None], site: str
) -> None:
    login(get_user_model().objects.create_user("zoe", "zoe@example.org", "a long pass phrase"))
    page.goto("/compte/password/change/")
    expect(page).to_have_url(f"{site}/compte/password/change/")


@pytest.mark.parametrize("prefix", ["/", "/en/"])
@pytest.mark.parametrize("name", ["", "Marguerite-Anne"])
@pytest.mark.parametrize("width", [320, 560])
def test_where_it_is_narrow_the_header_is_two_lines_in_a_wide_font_too(
    page: Page, login: Callable[..., None], width: int, name: str, prefix: str
) -> None:
    if name:
        login(get_user_model().objects.create_user(name, "zoe@example.org", "a long pass phrase"))
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{prefix}regles/")
    page.evaluate("document.body.style.fontFamily = 'DejaVu Sans, Verdana'")
    tops = page.evaluate(
        """() => ['.site-header > *', '.site-nav a'].map(found => [...document.querySelectorAll(found)])
             .map(parts => [...new Set(parts.map(part => Math.round(part.getBoundingClientRect().top)))])"""
    )
    assert [len(lines) for lines in tops] == [2, 1]
    assert page.locator(".site-header").evaluate("header => header.scrollWidth <= header.clientWidth")


@pytest.mark.parametrize("prefix", ["/", "/en/"])
def test_on_a_phone_the_header_is_two_lines_with_every_page_in_sight(
    page: Page, login: Callable[..., None], prefix: str
) -> None:
    login(get_user_model().objects.create_user("zoe", "zoe@example.org", "a long pass phrase"))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{prefix}classements/")
    links = page.locator(".site-nav a")
    expect(links).to_have_count(6)
    tops = {round(link.bounding_box()["y"]) for link in links.all()}  # type: ignore[index]
    assert len(tops) == 1
    first = {round(page.locator(part).bounding_box()["y"]) for part in (".account-menu", ".languages")}  # type: ignore[index]
    assert len(first) == 1 and max(first) < min(tops)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
