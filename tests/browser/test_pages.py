"""The pages around the table, used by a person: the first tap, codes, replays, with and without scripts."""

import contextlib
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Error, Page, Route, expect

from accounts.models import User
from games.content import services as content
from games.play import services
from games.play.models import Game
from games.play.owners import Owner
from tests.browser.conftest import Console

TABLE = re.compile(r"/partie/[0-9a-f-]{36}/$")
Login = Callable[[AbstractBaseUser], None]


@pytest.fixture
def ada(site: str) -> User:
    return User.objects.create_user("Ada", "ada@example.org", "a long password")


@pytest.fixture
def ended(ada: User) -> Game:
    """A game that Ada gave up: four cards drawn one by one, the last one put back. Another is under way."""
    owner = Owner(user_id=ada.pk)
    other = services.begin(owner=owner, code="DS1-D1N-AAAAAAB")
    services.act(game_id=other.pk, owner=owner, token="s-w", version=0)
    game = services.begin(owner=owner, code="KL1-D1N-AAAAAAB")
    for token in ("s-w", "s-w", "s-w", "s-w", "undo"):
        game = services.act(game_id=game.pk, owner=owner, token=token, version=game.version).game
    return services.give_up(game_id=game.pk, owner=owner)


def test_a_stranger_plays_after_one_tap(page: Page) -> None:
    """How long that takes is measured by `bin/bench table`."""
    page.goto("/")
    page.locator(".tile .covers").first.click()
    expect(page.locator("#pile-t7 [data-card]")).to_be_visible()
    assert Game.objects.get().code.startswith("KL1-D1N-")


def test_the_picture_of_a_table_is_its_button(page: Page) -> None:
    page.goto("/")
    page.locator(".tile").nth(3).click(position={"x": 150, "y": 100})
    page.wait_for_url(TABLE)
    assert Game.objects.get().variant == "RU"


def test_home_and_back_and_play_again_is_another_game(page: Page) -> None:
    page.goto("/")
    page.locator(".tile .covers").first.click()
    page.wait_for_url(TABLE)
    first = page.url
    page.go_back()
    page.locator(".tile .covers").first.click()
    page.wait_for_url(TABLE)
    assert page.url != first


def test_a_double_press_begins_one_game(page: Page) -> None:
    page.goto("/jouer/klondike/")
    page.locator(".forms .button").nth(1).dblclick(delay=5)
    page.wait_for_url(TABLE)
    assert Game.objects.count() == 1


def test_a_code_with_odd_spaces_and_dashes_opens_its_deal(page: Page) -> None:
    page.goto("/")
    page.locator("#deal-code").fill("  ds1 — d1n–aaa aaab ")
    page.locator("#deal-code").press("Enter")
    page.wait_for_url(TABLE)
    assert Game.objects.get().code == "DS1-D1N-AAAAAAB"


def test_a_wrong_code_says_why_and_keeps_what_was_typed(page: Page) -> None:
    page.goto("/code/")
    page.locator("#deal-code").fill("DS1-D7N-AAAAAAB")
    page.locator("#deal-code").press("Enter")
    expect(page.locator("#code-error")).to_contain_text("D1N, D1V, D3N, D3V")
    expect(page.locator("#deal-code")).to_have_value("DS1-D7N-AAAAAAB")


def test_a_link_to_a_deal_is_its_table_in_one_press(page: Page) -> None:
    page.goto("/donne/RU1-R-AAAAABB/")
    page.locator(".begin-line .button").click()
    page.wait_for_url(TABLE)
    assert Game.objects.get().code == "RU1-R-AAAAABB"


def test_choosing_another_game_shows_its_options_in_place(page: Page) -> None:
    page.goto("/nouvelle/")
    page.locator(".game-choice a[href$=russian]").click()
    expect(page.locator("fieldset.about-rule")).to_be_visible()
    expect(page.locator("fieldset.about-draw")).to_have_count(0)
    expect(page.locator("#choose-russian")).to_be_focused()
    expect(page).to_have_url(re.compile(r"/nouvelle/\?game=russian$"))
    page.locator("label.answer", has=page.locator("[value=R]")).click()
    page.locator(".options .main").click()
    page.wait_for_url(TABLE)
    assert Game.objects.get().code.startswith("RU1-R-")


def test_another_game_is_chosen_in_a_dialog_of_the_table(page: Page) -> None:
    page.goto("/")
    page.locator(".tile .covers").first.click()
    page.locator("#more").click()
    page.locator('[data-opens="new-game-dialog"]').click()
    dialog = page.locator("#new-game-dialog")
    dialog.locator(".game-choice a[href$=russian]").click()
    expect(dialog.locator("fieldset.about-rule")).to_be_visible()
    assert TABLE.search(page.url)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.locator("#more").click()
    page.locator('[data-opens="new-game-dialog"]').click()
    dialog.locator(".game-choice a[href$=yukon]").click()
    expect(dialog.locator("fieldset")).to_have_count(0)
    expect(dialog.locator("[aria-current]")).to_have_attribute("href", re.compile("yukon$"))
    dialog.locator(".options .main").click()
    page.wait_for_function(
        "document.querySelectorAll('#foundations .pile').length === 4 && !document.querySelector('#pile-s')"
    )
    assert Game.objects.filter(variant="YU").count() == 1


