"""Boards and statistics in a browser: chosen without a reload, whole without scripts, on a phone, for all."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from leaderboards import services
from tests.leaderboards.conftest import run_of

Login = Callable[[AbstractBaseUser], None]


@pytest.fixture
def ada(site: str) -> User:
    """Fill some boards with sixty players; return one in the middle."""
    now = timezone.now()
    players = [User.objects.create_user(f"player-{n}x") for n in range(60)]
    for n, player in enumerate(players):
        services.submit(run_of(player, 900 - 5 * n, ended_at=now, pure=n % 2 == 0))
    ada = players[-2]
    for n, score in enumerate([-52, 208, 30, 208]):
        start = now - timedelta(days=9 - n)
        services.submit(
            run_of(ada, score, board_key="KL-D1V", won=score == 208, started_at=start, ended_at=start)
        )
    return ada


def test_a_choice_changes_the_board_and_its_address_and_back_returns(page: Page, ada: User) -> None:
    page.goto("/en/classements/KL-D1N/")
    page.get_by_label("Period").select_option(label="Day")
    expect(page).to_have_url("/en/classements/KL-D1N/?periode=jour")
    expect(page.locator(".board-when strong")).to_be_visible()
    page.get_by_label("pure runs only").check()
    expect(page).to_have_url("/en/classements/KL-D1N/?periode=jour&pur=1")
    expect(page.locator(".board-table tbody tr")).to_have_count(30)
    page.go_back()
    expect(page.locator(".board-table tbody tr")).to_have_count(50)
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".board-table tbody tr").first).to_contain_text("51")


def test_everything_works_without_scripts(browser: Browser, ada: User, site: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=site)
    page = context.new_page()
    page.goto("/en/classements/")
    page.get_by_label("Game and options").select_option("KL-D1V")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("h1")).to_contain_text("Vegas")
    page.get_by_label("Ranked by").select_option("cagnotte")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".board-table tbody .score")).to_have_text("$394")
    context.close()


def test_my_row_is_pinned_with_its_neighbours(page: Page, ada: User, login: Login) -> None:
    login(ada)
    page.goto("/en/classements/KL-D1N/")
    own = page.get_by_role("region", name="Your place")
    expect(own).to_contain_text("number 59 of 60")
    expect(own.locator(".mine")).to_contain_text(ada.username)
    expect(own.locator("tbody tr")).to_have_count(5)


def test_the_bankroll_is_drawn_and_told(page: Page, ada: User, login: Login) -> None:
    login(ada)
    page.goto("/en/statistiques/?jeu=KL-D1V")
    chart = page.get_by_role("img", name="Bankroll over time")
    expect(chart).to_be_visible()
    figure = page.locator(".chart-line")
    figure.get_by_text("The figures").click()
    assert figure.locator("td").all_inner_texts() == ["-$52", "$156", "$186", "$394"]


PAGES = ["classements/", "classements/KL-D1N/", "classements/KL-D1V/?par=cagnotte", "classements/KL-D3V/"]
PAGES += ["classements/donne/KL1-AAAAAAB/", "statistiques/"]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_and_are_accessible(page: Page, ada: User, login: Login, width: int, scheme: str) -> None:
    login(ada)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 800})
    for prefix in ("/", "/en/"):
        for path in PAGES:
            page.goto(prefix + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            found = Axe().run(page)
            assert found.violations_count == 0, f"{path}\n{found.generate_report()}"


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_a_row_of_an_earlier_day_fits_the_narrowest_phone(page: Page, ada: User, prefix: str) -> None:
    ended = timezone.now() - timedelta(days=40)
    run = run_of(ada, 1220, ended_at=ended, seconds=4325, moves=1126)
    services.submit(run)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{prefix}/classements/KL-D1N/")
    expect(page.locator(".board-table .score").filter(has_text="220")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
