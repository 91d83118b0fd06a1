"""Hands at the table: taps, drags, keys, and what the page says when something is refused."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, Route, expect

from games.play.models import Game
from tests.browser.hands import Hands, begin, new_player, winning

Login = Callable[[AbstractBaseUser], None]
# t1: 3S, t2: 5H, t4: KS, t7: 2H; the 2H goes on the 3S; the 18th card of the stock is AD.
CODE = "KL1-D1N-AAAAAAB"
THREE_TAPS = """([x, y]) => { for (const kind of ['down', 'up', 'down', 'up', 'down', 'up']) {
  const init = {bubbles: true, isPrimary: true, pointerId: 7, clientX: x, clientY: y};
  document.elementFromPoint(x, y).dispatchEvent(new PointerEvent('pointer' + kind, init));
} }"""
TO_THE_ACE = ["s-w"] * 18


@pytest.fixture
def at_table(page: Page, login: Login) -> Callable[..., Hands]:
    """Sit down at a deal, some actions already played."""

    def sit(code: str = CODE, tokens: list[str] | None = None, **preferences: bool) -> Hands:
        user = new_player(**preferences)
        login(user)
        return Hands(page, begin(user, code, tokens))

    return sit


def stored(hands: Hands) -> Game:
    return Game.objects.get(pk=hands.game.pk)


def last_action(hands: Hands) -> str:
    return stored(hands).actions.split()[-1]


def test_one_tap_sends_a_card_up_and_three_fast_ones_send_no_second(at_table: Callable[..., Hands]) -> None:
    line = winning("RU1-C-IRXBEQX")
    twice = next(
        place for place, (one, two) in enumerate(pairwise(line)) if one == two and one.endswith("-f")
    )
    hands = at_table("RU1-C-IRXBEQX", line[:twice])
    pile = line[twice].partition("-")[0]
    hands.page.evaluate(THREE_TAPS, list(hands.spot(pile)))
    hands.settle(twice + 1)
    assert hands.version == stored(hands).version == twice + 1
    hands.page.wait_for_timeout(320)  # the time within which a tap still belongs to the first one
    hands.tap(pile)
    hands.settle(twice + 2)
    assert last_action(hands) == line[twice]


def test_a_double_tap_finds_a_column(at_table: Callable[..., Hands]) -> None:
    hands = at_table()
    hands.page.mouse.dblclick(*hands.spot("t7"))
    hands.settle(1)
    assert last_action(hands) == "t7-t1"
    expect(hands.page.locator("#said")).to_have_text(
        "2 de cœur sur 3 de pique\u202f; retournée\u00a0: 9 de carreau\u202f; 5 points", use_inner_text=False
    )


def test_with_double_taps_off_the_second_tap_lets_go(at_table: Callable[..., Hands]) -> None:
    hands = at_table(double_click=False)
    hands.page.mouse.dblclick(*hands.spot("t7"))
    expect(hands.page.locator(".taken")).to_have_count(0)
    assert hands.version == 0


@pytest.mark.parametrize("way", ["tap", "key"])
def test_with_automatic_placing_what_is_dropped_by_tap_or_key_finds_its_place(
    at_table: Callable[..., Hands], way: str
) -> None:
    hands = at_table(nearest=True)
    if way == "tap":
        hands.tap("t7")
        hands.tap("t3")
    else:
        for key in ("7", "Enter", "3", "Enter"):
            hands.page.keyboard.press(key)
    hands.settle(1)
    expect(hands.page.locator("#pile-t1 [data-card='2H']")).to_be_visible()


@pytest.mark.parametrize("way", ["key", "drag"])
def test_with_automatic_placing_a_card_goes_where_it_was_meant_though_the_move_before_is_on_its_way(
    at_table: Callable[..., Hands], way: str
) -> None:
    hands = at_table("KL1-D1N-AAAAADH", nearest=True)
    assert "t3-t7" in hands.data["actions"] and "t3-t4" not in hands.data["actions"]
    held: list[Route] = []
    hands.page.route("**/action/", lambda route: held.append(route), times=1)
    hands.drag("t6", 1, "t4")
    if way == "drag":
        hands.drag("t3", 1, "t4")
    else:
        for key in ("3", "Enter", "4", "Enter"):
            hands.page.keyboard.press(key)
    hands.page.wait_for_function("() => Reussite.table.pending() === 2")
    held[0].continue_()
    hands.settle(2)
    assert stored(hands).actions.split() == ["t6-t4", "t3-t4"]


@pytest.mark.parametrize("way", ["tap", "drag"])
def test_with_automatic_placing_a_card_put_back_on_the_foundations_stays_there(
    at_table: Callable[..., Hands], way: str
) -> None:
    line = winning("KL1-D3N-NMXKNML")[:6]
    hands = at_table("KL1-D3N-NMXKNML", line, nearest=True, automatic=False)
    assert "f4-t1" in hands.data["actions"]
    if way == "tap":
        hands.tap("f4")
        expect(hands.page.locator(".taken")).to_have_count(1)
        hands.page.locator("#pile-f1").click()
    else:
        hands.drag("f4", 1, "f1")
    expect(hands.page.locator(".taken, .carried")).to_have_count(0)
    hands.tap("s")
    hands.settle(7)
    assert stored(hands).actions.split()[6:] == ["s-w"]


@pytest.mark.parametrize("placing", [True, False])
def test_without_help_with_placing_nothing_is_lit_under_a_drag(
    at_table: Callable[..., Hands], placing: bool
) -> None:
    hands = at_table(placing=placing)
    page = hands.page
    page.mouse.move(*hands.spot("t7"))
    page.mouse.down()
    page.mouse.move(*hands.spot("t2"))
    page.mouse.move(*hands.spot("t1"))
    expect(page.locator(".aimed")).to_have_count(int(placing))
    expect(page.locator(".lit")).to_have_count(int(placing))
    page.mouse.up()
    hands.settle(1)


def test_a_tap_takes_and_a_tap_on_a_column_drops(at_table: Callable[..., Hands]) -> None:
    hands = at_table(tokens=["t7-t1"])
    hands.tap("t1", 2)
    expect(hands.page.locator("#pile-t1 .taken")).to_have_count(2)
    hands.tap("t1", 1)  # another card of the same column: taken instead, nothing is sent
    expect(hands.page.locator("#pile-t1 .taken")).to_have_count(1)
    hands.tap("t4")
    expect(hands.page.locator("#message")).to_contain_text("2 de cœur")
    assert hands.version == 1
    expect(hands.page.locator("#pile-t1 [data-card='2H']")).to_be_visible()


def test_a_refused_drag_goes_home_with_the_rule(at_table: Callable[..., Hands]) -> None:
    hands = at_table()
    hands.drag("t4", 1, "t2")
    message = hands.page.locator("#message")
    expect(message).to_contain_text("roi de pique")
    expect(message).to_contain_text("5 de cœur")
    expect(hands.page.locator("#pile-t4 > li:last-child [data-card='KS']")).to_be_visible()
    assert stored(hands).version == 0
    hands.drag("t7", 1, "t1")  # the next one is played, and the message is gone
    hands.settle(1)
    expect(message).to_be_empty()


def test_without_interactive_rules_a_refusal_names_no_rule(at_table: Callable[..., Hands]) -> None:
    hands = at_table(rules=False)
    hands.drag("t4", 1, "t2")
    expect(hands.page.locator("#message")).not_to_be_empty()
    expect(hands.page.locator("#message")).not_to_contain_text("roi")


def test_dropped_anywhere_over_the_foundations_a_card_finds_its_own(at_table: Callable[..., Hands]) -> None:
    hands = at_table(tokens=TO_THE_ACE)
    hands.drag("w", 1, "f1")
    hands.settle(19)
    expect(hands.page.locator("#pile-f3 [data-card='AD']")).to_be_visible()
    hands.tap("f3")  # a foundation's top is only taken
    expect(hands.page.locator("#pile-f3 .taken")).to_have_count(1)
    assert hands.version == 19


def test_several_cards_do_not_go_to_a_foundation(at_table: Callable[..., Hands]) -> None:
    hands = at_table(tokens=["t7-t1"])
    hands.drag("t1", 2, "f1")
    expect(hands.page.locator("#message")).not_to_be_empty()
    assert hands.version == 1


def test_cards_replaced_in_mid_drag_go_home(at_table: Callable[..., Hands]) -> None:
    hands = at_table()
    begin_elsewhere(hands, "t7-t1")
    mouse = hands.page.mouse
    x, y = hands.spot("t7")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 80, y + 40)
    expect(hands.page.locator(".carried")).to_have_count(1)
    hands.page.evaluate("Reussite.table.ask({token: 's-w'})")  # stale: the answer brings the true table
    hands.settle(1)
    expect(hands.page.locator(".carried")).to_have_count(0)
    mouse.up()
    expect(hands.page.locator("#pile-t7 > li:last-child [data-card='9D']")).to_be_visible()
    assert stored(hands).version == 1


@pytest.mark.parametrize("event", ["resize", "blur"])
def test_what_disturbs_a_drag_sends_the_cards_home(at_table: Callable[..., Hands], event: str) -> None:
    hands = at_table()
    x, y = hands.spot("t7")
    hands.page.mouse.move(x, y)
    hands.page.mouse.down()
    hands.page.mouse.move(x - 300, y)
    hands.page.evaluate("name => window.dispatchEvent(new Event(name))", event)
    hands.page.mouse.up()
    expect(hands.page.locator(".carried")).to_have_count(0)
    assert hands.version == 0


def test_the_keyboard_alone_plays(at_table: Callable[..., Hands]) -> None:
    hands = at_table()
    press = hands.page.keyboard.press
    press("7")
    press("Enter")
    expect(hands.page.locator("#pile-t7 .taken")).to_have_count(1)
    press("Home")
    press("Enter")
    hands.settle(1)
    expect(hands.page.locator("#pile-t1 [data-card='2H']")).to_be_focused()
    press("d")
    hands.settle(2)
    press("z")
    hands.settle(3)
    press("y")
    hands.settle(4)
    assert stored(hands).actions.split() == ["t7-t1", "s-w", "undo", "redo"]
    press("ArrowRight")
    expect(hands.page.locator("#pile-t2 button")).to_be_focused()
    press("ArrowUp")
    press("ArrowDown")
    press("?")
    expect(hands.page.locator("#keys")).to_be_visible()
    press("Escape")
    press("s")
    expect(hands.page.locator("#resume")).to_be_focused()
    press("s")
    hands.settle(6)
    expect(hands.page.locator("#pile-t1 [data-card='2H']")).to_be_visible()


def test_a_key_pressed_as_soon_as_a_dialog_is_shut_is_heard(at_table: Callable[..., Hands]) -> None:
    """Until the page is next drawn, the focus is still on what the dialog held."""
    hands = at_table()
    hands.page.keyboard.press("?")
    expect(hands.page.locator("#keys")).to_be_visible()
    inside = hands.page.evaluate(
        """() => {
          document.getElementById("keys").close();
          const key = new KeyboardEvent("keydown", {key: "d", bubbles: true, cancelable: true});
          return document.querySelector("#keys a").dispatchEvent(key);
        }"""
    )
    assert not inside, "nothing heard the key"
    hands.settle(1)


def test_an_empty_stock_in_vegas_is_shut_and_says_so(at_table: Callable[..., Hands]) -> None:
    hands = at_table("KL1-D1V-AAAAAAB", ["s-w"] * 24)
    hands.tap("s")
    expect(hands.page.locator("#message")).to_contain_text("plus de passage")
    assert hands.version == 24


def test_finishing_plays_the_rest_and_shows_the_sheet(at_table: Callable[..., Hands]) -> None:
    line = winning("KL1-D1V-WAFOQAD")
    hands = at_table("KL1-D1V-WAFOQAD", line[:-4], automatic=False)
    assert hands.data["finish"]
    hands.page.locator("#finish").click()
    hands.expect_result("$208")
    hands.page.keyboard.press("Escape")  # the button that had the focus is gone: the next step has it now
    expect(hands.page.locator(".tools [form=new-deal]")).to_be_focused()


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
def test_on_a_phone_a_finger_plays(at_table: Callable[..., Hands], page: Page) -> None:
    hands = at_table()
    touch_drag(page, hands.spot("t7"), hands.spot("t1"))
    hands.settle(1)
    assert last_action(hands) == "t7-t1"
    page.touchscreen.tap(*hands.spot("s"))
    hands.settle(2)
    page.touchscreen.tap(*hands.spot("w"))
    expect(page.locator("#pile-w .taken")).to_have_count(1)
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        360,
        740,
    ]
    page.locator("#undo").tap()
    hands.settle(3)
    reach = "id => document.getElementById(id).getBoundingClientRect().top"
    for place in ("pile-s", "pile-w", "undo"):  # at the thumb
        assert page.evaluate(reach, place) > 740 * 0.8


def begin_elsewhere(hands: Hands, token: str) -> None:
    """The same game moves on in another window."""
    from games.play import services
    from games.play.owners import Owner

    game = stored(hands)
    owner = Owner(user_id=game.player_id)
    assert not services.act(game_id=game.pk, owner=owner, token=token, version=game.version).stale


def touch_drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Carry something with one finger."""
    session = page.context.new_cdp_session(page)
    points = [start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end]
    for kind, spot in zip(["touchStart", "touchMove", "touchMove"], points, strict=True):
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": spot[0], "y": spot[1]}]}
        )
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
