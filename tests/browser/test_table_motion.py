"""How cards travel: whatever changes does, by transforms alone, from where it is seen. The end is a feast."""

import re
from collections.abc import Callable

from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, Route, expect

from games.play.models import Game
from tests.browser.conftest import Console
from tests.browser.hands import Hands, begin, new_player, winning

Login = Callable[[AbstractBaseUser], None]
# t2: TS, t4: 5S, t7: AD on 2S; the first card of the stock is 6H.
CODE = "KL1-D1V-WAFOQAD"
# What is animated from now on: the card, how its first frame is moved, and for how long.
WATCH = """() => { window.runs = []; window.others = new Set(); const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const card = this.matches('[data-card]') ? this : this.querySelector('[data-card]');
    const box = this.getBoundingClientRect();
    for (const frame of frames) for (const name of Object.keys(frame)) others.add(name);
    const moved = frames.map(frame => frame.transform).join(' → ');
    runs.push([card ? card.dataset.card : '', moved, timing.duration, [box.x, box.y]]);
    const motion = animate.call(this, frames, timing);
    if (window.held) { motion.pause(); motion.currentTime = 60; }
    return motion;
  }; }"""
# Where a card is seen when its next animation starts.
FIRST_FRAME = """code => {
  const card = document.querySelector(`[data-card='${code}']`).parentElement, animate = card.animate;
  card.animate = function (...given) {
    const motion = animate.apply(this, given);
    const {x, y} = this.getBoundingClientRect();
    window.start = [x, y];
    return motion;
  };
}"""
AT_START = "document.getAnimations().forEach(motion => { motion.currentTime = 0; })"
SEEN = """code => {
  const {x, y} = document.querySelector(`[data-card='${code}']`).getBoundingClientRect();
  return [x, y];
}"""


def sit(page: Page, login: Login, tokens: list[str] | None = None) -> Hands:
    user = new_player(automatic=False)
    login(user)
    hands = Hands(page, begin(user, CODE, tokens), still=False)
    page.keyboard.press("Escape")  # the deal has flown in
    page.evaluate(WATCH)
    return hands


def runs(page: Page) -> dict[str, str]:
    """What was animated since the last time, each card once."""
    found: list[tuple[str, str, float, list[float]]] = page.evaluate("runs.splice(0)")
    assert all(100 < duration <= 220 for _, _, duration, _ in found)
    return {card: frames for card, frames, _, _ in found}


def test_what_moves_turns_draws_comes_back_or_is_refused_is_seen_to(page: Page, login: Login) -> None:
    hands = sit(page, login)
    hands.tap("t7")
    hands.settle(1)
    seen = runs(page)
    assert seen["AD"].startswith("translate(")  # sent up
    assert seen["2S"].startswith("scaleX(")  # turned over
    hands.tap("s")
    hands.settle(2)
    assert runs(page)["6H"].startswith("translate(")  # out of the stock
    for key, version, cards in (("z", 3, set()), ("z", 4, {"AD"}), ("y", 5, {"AD", "2S"})):
        page.keyboard.press(key)
        hands.settle(version)
        assert cards <= set(runs(page)), key
    hands.drag("t4", 1, "t2")
    expect(page.locator("#message")).not_to_be_empty()
    assert re.search(r"translate\(.+translateX\(-5px\)|translateX\(-5px\)", runs(page)["5S"])
    assert set(page.evaluate("[...others]")) == {"transform"}  # else the compositor could not do it alone


def test_a_card_turned_back_in_mid_flight_goes_on_from_where_it_is_seen(page: Page, login: Login) -> None:
    hands = sit(page, login)
    page.evaluate("held = true")  # half-way it stops
    hands.tap("t7")
    hands.settle(1)
    x, y = page.evaluate(SEEN, "AD")
    page.evaluate("runs.length = 0")
    page.keyboard.press("z")
    hands.settle(2)
    _, frames, _, (to_x, to_y) = next(run for run in page.evaluate("runs") if run[0] == "AD")
    start = re.match(r"translate\((-?[\d.]+)px, (-?[\d.]+)px\)", frames)
    assert start
    assert abs(to_x + float(start[1]) - x) < 1 and abs(to_y + float(start[2]) - y) < 1