def test_a_slow_answer_does_not_take_the_place_of_the_game_chosen_since(page: Page, console: Console) -> None:
    console.allow("htmx")  # which tells that it gave the slow one up
    page.goto("/")
    page.locator(".tile .covers").first.click()
    opener, dialog = page.locator('[data-opens="new-game-dialog"]'), page.locator("#new-game-dialog")
    page.locator("#more").click()
    opener.click()
    dialog.locator(".game-choice").wait_for()
    page.keyboard.press("Escape")
    slow: list[Route] = []
    page.route("**/nouvelle/?game=klondike", lambda route: slow.append(route))
    page.locator("#more").click()
    opener.click()
    dialog.locator("a[href$=yukon]").click()
    current = dialog.locator("[aria-current]")
    expect(current).to_have_attribute("href", re.compile("yukon$"))
    with contextlib.suppress(Error):  # the page has given it up
        slow[0].continue_()
    page.wait_for_load_state("networkidle")
    expect(current).to_have_attribute("href", re.compile("yukon$"))


def test_vegas_hides_the_passes_that_it_fixes(page: Page) -> None:
    page.goto("/nouvelle/?game=klondike")
    expect(page.locator(".about-passes")).to_be_visible()
    page.locator("label.answer", has=page.locator("[value=V]")).click()
    expect(page.locator(".about-passes")).to_be_hidden()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_scripts_a_new_game_is_chosen_and_begun(page: Page) -> None:
    page.goto("/nouvelle/")
    page.locator(".game-choice a[href$=double]").click()
    page.locator("label.answer", has=page.locator("[name=draw][value='3']")).click()
    page.locator("label.answer", has=page.locator("[name=marking][value=V]")).click()
    page.locator(".options .main").click()
    page.wait_for_url(TABLE)
    assert Game.objects.get().code.startswith("DS1-D3V-")


def test_a_replay_is_stepped_through_by_buttons_keys_and_slider(
    page: Page, login: Login, ended: Game
) -> None:
    login(ended.player)  # type: ignore[arg-type]
    page.goto(f"/partie/{ended.pk}/revoir/")
    stock, step = page.locator("#pile-s .count"), page.locator("#replay-step")
    expect(stock).to_have_text("24")
    page.locator('[data-go="forward"]').click()
    expect(stock).to_have_text("23")
    expect(page.locator("#pile-w [data-card]")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(step).to_have_attribute("data-number", "2")
    page.keyboard.press("End")
    expect(stock).to_have_text("21")
    expect(page).to_have_url(re.compile(r"\?pas=5$"))
    page.locator('[data-go="first"]').click()
    expect(stock).to_have_text("24")
    expect(page.locator("#pile-w [data-card]")).to_have_count(0)
    page.locator("#replay-at").fill("4")
    expect(stock).to_have_text("20")


def test_a_replay_plays_to_its_end_by_itself_and_stops(page: Page, login: Login, ended: Game) -> None:
    login(ended.player)  # type: ignore[arg-type]
    page.goto(f"/partie/{ended.pk}/revoir/")
    page.locator("#replay-pace").select_option("fast")
    play = page.locator('[data-go="play"]')
    play.click()
    expect(play).to_have_class(re.compile("playing"))
    expect(page.locator("#replay-step")).to_have_attribute("data-number", "5")
    expect(play).not_to_have_class(re.compile("playing"))


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_scripts_a_replay_is_stepped_through_by_links(page: Page, ended: Game) -> None:
    page.goto(f"/partie/{ended.pk}/revoir/")
    page.locator('[data-go="forward"]').click()
    expect(page.locator("#pile-s .count")).to_have_text("23")
    page.locator('[data-go="last"]').click()
    expect(page.locator("#pile-s .count")).to_have_text("21")
    expect(page.locator('[data-go="play"]')).to_be_hidden()


def pages_of(game: Game) -> list[str]:
    """The address of every page around the table, full and wrong ones too."""
    return [
        *("/", "/jouer/klondike/", "/jouer/russian/", "/nouvelle/", "/code/", "/code/?code=DS1-D7N-AAAAAAB"),
        *("/donne/DS1-D1N-AAAAAAB/", f"/donne/{game.code}/", "/mes-parties/", "/joueur/Ada/"),
        *(f"/partie/{game.pk}/revoir/?pas=3", "/jouer/freecell/"),
    ]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 568), (820, 1180), (1280, 800)])
def test_no_page_runs_off_sideways(
    page: Page, login: Login, ended: Game, width: int, height: int, console: object
) -> None:
    console.allow("status of 404")  # type: ignore[attr-defined]
    login(ended.player)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": height})
    for address in pages_of(ended):
        page.goto(address)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{address} is {over} px too wide at {width}"


@pytest.mark.parametrize("width", [320, 360, 820, 1280])
def test_boards_inside_a_text_lie_on_their_cloth(page: Page, width: int) -> None:
    content.seed()
    page.set_viewport_size({"width": width, "height": 740})
    for address in ("/regles/duel/", "/regles/duel/exemples/", "/regles/triple/"):
        page.goto(address)
        beside = page.locator(".boards").evaluate_all(
            """all => all.flatMap(boards => [...boards.querySelectorAll(".card")].filter(card => {
                 const one = card.getBoundingClientRect(), cloth = boards.getBoundingClientRect();
                 return one.left < cloth.left || one.right > cloth.right;
               })).length"""
        )
        assert page.locator(".boards").count() and not beside, (address, width)


def test_the_answers_of_a_question_keep_their_words_whole(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/en/matchs/nouveau/")
    answer = page.locator("#about-passes b").first
    assert answer.inner_text() == "Unlimited"
    assert answer.evaluate("one => one.getClientRects()[0].height < 30 && one.scrollWidth <= one.clientWidth")
