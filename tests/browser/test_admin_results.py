"""The staff's list of results on a screen of 1024 pixels."""

import re
from collections.abc import Callable

from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, expect

from accounts.roles import ADMINISTRATORS
from leaderboards.models import Result
from tests.browser.hands import begin, new_player, winning
from tests.browser.test_admin import staff

SIDEWAYS = """() => Math.max(...["#changelist .results", "html"].map(where => document.querySelector(where))
  .map(box => box.scrollWidth - box.clientWidth))"""


def test_the_list_of_results_fits_whatever_a_row_holds(
    page: Page, site: str, login: Callable[[AbstractBaseUser], None]
) -> None:
    code = "RU1-C-IRXBEQX"
    begin(new_player("Maximiliennelavoisin"[:20]), code, winning(code))
    Result.objects.update(flag="fast", voided=True)
    login(staff("chef-test", ADMINISTRATORS))
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto("/admin/leaderboards/result/")
    expect(page.locator("#result_list .field-state")).to_have_text(re.compile("annulé, .+"))
    assert page.evaluate(SIDEWAYS) <= 1
