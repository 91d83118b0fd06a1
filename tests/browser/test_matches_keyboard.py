"""A whole match by keyboard alone, on both sides: what each player is told, and what the page reads like.

What is pinned is written anew as `test_table_keyboard` says.
"""

from playwright.sync_api import expect

from accounts.models import User
from games.matches.models import Match
from tests.browser.hands import press_keys
from tests.browser.match_hands import ALTERNATE, SIMULTANEOUS, Enter, begun, fresh, line
from tests.browser.test_table_keyboard import LISTEN, pinned

PLAYED = (*line(ALTERNATE)[:20], "b/pass", "a/pass")
"""Draws, moves, cards that turn and go up; two passes end it early, one after the other."""
MIDDLE = 10


def test_a_button_that_goes_as_it_is_pressed_leaves_the_focus_to_the_cards(
    enter: Enter, camille: User, noor: User
) -> None:
    match = begun(camille, noor, SIMULTANEOUS)
    one, two = enter(camille), enter(noor)
    for person in (one, two):
        person.open(match)
    card = "() => Boolean(document.activeElement.closest('#own .pile'))"
    one.page.focus("#draw-offer")
    one.page.keyboard.press("Enter")
    expect(one.page.locator("#draw-offer")).to_be_disabled()
    assert one.page.evaluate(card)
    two.page.locator('#match-notices [value="decline"]').focus()
    two.page.keyboard.press("Enter")
    expect(two.page.locator("#match-notices .note")).to_have_count(0)
    assert two.page.evaluate(card)


def test_a_match_is_played_by_keys_and_each_player_is_told_what_happens(
    enter: Enter, camille: User, noor: User
) -> None:
    match = begun(camille, noor, ALTERNATE)
    people = {"a": enter(camille), "b": enter(noor)}
    for person in people.values():
        person.open(match)
        person.page.evaluate(LISTEN)
    start = people["a"].data["version"]
    for number, token in enumerate(PLAYED, 1):
        letter, _, action = token.partition("/")
        press_keys(people[letter].page, action)
        if number == len(PLAYED):  # a pass that may end the game is asked for once more
            expect(people[letter].page.locator("#confirm")).to_be_visible()
            people[letter].page.keyboard.press("Shift+Tab")
            people[letter].page.keyboard.press("Enter")
        for person in people.values():
            person.sees(start + number)
        if number == MIDDLE:
            pinned("match.yml", people["b"].page.locator("main").aria_snapshot())
    for letter, person in people.items():
        pinned(f"match-told-{letter}.txt", "\n".join(person.page.evaluate("told")))
    assert fresh(match).actions.split() == list(PLAYED)
    one, other = people["a"].page, people["b"].page
    again = "#sheet [value=rematch]"
    for page in (one, other):  # the sheet opens on its main button
        expect(page.locator(again)).to_be_focused()
    one.keyboard.press("Enter")
    expect(other.locator("#sheet")).to_contain_text("demande la revanche")
    expect(other.locator(again)).to_be_focused()  # the sheet was drawn anew, and the focus is where it was
    expect(one.locator("#sheet a").first).to_be_focused()  # here the button is gone
    other.keyboard.press("Enter")
    for page in (one, other):
        expect(page.locator("#countdown")).to_be_visible()
    assert Match.objects.count() == 2
