"""A whole game by keyboard alone: what a screen reader finds on the table, and what it is told.

What is pinned lies in `pinned/`; after a change that is meant, a run with PIN=1 in the environment writes it
anew, to be read before it is committed.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, expect

from tests.browser.hands import Hands, begin, new_player, winning

Login = Callable[[AbstractBaseUser], None]
PINNED = Path(__file__).parent / "pinned"
CODE = "KL1-D1V-WAFOQAD"
MIDDLE = 40
VARIES = re.compile(r"(?<=: )\d+:\d\d$|(?<=/partie/)[0-9a-f-]{36}|(?<=127\.0\.0\.1:)\d+", re.M)
"""Times, identifiers and the port."""
LISTEN = """() => { window.told = [];
  for (const id of ['said', 'message']) new MutationObserver(() => {
    const text = document.getElementById(id).textContent;
    if (text) told.push(text);
  }).observe(document.getElementById(id), {childList: true}); }"""


def pinned(name: str, found: str) -> None:
    """What is found is what the file says."""
    file, found = PINNED / name, VARIES.sub("…", found)
    if os.environ.get("PIN"):
        file.write_text(found + "\n")
    assert found == file.read_text().rstrip("\n"), name


def test_a_game_won_by_keyboard_reads_and_sounds_as_pinned(page: Page, login: Login) -> None:
    user = new_player(automatic=False)
    login(user)
    hands = Hands(page, begin(user, CODE))
    line = winning(CODE)
    pinned("opening.yml", page.locator("main").aria_snapshot())
    page.evaluate(LISTEN)
    for version, token in enumerate(line, 1):
        hands.press(token)
        hands.settle(version)
        if version == MIDDLE:
            page.keyboard.press("7")
            page.keyboard.press("Enter")
            pinned("middle.yml", page.locator("#table").aria_snapshot())
            page.keyboard.press("Escape")
    hands.expect_result("$208")
    pinned("sheet.yml", page.locator("#sheet").aria_snapshot())
    told = page.evaluate("told")
    assert len(told) == len(line)  # once for each action
    pinned("told.txt", "\n".join(told))
    expect(page.locator("#sheet .main")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()


def test_what_is_refused_is_told_once_and_a_dialog_gives_the_focus_back(page: Page, login: Login) -> None:
    user = new_player()
    login(user)
    hands = Hands(page, begin(user, "KL1-D1N-AAAAAAB"))
    page.evaluate(LISTEN)
    hands.press("t4-t2")  # the king of spades on the five of hearts
    expect(page.locator("#message")).not_to_be_empty()
    hands.page.wait_for_function("!Reussite.table.pending()")
    assert page.evaluate("told") == [
        "Carte refusée (roi de pique sur 5 de cœur)\xa0: une carte se pose sur le rang juste au-dessus."
    ]
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    for _ in range(3):  # the focus stays in the dialog
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('#keys')"
        )
    page.keyboard.press("Escape")
    expect(page.locator("#pile-t2 button.card").last).to_be_focused()
