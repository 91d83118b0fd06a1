"""The pages about the API and its keys, in a browser that reports every refusal of the strict CSP."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, expect

from accounts import tokens
from accounts.models import AccessToken, User
from games.play.models import Game

Login = Callable[[AbstractBaseUser], None]
PHONE = {"width": 360, "height": 740}
PATIENCE = 30_000
"""Milliseconds: the schema is made for the first time here, and Swagger UI is a megabyte and a half."""


def test_the_schema_is_shown_and_tried_out_with_nothing_inline(
    page: Page, camille: User, login: Login
) -> None:
    login(camille)
    page.goto("/api/docs/")
    expect(page.locator(".swagger-ui .info .title")).to_contain_text("l’API", timeout=PATIENCE)
    begin = page.locator("#operations-games-games_begin")
    begin.locator(".opblock-summary-control").click()
    begin.get_by_role("button", name="Try it out").click()
    begin.get_by_role("button", name="Execute").click()
    expect(begin.locator(".live-responses-table .response .response-col_status")).to_contain_text(
        "201", timeout=PATIENCE
    )
    game = Game.objects.get()
    assert game.player == camille and not game.by_token


def test_the_pages_fit_a_phone_and_read_aloud(page: Page, camille: User, login: Login) -> None:
    tokens.make(camille, name="Un nom de clé assez long pour tenir sur deux lignes", scope="play")
    login(camille)
    page.set_viewport_size(PHONE)
    for path in ("/en/api/docs/", "/api/problems/", "/compte/cles/"):
        page.goto(path)
        rules = {}
        if "docs" in path:  # what Swagger UI draws is its own, a second <main> included
            expect(page.locator("#operations-games-games_act")).to_contain_text(
                "Play an action", timeout=PATIENCE
            )
            rules = {"landmark-no-duplicate-main": {"enabled": False}}
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        found = Axe().run(page, context={"exclude": [["#api-docs"]]}, options={"rules": rules})
        assert found.violations_count == 0, found.generate_report()


def test_a_key_is_made_shown_once_and_revoked(page: Page, camille: User, login: Login) -> None:
    login(camille)
    page.goto("/compte/")
    page.get_by_role("link", name="Voir les clés").click()
    page.get_by_role("link", name="Créer une clé").click()
    page.locator("#id_password").fill("a long pass phrase")
    page.get_by_role("button", name="Confirmer").click()
    page.get_by_label("Nom de la clé").fill("Robot")
    page.get_by_role("radio", name="Lire et jouer").check()
    page.get_by_role("button", name="Créer la clé").click()
    text = page.get_by_label("Robot").input_value()
    found = tokens.find(text)
    assert found is not None and found.player == camille and found.may_play
    page.get_by_role("link", name="Je l’ai copiée").click()
    expect(page.get_by_text("Robot", exact=True).first).to_be_visible()
    assert text not in page.content()
    page.get_by_role("button", name="Révoquer").click()
    expect(page.get_by_text("La clé est révoquée")).to_be_visible()
    assert not AccessToken.objects.exists()


def test_the_button_that_copies_a_path_is_seen_when_it_has_the_focus(page: Page, site: str) -> None:
    """WCAG 2.4.7: Swagger's own style shows it to a mouse only."""
    page.goto("/api/docs/")
    place = page.locator(".copy-to-clipboard").first
    place.locator("button").focus()
    page.wait_for_function("() => document.activeElement.parentElement.getBoundingClientRect().width >= 16")
