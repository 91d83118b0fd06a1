"""An editor publishes a page and a player reads it; a moderator voids a run and the board changes."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import AbstractBaseUser, Group
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.roles import EDITORS, MODERATORS
from games.content import services
from tests.browser.hands import begin, new_player, winning

Login = Callable[[AbstractBaseUser], None]


@pytest.fixture(autouse=True)
def texts(site: str) -> None:
    services.seed()


def staff(name: str, role: str) -> User:
    """A member of the staff in a role."""
    user = new_player(name)
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=role))
    return user


def test_an_editor_writes_a_page_sees_it_as_it_will_be_and_a_player_reads_it(
    page: Page, login: Login
) -> None:
    login(staff("redaction-test", EDITORS))
    page.goto("/admin/games/page/add/")
    page.fill("#id_slug", "tournoi")
    page.select_option("#id_kind", "site")
    for language, words in (("fr", "Le tournoi"), ("en", "The tournament")):
        page.fill(f"#id_title_{language}", words)
        page.fill(f"#id_body_{language}", f"## {words}\n\n**{words}** <script>alert(1)</script>")
    expect(page.locator("#preview-body_fr strong")).to_have_text("Le tournoi")
    page.click("input[name=_save]")
    expect(page.locator(".messagelist")).to_contain_text("Le tournoi")

    login(new_player("camille"))
    page.goto("/infos/tournoi/")
    expect(page.locator("article strong")).to_have_text("Le tournoi")
    page.goto("/en/infos/tournoi/")
    expect(page.locator("article h1")).to_have_text("The tournament")


def test_a_moderator_voids_a_run_and_the_board_changes_and_gives_it_back(page: Page, login: Login) -> None:
    code = "RU1-C-IRXBEQX"
    player = new_player("camille")
    game = begin(player, code, winning(code))
    board = f"/classements/donne/{code}/"
    page.goto(board)
    expect(page.get_by_role("row", name="camille")).to_have_count(1)

    login(staff("arbitre-test", MODERATORS))
    page.goto(f"/admin/games/game/?q={code}")
    page.get_by_role("link", name=code).click()
    page.locator(f'a[href$="{game.pk}/void/"]').click()
    page.fill("#id_why", "Trop beau")
    page.click("input[type=submit].default")
    page.goto(board)
    expect(page.get_by_role("row", name="camille")).to_have_count(0)

    page.goto(f"/admin/games/game/{game.pk}/change/")
    page.locator('button[form="staff-restore"]').click()
    page.goto(board)
    expect(page.get_by_role("row", name="camille")).to_have_count(1)


def test_an_example_is_stepped_through_with_the_mouse_and_the_keyboard(page: Page) -> None:
    page.goto("/regles/double/exemples/double-second-as/")
    page.locator('[data-go="forward"]').click()
    expect(page.locator(".step-number")).to_contain_text("1")
    for _ in range(3):
        before = page.locator(".step-number").inner_text()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".step-number")).not_to_have_text(before)
    expect(page.locator(".example-words .refused")).to_be_visible()
    assert page.url.endswith("?pas=4#example")


def test_a_step_shows_its_words_above_the_buttons_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/regles/klondike/exemples/klondike-dame/")
    page.locator('[data-go="forward"]').click()
    expect(page.locator(".step-number")).to_contain_text("1")
    page.wait_for_timeout(200)
    words, buttons = (
        page.locator(".example-words").bounding_box(),
        page.locator(".step-buttons").bounding_box(),
    )
    assert words and buttons and words["y"] + words["height"] <= buttons["y"] + 1


@pytest.mark.parametrize("width", [360, 820, 1280])
def test_no_page_of_words_scrolls_sideways(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for address in ("/regles/", "/regles/triple/", "/en/regles/duel/", "/regles/russian/exemples/", "/defi/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


@pytest.mark.parametrize(
    "address",
    [
        "/regles/",
        "/regles/klondike/",
        "/regles/duel/exemples/duel-fondation/?pas=3",
        "/infos/franc-jeu/",
        "/defi/",
    ],
)
def test_axe_finds_nothing(page: Page, address: str) -> None:
    page.goto(address)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