def test_a_card_in_flight_is_taken_where_it_is_seen_and_stays_under_the_hand(
    page: Page, login: Login
) -> None:
    hands = sit(page, login)
    page.evaluate("held = true")
    x, y = hands.spot("t1")
    hands.carry((x, y), (x, y + 300))  # let go over its own column, it is on its way home
    x, y = page.evaluate(SEEN, "AC")
    page.mouse.move(x + 20, y + 8)
    page.mouse.down()
    page.mouse.move(x + 30, y + 8)
    page.mouse.move(x + 120, y + 58)
    seen = page.evaluate(SEEN, "AC")
    assert abs(seen[0] - x - 100) < 1 and abs(seen[1] - y - 50) < 1


def test_a_quick_second_press_meets_what_lies_under_a_card_in_flight(page: Page, login: Login) -> None:
    hands = sit(page, login)
    page.evaluate("held = true")
    place = hands.spot("s")
    for version in (1, 2):  # the first card drawn still flies over the stock
        page.mouse.click(*place)
        hands.settle(version)
        page.evaluate(AT_START)
    place = hands.spot("t7")
    for _ in range(3):  # the ace goes up, and is neither taken nor put back
        page.mouse.click(*place)
        page.evaluate(AT_START)
    hands.settle(3)
    page.wait_for_timeout(300)
    assert Game.objects.get().actions.split() == ["s-w", "s-w", "t7-f"]


# Where the last card of a pile comes to lie, wherever it is seen.
HOME = """pile => {
  const place = document.getElementById('pile-' + pile), item = place.lastElementChild;
  const {left, top} = place.getBoundingClientRect();
  return [left + item.offsetLeft + item.offsetWidth / 2, top + item.offsetTop + item.offsetHeight / 2];
}"""


def test_a_card_in_flight_is_what_a_press_means_where_it_comes_to_lie(page: Page, login: Login) -> None:
    hands = sit(page, login)
    page.evaluate("held = true")
    for version in (1, 2, 3):
        page.mouse.click(*hands.spot("s"))
        hands.settle(version)
        page.evaluate(AT_START)
    page.mouse.click(*page.evaluate(HOME, "w"))  # the card just drawn, not the one under it
    taken = page.evaluate("[Reussite.taken.cards, Reussite.piles.codeOf(Reussite.piles.itemsOf('w', 1)[0])]")
    assert taken[0] and taken[0]["code"] == taken[1]
    page.keyboard.press("Escape")
    page.evaluate("Reussite.table.ask({token: 't1-t5'})")
    hands.settle(4)
    page.evaluate(AT_START)
    x, y = page.evaluate(HOME, "t5")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y)  # the ace alone, without the two that it was put on
    carried = "[...document.querySelectorAll('.carried > .card')].map(card => card.dataset.card)"
    assert page.evaluate(carried) == ["AC"]
    page.mouse.up()


def test_a_card_that_goes_while_it_is_pressed_is_not_mistaken_for_another(page: Page, login: Login) -> None:
    hands = sit(page, login)
    page.evaluate("Reussite.table.ask({token: 't1-t5'})")
    hands.settle(1)
    page.wait_for_timeout(300)
    removed = "document.querySelector('[data-card=TS]').parentElement.remove()"
    for pile, gone in (("t5", "Reussite.table.turn('undo')"), ("t2", removed)):
        x, y = hands.spot(pile)
        page.mouse.move(x, y)
        page.mouse.down()
        page.evaluate(gone)
        hands.settle(2)
        page.mouse.move(x + 30, y)
        assert page.locator(".carried").count() == 0
        page.mouse.up()
    page.wait_for_timeout(300)
    assert Game.objects.get().actions.split() == ["t1-t5", "undo"]
    assert page.evaluate("Reussite.taken.cards") is None


