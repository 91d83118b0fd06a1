"""axe finds nothing on any page, in either language, light and dark; on admin pages nothing serious."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import axe_playwright_python
import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.template.loader import render_to_string
from django.test import Client
from django.urls import get_resolver
from django.utils import translation
from playwright.sync_api import Page, expect

from games.content import services as content
from games.play import services
from games.play.models import Game
from games.play.owners import Owner
from tests.browser.conftest import Console
from tests.browser.hands import begin, new_player, winning
from tests.house.test_pages import addresses

Login = Callable[[AbstractBaseUser], None]
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RUN = """async small => {
  const rules = {'target-size': {enabled: small}};
  const found = await axe.run(document, {rules, resultTypes: ['violations']});
  return found.violations.map(one => [one.impact, one.id, one.nodes[0].html]);
}"""
LOOKS = pytest.mark.parametrize(("prefix", "scheme"), [("", "light"), ("/en", "dark")])
# Looked at by their own tests, or no page of ours: what Swagger draws, files to download.
ELSEWHERE = ("/api/", "/compte/donnees/", "/compte/2fa/recovery-codes/download/", "/compte/logout/")
WORDS = (
    *(
        f"/regles/{game}/{page}"
        for game in ("klondike", "russian")
        for page in ("", "conseils/", "exemples/")
    ),
    *(f"/infos/{page}/" for page in ("franc-jeu", "accessibilite", "confidentialite", "contact")),
)


def violations(page: Page, ours: bool = True) -> list[str]:
    """What axe finds on the page as it is, small targets included; where it is not ours, what is serious."""
    page.evaluate(AXE)
    found: list[Any] = page.evaluate(RUN, ours)
    return [f"{rule}: {html}" for impact, rule, html in found if ours or impact in ("serious", "critical")]


def look_at_all(page: Page, prefix: str, paths: Iterator[str] | list[str]) -> None:
    """Visit pages one after the other; each that is reached is looked at once."""
    seen: set[str] = set()
    wrong: dict[str, Any] = {}
    for path in paths:
        if page.request.get(prefix + path).status == 405:  # only posted to
            continue
        page.goto(prefix + path)
        reached = urlsplit(page.url).path
        if reached in seen:
            continue
        seen.add(reached)
        expect(page.locator("h1")).to_have_count(1)
        if found := violations(page):
            wrong[reached] = found
    assert not wrong, "\n".join(f"{path} {found}" for path, found in wrong.items())
    assert len(seen) > 10


@pytest.fixture
def run(site: str) -> Game:
    """A game that camille gave up; the words of the site are there."""
    content.seed()
    user = new_player()
    game = begin(user, "KL1-D1N-AAAAAAB", ["s-w", "s-w", "s-w"])
    return services.give_up(game_id=game.pk, owner=Owner(user_id=user.pk))


def plain_addresses() -> list[str]:
    """Every address of a page that takes no argument."""
    found = sorted(set(addresses(get_resolver())))
    assert "/" in found and "/compte/preferences/" in found
    return [address for address in found if not address.startswith(ELSEWHERE)]


@pytest.mark.slow
@LOOKS
def test_axe_finds_nothing_for_a_visitor(
    page: Page, run: Game, prefix: str, scheme: Any, console: Console
) -> None:
    console.allow("status of 4")
    page.emulate_media(color_scheme=scheme)
    wrong = ["/jouer/freecell/", "/code/?code=DS1-D7N-AAAAAAB", "/classements/XX-D1N/"]
    shown = ["/jouer/klondike/", "/donne/DS1-D1N-AAAAAAB/", "/classements/KL-D1N/", "/defi/2026-11-30/"]
    look_at_all(page, prefix, [*plain_addresses(), *WORDS, *shown, *wrong])


@pytest.mark.slow
@LOOKS
def test_axe_finds_nothing_for_a_player(
    page: Page, login: Login, run: Game, prefix: str, scheme: Any, console: Console
) -> None:
    console.allow("status of 4")
    login(run.player)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme)
    own = ["/joueur/camille/", f"/partie/{run.pk}/revoir/?pas=2", f"/donne/{run.code}/", f"/partie/{run.pk}/"]
    words = ("/regles", "/infos", "/hors-ligne")
    look_at_all(page, prefix, [*(path for path in plain_addresses() if not path.startswith(words)), *own])


@LOOKS
def test_axe_finds_nothing_on_the_pages_of_errors(page: Page, site: str, prefix: str, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto("/hors-ligne/")
    with translation.override(prefix.strip("/") or "fr"):
        for code in ("400", "403", "404", "429", "500"):
            request = Client().get(f"{prefix}/hors-ligne/").wsgi_request
            page.set_content(render_to_string(f"{code}.html", request=request))
            expect(page.locator("h1")).to_have_count(1)
            assert violations(page) == [], code


@LOOKS
def test_axe_finds_nothing_on_a_table_whatever_is_open(
    page: Page, login: Login, site: str, prefix: str, scheme: Any
) -> None:
    line = winning("KL1-D1V-WAFOQAD")
    user = new_player(automatic=False)
    login(user)
    game = begin(user, "KL1-D1V-WAFOQAD", line[:60])
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(f"{prefix}/partie/{game.pk}/")
    page.wait_for_function("window.Reussite && Reussite.table")
    page.keyboard.press("h")
    expect(page.locator("#message")).not_to_be_empty()
    assert violations(page) == [], "a hint"
    for key, dialog in (("?", "#keys"), ("m", "#moves")):
        page.keyboard.press(key)
        page.locator(dialog).wait_for()
        assert violations(page) == [], dialog
        page.keyboard.press("Escape")
    page.click("#more")
    assert violations(page) == [], "the menu"
    page.locator('[data-opens="new-game-dialog"]').click()
    page.locator("#new-game-dialog form").first.wait_for()
    assert violations(page) == [], "a new game"
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    page.locator("#resume").wait_for()
    assert violations(page) == [], "paused"
    page.locator("#resume").click()
    services.give_up(game_id=game.pk, owner=Owner(user_id=user.pk))
    page.reload()
    page.locator("#sheet[open]").wait_for()
    assert violations(page) == [], "the sheet"


@pytest.mark.slow
def test_axe_finds_nothing_serious_on_admin_pages(
    page: Page, login: Login, run: Game, console: Console
) -> None:
    console.allow(r"inline style.*\(\)$")  # what axe itself tries
    chief = new_player("alix")
    chief.is_staff = chief.is_superuser = True
    chief.save()
    login(chief)
    lists = (
        *("accounts/user", "games/game", "games/match", "games/page", "games/example", "games/announcement"),
        *("games/dailydeal", "games/programmeentry", "games/namereport", "leaderboards/result"),
    )
    rows = (f"games/game/{run.pk}/change", f"accounts/user/{run.player_id}/change", "games/announcement/add")
    wrong = {}
    for path in ("", *(f"{name}/" for name in lists), *(f"{row}/" for row in rows)):
        page.goto(f"/admin/{path}")
        if found := violations(page, ours=False):
            wrong[path] = found
    assert not wrong, "\n".join(f"{path} {found}" for path, found in wrong.items())
