"""The frame of the pages in a real browser."""

import itertools
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from games.content import services as content
from tests.browser.hands import begin, new_player, winning

WON = "KL1-D1N-UEBVDPA"
VISITORS = (
    *("", "nouvelle/", "jouer/klondike/", "code/", "donne/DS1-D1N-AAAAAAC/", "defi/"),
    *("classements/", "classements/KL-D1N/", f"classements/donne/{WON[:4]}{WON[8:]}/"),
    *("matchs/", "matchs/classement/"),
    *("regles/", "regles/klondike/", "regles/double/questions/", "regles/duel/exemples/", "mes-parties/"),
    *("infos/accessibilite/", "infos/confidentialite/", "compte/login/", "compte/signup/", "api/problems/"),
)
PLAYERS = (
    *("", "mes-parties/", "statistiques/", "joueur/Marguerite-Anne/", "matchs/", "matchs/nouveau/"),
    *("compte/", "compte/preferences/", "compte/email/", "compte/2fa/", "compte/cles/", "compte/logout/"),
    "mes-parties/matchs/",
)


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


@pytest.mark.parametrize("prefix", ["/", "/en/"])
def test_letters_twice_as_large_never_make_a_page_scroll_sideways(
    page: Page, login: Callable[..., None], prefix: str
) -> None:
    """WCAG 1.4.4: whoever doubles the size of the letters on a phone reads down, not across."""
    content.seed()
    player = new_player("Marguerite-Anne")
    begin(player, WON, winning(WON))
    page.set_viewport_size({"width": 360, "height": 780})
    wide = widths(page, prefix, VISITORS)
    login(player)
    wide |= widths(page, prefix, PLAYERS)
    assert not wide


def widths(page: Page, prefix: str, addresses: tuple[str, ...]) -> dict[str, int]:
    """How much too wide the pages are whose letters are twice as large, the right ones left out."""
    found = {}
    for address in addresses:
        page.goto(prefix + address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        found[address] = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return {address: much for address, much in found.items() if much > 0}


@pytest.mark.parametrize("width", [360, 390])
def test_the_account_menu_stays_in_the_window_with_letters_twice_as_large(
    page: Page, site: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 780})
    for prefix, size in itertools.product(("/", "/en/"), ("100%", "200%")):
        page.goto(f"{prefix}regles/")
        page.evaluate("size => document.documentElement.style.fontSize = size", size)
        page.locator(".account-menu summary").click()
        box = page.locator(".account-menu ul").bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width, (prefix, size, box)
        assert box["y"] >= page.locator(".account-menu summary").bounding_box()["y"] + 40  # type: ignore[index]


@pytest.mark.parametrize("width", [320, 1280])
def test_the_account_menu_lies_over_nothing_that_has_the_focus(page: Page, site: str, width: int) -> None:
    """WCAG 2.4.11: it closes by Escape, which gives the focus back, and when the focus or a press goes on."""
    page.set_viewport_size({"width": width, "height": 740})
    page.goto("/regles/")
    menu, summary = page.locator(".account-menu"), page.locator(".account-menu summary")
    summary.press("Enter")
    page.keyboard.press("Tab")
    expect(menu.locator("a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(summary).to_be_focused()
    summary.press("Enter")
    expect(menu).to_have_attribute("open", "")
    for _ in range(menu.locator("a").count() + 1):
        page.keyboard.press("Tab")
    expect(page.locator(".languages button")).to_be_focused()
    expect(menu).not_to_have_attribute("open", "")
    summary.click()
    expect(menu).to_have_attribute("open", "")
    page.mouse.click(5, 700)
    expect(menu).not_to_have_attribute("open", "")
