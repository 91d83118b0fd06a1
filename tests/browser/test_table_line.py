"""Between the table and the server: stale pages, lost answers, pauses, history, no scripts, many posts."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Browser, Page, Route, expect

from games.play.models import Game
from tests.browser.conftest import Console
from tests.browser.hands import Hands, begin, new_player, winning

Login = Callable[[AbstractBaseUser], None]
CODE = "KL1-D1N-AAAAAAB"


@pytest.fixture
def hands(page: Page, login: Login) -> Hands:
    user = new_player()
    login(user)
    return Hands(page, begin(user, CODE))


def stored(hands: Hands) -> Game:
    return Game.objects.get(pk=hands.game.pk)


def test_a_stale_tab_shows_the_true_table_and_loses_nothing(hands: Hands) -> None:
    other = Hands(hands.page.context.new_page(), hands.game)
    other.tap("s")
    other.settle(1)
    hands.drag("t7", 1, "t1")
    hands.settle(1)
    expect(hands.page.locator("#message")).not_to_be_empty()
    expect(hands.page.locator("#pile-t7 > li:last-child [data-card='2H']")).to_be_visible()
    expect(hands.page.locator("#pile-w [data-card='TS']")).to_be_visible()
    assert stored(hands).actions.split() == ["s-w"]
    hands.drag("t7", 1, "t1")
    hands.settle(2)
    assert stored(hands).actions.split() == ["s-w", "t7-t1"]


def test_a_lost_connection_is_said_before_any_move_has_failed(hands: Hands, page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()


def test_actions_faster_than_the_answers_all_arrive_in_order(hands: Hands) -> None:
    hands.page.evaluate("""() => { for (let i = 0; i < 9; i++)
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'd', bubbles: true})) }""")
    hands.drag("t7", 1, "t1")
    hands.settle(10)
    assert stored(hands).actions.split() == ["s-w"] * 9 + ["t7-t1"]


def test_without_connection_the_last_true_table_stays_and_play_goes_on_later(
    hands: Hands, console: Console
) -> None:
    console.allow("ERR_FAILED")
    hands.page.route("**/action/", lambda route: route.abort())
    hands.drag("t7", 1, "t1")
    expect(hands.page.locator("#offline")).to_be_visible()
    expect(hands.page.locator("#pile-t7 > li:last-child [data-card='2H']")).to_be_visible()
    hands.page.unroute("**/action/")
    hands.settle(1)
    expect(hands.page.locator("#offline")).to_be_hidden()
    expect(hands.page.locator("#pile-t1 [data-card='2H']")).to_be_visible()
    assert stored(hands).actions.split() == ["t7-t1"]


def test_an_answer_lost_on_the_way_counts_once(hands: Hands, console: Console) -> None:
    console.allow("ERR_FAILED")

    def swallow(route: Route) -> None:
        route.fetch()
        route.abort()

    hands.page.route("**/action/", swallow, times=1)
    hands.tap("s")
    hands.settle(1)
    expect(hands.page.locator("#message")).to_be_empty()
    assert stored(hands).actions.split() == ["s-w"]
    expect(hands.page.locator("#pile-w [data-card='TS']")).to_be_visible()


def test_a_page_out_of_date_is_loaded_anew_and_says_why(hands: Hands, console: Console) -> None:
    console.allow("403")
    hands.page.context.clear_cookies(name="csrftoken")
    hands.tap("s")
    expect(hands.page.locator(".messages")).to_contain_text("connexion")
    hands.page.wait_for_function("window.Reussite && Reussite.table")
    hands.tap("s")
    hands.settle(1)


def test_a_game_that_is_no_longer_ours_says_so(hands: Hands, console: Console) -> None:
    console.allow("404")
    Game.objects.filter(pk=hands.game.pk).update(player=None)
    hands.tap("s")
    expect(hands.page.locator("#lost")).to_contain_text("n’est plus la vôtre")
    expect(hands.page.locator("#lost a")).to_be_visible()


def test_pausing_withholds_the_table_until_it_is_resumed(hands: Hands) -> None:
    hands.tap("s")
    hands.settle(1)
    hands.page.evaluate("""() => { Object.defineProperty(document, 'hidden', {value: true});
                                   document.dispatchEvent(new Event('visibilitychange')); }""")
    expect(hands.page.locator("#resume")).to_be_visible()
    assert "data-card" not in hands.page.content()
    hands.page.reload()
    expect(hands.page.locator("#resume")).to_be_visible()
    assert "data-card" not in hands.page.content()
    assert stored(hands).paused
    hands.page.locator("#resume").click()
    expect(hands.page.locator("#pile-w [data-card='TS']")).to_be_visible()


def test_the_clock_stands_while_the_tab_is_hidden_and_when_the_game_is_over(page: Page, login: Login) -> None:
    line = winning("KL1-D1V-WAFOQAD")
    user = new_player(automatic=False)
    login(user)
    page.clock.install()
    hands = Hands(page, begin(user, "KL1-D1V-WAFOQAD", line[:-1]))
    shown = page.locator("#clock")
    page.evaluate("""() => { Object.defineProperty(document, 'hidden', {value: true});
                             document.dispatchEvent(new Event('visibilitychange')); }""")
    page.locator("#resume").wait_for()
    before = shown.inner_text()
    page.clock.fast_forward(60_000)
    assert shown.inner_text() == before
    page.locator("#resume").click()
    page.locator("#pile-t1").wait_for()
    assert abs(seconds(shown.inner_text()) - seconds(before)) <= 1
    hands.press(line[-1])
    hands.expect_result("$208")
    for _ in range(2):
        assert abs(seconds(shown.inner_text()) - stored(hands).elapsed_ms / 1000) <= 1
        page.clock.fast_forward(30_000)


def seconds(text: str) -> int:
    """Of a clock that shows minutes and seconds."""
    minutes, rest = text.split(":")
    return int(minutes) * 60 + int(rest)


def test_history_always_shows_the_whole_page_as_it_is_now(hands: Hands) -> None:
    page = hands.page
    hands.drag("t7", 1, "t1")
    hands.settle(1)
    page.reload()  # a reload leaves no pause behind
    expect(page.locator("#pile-t1 [data-card='2H']")).to_be_visible()
    page.wait_for_function("window.Reussite && Reussite.table")
    hands.tap("s")
    hands.settle(2)
    page.goto("/")
    page.wait_for_function("true")
    page.go_back()
    expect(page.locator("#resume")).to_be_visible()  # the game was left: it waits
    page.locator("#resume").click()
    expect(page.locator("#pile-w [data-card='TS']")).to_be_visible()
    expect(page.locator(".banner")).to_be_visible()
    page.go_forward()
    page.go_back()
    expect(page.locator("#resume")).to_be_visible()


def test_without_scripts_every_action_is_a_button(browser: Browser, hands: Hands, site: str) -> None:
    cookies = hands.page.context.cookies()
    plain = browser.new_context(java_script_enabled=False, base_url=site, locale="fr-FR")
    plain.add_cookies(cookies)
    page = plain.new_page()
    page.goto(f"/partie/{hands.game.pk}/")
    page.get_by_role("button", name="2 de cœur, colonne 7 → colonne 1").click()
    expect(page.locator("#pile-t1 [data-card='2H']")).to_be_visible()
    page.get_by_role("button", name="Piocher").click()
    expect(page.locator("#pile-w [data-card='TS']")).to_be_visible()
    page.locator("#undo").click()
    expect(page.locator("#pile-w [data-card]")).to_have_count(0)
    page.locator("#pause").click()
    expect(page.locator("[data-card]")).to_have_count(0)
    page.locator("#resume").click()
    expect(page.locator("#pile-t1 [data-card='2H']")).to_be_visible()
    assert stored(hands).actions.split() == ["t7-t1", "s-w", "undo"]
    plain.close()


def test_a_hundred_posts_at_once_are_one_action(hands: Hands, site: str) -> None:
    cookies = {cookie["name"]: cookie["value"] for cookie in hands.page.context.cookies()}
    headers = {
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "X-CSRFToken": cookies["csrftoken"],
        "HX-Request": "true",
        "Content-Type": "application/x-www-form-urlencoded",
    }

    def post(_: int) -> int:
        with closing(HTTPConnection(urlsplit(site).netloc, timeout=60)) as connection:
            body = urlencode({"action": "s-w", "version": 0})
            connection.request("POST", f"/partie/{hands.game.pk}/action/", body, headers)
            return connection.getresponse().status

    with ThreadPoolExecutor(20) as pool:
        answers = sorted(pool.map(post, range(100)))
    assert answers == [200] + [409] * 99
    assert stored(hands).actions.split() == ["s-w"]


AT_ONCE = """() => document.addEventListener('table:change', () => {
  const box = document.querySelector('#pile-s .card').getBoundingClientRect();
  const spot = {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
  const press = {bubbles: true, isPrimary: true, pointerId: 7, ...spot};
  const under = document.elementFromPoint(spot.clientX, spot.clientY);
  for (const kind of ['down', 'up']) under.dispatchEvent(new PointerEvent('pointer' + kind, press));
}, {once: true})"""


def test_a_tap_in_the_moment_of_an_answer_means_what_the_answer_shows(page: Page, login: Login) -> None:
    user = new_player()
    login(user)
    hands = Hands(page, begin(user, CODE, ["s-w"] * 23))
    page.evaluate(AT_ONCE)
    hands.tap("s")  # the last card of the stock; the next tap, at once, turns the waste over
    hands.settle(25)
    assert stored(hands).actions.split()[-2:] == ["s-w", "w-s"]