def test_a_move_taken_back_in_mid_flight_turns_round_where_the_card_is_seen(
    page: Page, login: Login, console: Console
) -> None:
    console.allow("ERR_FAILED")
    sit(page, login)
    waiting: list[Route] = []
    page.route("**/action/", lambda route: waiting.append(route))
    page.evaluate("held = true")
    page.evaluate("Reussite.table.ask({token: 't1-t5'})")
    x, y = page.evaluate(SEEN, "AC")
    page.evaluate("held = false")
    page.evaluate(FIRST_FRAME, "AC")
    waiting[0].abort()  # the line is lost: what was shown is taken back
    page.wait_for_function("() => window.start")
    to_x, to_y = page.evaluate("start")
    assert abs(to_x - x) < 1 and abs(to_y - y) < 1


def test_a_refused_card_is_on_its_way_home_while_it_shakes(page: Page, login: Login) -> None:
    hands = sit(page, login)
    home = page.evaluate(SEEN, "5S")
    page.evaluate("held = true")  # its way home and its shaking both stop half-way
    hands.drag("t4", 1, "t2")
    expect(page.locator("#message")).not_to_be_empty()
    page.wait_for_function("() => runs.length === 2")
    assert abs(page.evaluate(SEEN, "5S")[0] - home[0]) > 20


def test_in_a_hidden_page_nothing_is_set_to_travel(page: Page, login: Login) -> None:
    """Animations begun there wait, and all set out together when the page is shown."""
    hands = sit(page, login)
    page.evaluate(
        """() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});
           window.begun = 0; const animate = Element.prototype.animate;
           Element.prototype.animate = function (...all) {
             window.begun++; return animate.apply(this, all);
           }; }"""
    )
    page.keyboard.press("d")
    hands.settle(1)
    assert page.evaluate("begun") == 0
    page.evaluate("delete document.hidden")
    page.keyboard.press("d")
    hands.settle(2)
    assert page.evaluate("begun") > 0


def test_a_win_is_a_small_feast_before_the_sheet_and_none_without_motion(page: Page, login: Login) -> None:
    line = winning(CODE)
    hands = sit(page, login, line[:-1])
    hands.press(line[-1])
    expect(page.locator(".petal")).to_have_count(28)
    assert not page.locator("#sheet").is_visible()
    page.locator("#sheet").wait_for()
    hands.expect_result("$208")
    expect(page.locator(".petal")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate("Reussite.motion.celebrate()") == 0
    assert page.locator(".petal").count() == 0


def test_cards_that_stay_are_neither_made_nor_styled_anew(page: Page, login: Login) -> None:
    hands = sit(page, login)
    page.evaluate(
        "document.querySelectorAll('#pile-t7 > li, .figure-passes').forEach(one => { one.kept = 1; })"
    )
    hands.tap("t7")  # the ace goes up, and a card under it is turned over
    hands.settle(1)
    kept = "query => [...document.querySelectorAll(query)].map(item => Boolean(item.kept))"
    assert page.evaluate(kept, "#pile-t7 > li") == [True, True, True, True, True, False]
    assert page.evaluate(kept, ".figure-passes") == [True]


def test_all_pips_of_a_card_are_of_one_size_and_its_index_of_its_own(page: Page, login: Login) -> None:
    user = new_player()
    login(user)
    Hands(page, begin(user, "TS1-D1N-AAAAAAB"))
    sizes = page.evaluate(
        "[...document.querySelectorAll('.card.r10')].map(card => getComputedStyle(card).backgroundSize)"
    )
    for index, *pips in (size.split(", ") for size in sizes):
        assert len(pips) == 10 and set(pips) == {pips[0]}
        assert re.fullmatch(r"\d+px auto", index) and re.fullmatch(r"\d+px auto", pips[0])  # whole pixels
    assert sizes
