"""The frame of the pages in a real browser."""

from collections.abc import Callable

from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect


def test_the_login_helper_makes_the_browser_that_player(
    page: Page, login: Callable[..., None], site: str
) -> None:
    login(get_user_model().objects.create_user("zoe", "zoe@example.org", "a long pass phrase"))
    page.goto("/compte/password/change/")
    expect(page).to_have_url(f"{site}/compte/password/change/")
