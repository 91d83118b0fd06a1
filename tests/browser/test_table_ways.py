"""Mouse, finger and keys on every width, what disturbs a drag, and hands faster than the line."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import CDPSession, Page, Route, expect

from games.play.models import Game
from tests.browser.conftest import Console
from tests.browser.hands import Hands, begin, new_player
from tests.browser.test_table_screens import CROWD

Login = Callable[[AbstractBaseUser], None]
# t1: 3S, t2: 5H, t7: 2H; the 2H goes on the 3S, the first card of the stock is TS.
CODE = "KL1-D1N-AAAAAAB"
WIDTHS = [(320, 568), (360, 740), (768, 1024), (1280, 800), (2560, 1440)]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ROUND = ["t7-t1", "s-w", "undo", "undo"]


class Finger:
    """Fingers on the glass, by the browser's own touch events."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)

    def send(self, kind: str, *spots: tuple[float, float]) -> None:
        """`touchStart`, `touchMove` with every finger that is down, `touchEnd` or `touchCancel` with none."""
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Carry something with one finger."""
        self.lift(start, end)
        self.send("touchEnd")

    def lift(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """The same without letting go."""
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.send("touchStart", start)
        self.send("touchMove", middle)
        self.send("touchMove", end)


def sit(page: Page, login: Login, code: str = CODE) -> Hands:
    user = new_player()
    login(user)
    return Hands(page, begin(user, code))


def stored(hands: Hands) -> Game:
    return Game.objects.get(pk=hands.game.pk)


def expect_round(hands: Hands) -> None:
    hands.settle(len(ROUND) * len(WIDTHS))
    assert stored(hands).actions.split() == ROUND * len(WIDTHS)


def test_the_mouse_plays_on_every_width(page: Page, login: Login) -> None:
    hands, version = sit(page, login), 0
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        for act in (
            lambda: hands.drag("t7", 1, "t1"),
            lambda: hands.tap("s"),
            lambda: page.click("#undo"),
            lambda: page.click("#undo"),
        ):
            act()
            version += 1
            hands.settle(version)
    expect_round(hands)


@pytest.mark.browser_context_args(**PHONE)
def test_a_finger_plays_on_every_width(page: Page, login: Login) -> None:
    hands, version = sit(page, login), 0
    finger = Finger(page)
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        for act in (
            lambda: finger.drag(hands.spot("t7"), hands.spot("t1")),
            lambda: page.touchscreen.tap(*hands.spot("s")),
            lambda: page.tap("#undo"),
            lambda: page.tap("#undo"),
        ):
            act()
            version += 1
            hands.settle(version)
    expect_round(hands)


def test_the_keys_play_on_every_width(page: Page, login: Login) -> None:
    hands, version = sit(page, login), 0
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        for token in ROUND:
            page.keyboard.press("z") if token == "undo" else hands.press(token)
            version += 1
            hands.settle(version)
    expect_round(hands)


@pytest.mark.browser_context_args(**PHONE)
@pytest.mark.parametrize("what", ["touchcancel", "second finger", "rotation"])
def test_what_disturbs_a_finger_sends_the_cards_home(page: Page, login: Login, what: str) -> None:
    hands = sit(page, login)
    finger = Finger(page)
    start, end = hands.spot("t7"), hands.spot("t1")
    finger.lift(start, end)
    expect(page.locator(".carried")).to_have_count(1)
    if what == "touchcancel":
        finger.send("touchCancel")
    elif what == "second finger":
        finger.send("touchStart", end, (end[0] + 90, end[1] + 90))
    else:
        page.set_viewport_size({"width": 740, "height": 360})
    expect(page.locator(".carried")).to_have_count(0)
    if what != "touchcancel":
        finger.send("touchEnd")
    expect(page.locator("#pile-t7 > li:last-child [data-card='2H']")).to_be_visible()
    assert hands.version == stored(hands).version == 0
    page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]
    finger.drag(hands.spot("t7"), hands.spot("t1"))  # the next drag is a whole one
    hands.settle(1)


def test_escape_sends_what_is_carried_home(page: Page, login: Login) -> None:
    hands = sit(page, login)
    page.mouse.move(*hands.spot("t7"))
    page.mouse.down()
    page.mouse.move(*hands.spot("t1"))
    expect(page.locator(".carried")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".carried, .aimed, .lit")).to_have_count(0)
    page.mouse.up()
    assert hands.version == stored(hands).version == 0
    hands.drag("t7", 1, "t1")  # the next press is answered
    hands.settle(1)


@pytest.mark.browser_context_args(**PHONE)
def test_a_finger_held_on_a_crowded_column_spreads_it_out(page: Page, login: Login) -> None:
    hands = sit(page, login, "RU1-C-AAAAAAB")
    page.evaluate(CROWD, 30)
    finger = Finger(page)
    finger.send("touchStart", hands.spot("t2", 12))
    page.locator(".column.spread").wait_for()
    finger.send("touchEnd")
    expect(page.locator(".column.spread")).to_have_count(1)  # it stays until something else is touched
    page.touchscreen.tap(*hands.spot("t7"))
    expect(page.locator(".column.spread")).to_have_count(0)
    assert hands.version == 0


@pytest.mark.browser_context_args(**PHONE)
def test_the_page_does_not_move_under_a_drag_and_zooms_by_two_fingers_only(page: Page, login: Login) -> None:
    hands = sit(page, login)
    (x, y), finger = hands.spot("t7"), Finger(page)
    finger.drag((x, y), (x - 40, y - 300))
    for _ in range(2):
        page.touchscreen.tap(*hands.spot("w"))
    assert page.evaluate("[scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]


def test_ten_actions_a_second_on_a_slow_line_lose_and_reorder_nothing(page: Page, login: Login) -> None:
    hands = sit(page, login)
    session = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 200, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", slow)
    stock, mouse = hands.spot("s"), page.mouse
    for _ in range(5):
        mouse.click(*stock)
        page.wait_for_timeout(60)
    hands.drag("t7", 1, "t1")
    expect(page.locator("#pile-t1 [data-card='2H']")).to_be_visible()  # long before its turn has come
    for key in ("z", "y"):
        page.keyboard.press(key)
        page.wait_for_timeout(60)
    for _ in range(2):
        mouse.click(*stock)
        page.wait_for_timeout(60)
    assert hands.data["version"] < 10
    hands.settle(10)
    assert stored(hands).actions.split() == [*["s-w"] * 5, "t7-t1", "undo", "redo", *["s-w"] * 2]
    assert stored(hands).version == 10


def test_a_line_lost_in_mid_drag_keeps_the_cards_and_plays_the_drop_when_it_is_back(
    page: Page, login: Login, console: Console
) -> None:
    console.allow("ERR_INTERNET_DISCONNECTED")
    hands = sit(page, login)
    (x, y), end = hands.spot("t7"), hands.spot("t1")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + end[0]) / 2, y)
    page.context.set_offline(True)
    page.mouse.move(*end)
    page.mouse.up()
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#pile-t7 > li:last-child [data-card='2H']")).to_be_visible()  # the last true table
    page.context.set_offline(False)
    hands.settle(1)
    expect(page.locator("#offline")).to_be_hidden()
    assert stored(hands).actions.split() == ["t7-t1"]


def test_a_card_carried_from_what_is_taken_back_goes_home(page: Page, login: Login, console: Console) -> None:
    console.allow("ERR_FAILED")
    hands = sit(page, login)
    held: list[Route] = []
    page.route("**/action/", lambda route: held.append(route), times=1)  # no answer yet
    hands.drag("t7", 1, "t1")
    expect(page.locator("#pile-t1 .unconfirmed [data-card='2H']")).to_be_visible()  # shown, and marked
    x, y = hands.spot("t1")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 60)
    expect(page.locator(".carried")).to_have_count(1)
    held[0].abort()
    expect(page.locator(".carried")).to_have_count(0)
    page.mouse.up()
    hands.settle(1)
    expect(page.locator(".unconfirmed")).to_have_count(0)
    assert stored(hands).actions.split() == ["t7-t1"]


def test_what_a_form_posts_goes_by_the_table_as_it_is_then(page: Page, login: Login) -> None:
    hands = sit(page, login)
    for version, token in enumerate(ROUND[:2], 1):
        hands.gesture(token, "drag")
        hands.settle(version)
    page.locator("#more").click()
    with page.expect_request("**/recommencer/") as asked:
        page.get_by_role("button", name="Recommencer").click()
        page.locator("#confirm-yes").click()
    assert "version=2" in (asked.value.post_data or "").split("&")
    page.wait_for_url(lambda url: str(hands.game.pk) not in url)
    assert stored(hands).ended_at is not None
