"""The staff's lists on a screen of 1280 pixels: no column of theirs is cut off or out of reach."""

from collections.abc import Callable

from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page

from accounts import services as accounts
from accounts.roles import ADMINISTRATORS
from games.content import services as content
from games.content.models import Page as Words
from games.daily import services as daily
from games.staff.services import report_name
from tests.browser.hands import begin, new_player, winning
from tests.browser.test_admin import staff

LISTS = (
    *(
        "accounts/user",
        "accounts/staffwarning",
        "games/game",
        "games/match",
        "games/report",
        "games/namereport",
    ),
    *("games/page", "games/example", "games/dailydeal", "games/programmeentry", "leaderboards/result"),
)
# How far the last column reaches beyond what is seen of the list, in pixels, without scrolling.
BEYOND = """() => {
  const table = document.querySelector("#result_list");
  const frame = document.querySelector("#changelist .results");
  if (!table) return 0;
  const seen = Math.min(frame.getBoundingClientRect().right, document.documentElement.clientWidth);
  const sideways = document.documentElement.scrollWidth - innerWidth;
  return Math.max(table.getBoundingClientRect().right - seen, sideways);
}"""
# Whether one can read what the actions over a list are.
ROOMY = """() => [...document.querySelectorAll("#changelist .actions select")]
  .every(select => select.offsetWidth > 120)"""


def test_on_a_phone_no_page_of_the_staff_scrolls_sideways_and_actions_keep_their_width(
    page: Page, site: str, login: Callable[[AbstractBaseUser], None]
) -> None:
    content.seed()
    game = begin(new_player("camille"), "RU1-C-IRXBEQX", [])
    words = Words.objects.first()
    assert words is not None
    login(staff("chef-test", ADMINISTRATORS))
    page.set_viewport_size({"width": 360, "height": 740})
    rows = (f"games/game/{game.pk}/change", f"games/page/{words.pk}/history", f"games/game/{game.pk}/history")
    wide = []
    for address in (*LISTS, *rows):
        page.goto(f"/en/admin/{address}/")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth") or not page.evaluate(ROOMY):
            wide.append(address)
    assert wide == []


def test_no_column_is_cut_off_at_1280_pixels(
    page: Page, site: str, login: Callable[[AbstractBaseUser], None]
) -> None:
    content.seed()
    daily.store_default_programme()
    code = "RU1-C-IRXBEQX"
    players = [new_player("Maximiliennelavoisin"[:20]), new_player("camille")]
    begin(players[0], code, winning(code))
    accounts.warn(players[0], text="Restez courtois, " * 6, by=None)
    report_name(player=players[0], reporter=players[1], text="Un nom qui ne va pas du tout, " * 6)
    login(staff("chef-test", ADMINISTRATORS))
    page.set_viewport_size({"width": 1280, "height": 800})
    cut = {}
    for address in LISTS:
        page.goto(f"/admin/{address}/")
        beyond = page.evaluate(BEYOND)
        if beyond > 1:
            cut[address] = beyond
    assert cut == {}
