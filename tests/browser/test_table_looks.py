"""The table as its player sets it, zoomed, in forced colours, and by touch."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, expect

from games.content import services as content
from tests.browser.hands import Hands, begin, new_player, winning
from tests.browser.test_table_screens import CROWD, FAN, OUTSIDE, SCROLLS

Login = Callable[[AbstractBaseUser], None]
LEFT = """id => {
  const box = document.getElementById(id).getBoundingClientRect();
  return box.left + box.width / 2;
}"""


def sit(page: Page, login: Login, code: str = "KL1-D3N-AAAAAAB", **preferences: bool | str) -> Hands:
    """A player with these choices at a table where three cards lie on the waste."""
    user = new_player()
    user.preferences = preferences
    user.save()
    login(user)
    return Hands(page, begin(user, code, ["s-w"] if code[:2] != "RU" else []))


@pytest.mark.parametrize("code", ["KL1-D3N-AAAAAAB", "DS1-D3V-AAAAAAB", "TS1-D1N-AAAAAAB"])
def test_the_left_handed_table_with_large_indices_fits_every_screen(
    page: Page, login: Login, code: str
) -> None:
    sit(page, login, code, left_handed=True, large=True, suits="four")
    for width, height in [(320, 640), (360, 740), (568, 320), (820, 1180), (1280, 800), (2560, 1440)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == [], (width, height)
        assert not page.evaluate(SCROLLS), (width, height)
        assert page.evaluate(FAN) == [], (width, height)
        assert page.evaluate(LEFT, "pile-s") > page.evaluate(LEFT, "undo" if height > width else "pile-f1")
        assert page.evaluate(LEFT, "pile-t1") < page.evaluate(LEFT, "pile-t7")


def test_the_arrows_go_where_the_piles_are_seen(page: Page, login: Login) -> None:
    hands = sit(page, login, left_handed=True)
    page.keyboard.press("w")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('.pile').id") == "pile-s"
    page.keyboard.press("Enter")
    hands.settle(2)


def test_a_left_handers_paused_table_is_read_as_ever(page: Page, login: Login) -> None:
    hands = sit(page, login, left_handed=True)
    hands.page.locator("#pile-s").click()
    hands.page.locator("#pause").click()
    words = hands.page.locator(".paused p")
    expect(words).to_be_visible()
    assert words.evaluate("one => getComputedStyle(one).direction") == "ltr"


def test_settings_help_and_another_language_leave_the_game_as_it_is(page: Page, login: Login) -> None:
    content.seed()
    hands = sit(page, login)
    page.click("#more")
    page.locator("#menu").get_by_role("link", name="Réglages").click()
    page.select_option("[name=cloth]", "plum")
    expect(page.locator("html")).to_have_attribute("data-cloth", "plum")
    page.check("[name=large]")
    page.locator(".actions .main").click()
    page.wait_for_url(f"**/partie/{hands.game.pk}/")
    expect(page.locator("html")).to_have_attribute("data-index", "large")
    page.click("#resume")
    expect(page.locator("#pile-w [data-card]")).to_have_count(3)
    # Help and another language, in the middle of the game as well.
    page.keyboard.press("?")
    page.locator("#keys a").click()
    expect(page.locator("h1")).to_have_text("Accessibilité")
    page.go_back()
    page.click("#more")
    page.locator("#menu [name=language]").click()
    page.wait_for_url(f"**/en/partie/{hands.game.pk}/")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#pile-w [data-card]")).to_have_count(3)


def test_a_reader_may_still_motion_whatever_the_device_says(page: Page, login: Login) -> None:
    hands = sit(page, login, motion="full")  # the device asks for less
    moving = "() => { Reussite.table.ask({token: 't7-t1'}); return document.getAnimations().length }"
    assert page.evaluate("Reussite.motion.calm") is False
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("document.documentElement.dataset.motion = 'less'")
    assert page.evaluate("Reussite.motion.calm") is True
    assert page.evaluate(moving) == 0
    assert hands.version >= 1


@pytest.mark.parametrize(("width", "height"), [(320, 200), (480, 270), (256, 400)])
def test_at_four_hundred_per_cent_everything_is_reached_without_scrolling_sideways(
    page: Page, login: Login, width: int, height: int
) -> None:
    hands = sit(page, login)
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#more").click()
    page.keyboard.press("Escape")
    page.locator("#undo").click()
    hands.settle(2)
    page.keyboard.press("1")
    box = page.evaluate("(() => { const {top, bottom} = document.activeElement.getBoundingClientRect();"
                        " return [top, bottom] })()")  # fmt: skip
    assert box[0] >= 0 and box[1] <= height


def test_a_card_stays_under_the_pointer_though_the_page_was_scrolled(page: Page, login: Login) -> None:
    hands = sit(page, login, "KL1-D1N-AAAAAAB")
    page.set_viewport_size({"width": 480, "height": 270})
    page.evaluate("scrollTo(0, 300)")
    assert page.evaluate("scrollY") > 50
    where = "card => { const {x, y} = card.getBoundingClientRect(); return [x, y] }"
    card, (x, y), mouse = page.locator("[data-card='2H']"), hands.spot("t7"), page.mouse
    home = card.evaluate(where)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 40, y - 8)
    carried = card.evaluate(where)
    assert abs(carried[0] - home[0] + 40) < 2 and abs(carried[1] - home[1] + 8) < 2
    mouse.move(*hands.spot("t1"))
    mouse.up()
    hands.settle(2)
    expect(page.locator("#pile-t1 [data-card='2H']")).to_be_visible()


LOOK = """([theme, cloth, suits]) => {
  Object.assign(document.documentElement.dataset, {theme, cloth, suits});
  const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const shown = (colour, ground) => {
    for (const one of [ground, colour]) { pen.fillStyle = one; pen.fillRect(0, 0, 1, 1); }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const light = rgb => rgb.map(part => linear(part / 255))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const contrast = (one, ground) => {
    const [a, b] = [light(shown(one, ground)), light(shown(ground, ground))].sort((a, b) => b - a);
    return (a + 0.05) / (b + 0.05);
  };
  const style = place => getComputedStyle(document.querySelector(place));
  const cloth_ = style('body').backgroundColor, card = document.querySelector('.column [data-card]');
  const faces = {}, indices = {}, edges = [];
  for (const suit of 'shdc') {
    card.className = `card ${suit} r5`;
    const {backgroundColor: face, color, borderTopColor: edge} = getComputedStyle(card);
    faces[suit] = face;
    indices[suit] = contrast(color, face);
    edges.push(contrast(edge, face), contrast(face, cloth_));
  }
  const place = style('.foundation .place'), back = style('.card.back');
  const lines = [place.borderTopColor, place.color, back.borderTopColor];
  edges.push(...lines.map(colour => contrast(colour, cloth_)));
  const text = ['.tool:not(:disabled)', '.banner .brand', '.figures', '.code'].map(one =>
    contrast(style(one).color, one === '.tool:not(:disabled)' ? cloth_ : style('.banner').backgroundColor));
  return {faces, indices, edges: Math.min(...edges), text: Math.min(...text)};
}"""


def test_edges_icons_and_indices_stand_out_on_every_cloth_in_light_and_dark(page: Page, login: Login) -> None:
    sit(page, login)
    for theme in ("light", "dark"):
        for cloth in ("green", "blue", "plum"):
            for suits, least in (("two", 7), ("four", 4.5)):
                found = page.evaluate(LOOK, [theme, cloth, suits])
                at = (theme, cloth, suits, found)
                assert found["edges"] >= 3 and found["text"] >= 4.5, at
                assert min(found["indices"].values()) >= least, at
                # What builds on each other is told apart by the face, where the colours are four.
                faces = found["faces"]
                assert faces["h"] == faces["d"] and faces["s"] == faces["c"], at
                assert (faces["h"] != faces["s"]) == (suits == "four"), at


def test_forced_colours_keep_the_cards_and_outline_what_is_taken(page: Page, login: Login) -> None:
    sit(page, login)
    page.emulate_media(forced_colors="active")
    red = "getComputedStyle(document.querySelector('.card.h, .card.d')).color"
    assert page.evaluate(red) != page.evaluate(
        "getComputedStyle(document.querySelector('.card.s, .card.c')).color"
    )
    page.keyboard.press("7")
    page.keyboard.press("Enter")
    expect(page.locator(".taken .card").first).to_have_css("outline-style", "solid")


def test_forced_colours_leave_the_words_on_filled_buttons_and_frame_what_lies_over_the_cloth(
    page: Page, login: Login
) -> None:
    """A browser puts a plate of the page's colour behind words that it may adjust: black on black."""
    hands = sit(page, login)
    page.emulate_media(forced_colors="active")
    hands.drag("t7", 1, "t3")
    expect(page.locator("#message")).to_have_css("outline-style", "solid")
    hands.drag("t7", 1, "t1")
    hands.settle(2)
    page.click("#more")
    page.locator("form[data-confirm] button").first.click()
    expect(page.locator("#confirm")).to_have_css("outline-style", "solid")
    yes = page.locator("#confirm-yes")
    expect(yes).to_have_css("forced-color-adjust", "none")
    assert yes.evaluate("one => getComputedStyle(one).color !== getComputedStyle(one).backgroundColor")
    page.goto("/compte/preferences/")
    expect(page.locator(".switches input[type=checkbox]").first).to_have_css("appearance", "none")
    content.seed()
    page.goto("/regles/klondike/")
    tabs = page.locator(".words-nav a:not(.button)").evaluate_all(
        "all => all.map(one => [one.hasAttribute('aria-current'), getComputedStyle(one).borderBottomStyle])"
    )
    assert len(tabs) > 2 and all((style == "solid") == current for current, style in tabs)


def test_backs_that_lie_close_stay_backs_in_high_contrast(page: Page, login: Login) -> None:
    sit(page, login, contrast=True)
    shadow = "place => getComputedStyle(document.querySelector(place)).boxShadow"
    assert page.evaluate(shadow, ".column .card.back") == "none"
    assert page.evaluate(shadow, ".column .card:not(.back)") != "none"


def test_a_double_tap_zooms_nothing_and_two_fingers_do(page: Page, login: Login) -> None:
    sit(page, login)
    action = "place => getComputedStyle(document.querySelector(place)).touchAction"
    assert page.evaluate(action, ".felt") == "pinch-zoom"
    assert page.evaluate(action, "html") == page.evaluate(action, ".tool") == "manipulation"
    assert "user-scalable" not in (page.locator("meta[name=viewport]").get_attribute("content") or "")


STRIPS = """() => [...document.querySelectorAll('#pile-t2 > li')].map((item, at, all) => {
  const box = item.firstElementChild.getBoundingClientRect(), next = all[at + 1]?.getBoundingClientRect();
  const below = next && next.top > box.top ? next.top : box.bottom;
  return [box.left, box.top, below - box.top, item.querySelector('b').getBoundingClientRect().height];
})"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (1280, 800)])
@pytest.mark.parametrize("way", ["press", "key"])
def test_a_press_or_a_key_spreads_a_crowded_column_so_that_every_index_shows(
    page: Page, login: Login, way: str, width: int, height: int
) -> None:
    hands = sit(page, login, "RU1-C-AAAAAAB")
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(CROWD, 36)
    page.mouse.move(*hands.spot("t2", 12))
    if way == "press":
        page.mouse.down()
        page.locator(".column.spread").wait_for()
        page.mouse.up()
    else:
        page.keyboard.press("2")
        page.keyboard.press("e")
    strips = page.evaluate(STRIPS)
    assert len(strips) == 36
    for left, top, strip, index in strips:
        assert strip >= 24 and strip >= index * 0.72
        assert 0 <= left < width - 20 and top >= 0 and top + strip <= height + 1
    page.keyboard.press("Escape")
    expect(page.locator(".column.spread")).to_have_count(0)
    assert hands.version == 0


def test_a_card_is_dragged_from_the_spread_column_and_the_column_closes_up(page: Page, login: Login) -> None:
    hands = sit(page, login, "RU1-C-AAAAAAB")
    page.set_viewport_size({"width": 360, "height": 300})
    move = next(action for action in hands.data["actions"] if action.startswith("t") and "-t" in action)
    source, target = move.split("-")
    pile, _, count = source.partition(":")
    page.evaluate("pile => Reussite.spread.open(document.getElementById('pile-' + pile))", pile)
    hands.drag(pile, int(count or 1), target)
    hands.settle(1)
    expect(page.locator(".column.spread")).to_have_count(0)


def test_a_fresh_deal_flies_in_until_the_first_gesture_and_never_again(page: Page, login: Login) -> None:
    user = new_player()
    login(user)
    game = begin(user, "KL1-D1N-AAAAAAB")
    # By its style, not by its animation: the first card may have come to rest on a busy machine.
    page.add_init_script(
        """document.addEventListener('DOMContentLoaded', () => {
             const flies = item => getComputedStyle(item).animationName === 'deal';
             window.flew = [...document.querySelectorAll('.column > li')].filter(flies).length;
           })"""
    )
    page.goto(f"/partie/{game.pk}/")
    assert page.evaluate("flew") == 28
    page.keyboard.press("7")
    expect(page.locator(".play.fresh")).to_have_count(0)
    expect(page.locator("#pile-t7 > li").last).to_have_css("animation-name", "none")
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    assert page.evaluate("flew") == 0
    hands = Hands(page, game)
    hands.drag("t7", 1, "t1")
    hands.settle(1)
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    assert page.evaluate("flew") == 0


HEAR = """window.heard = [];
for (const kind of ['Oscillator', 'BufferSource']) {
  const make = AudioContext.prototype['create' + kind];
  AudioContext.prototype['create' + kind] = function () { heard.push(kind); return make.call(this); };
}"""


def test_a_move_and_a_refusal_sound_only_where_sounds_are_switched_on(page: Page, login: Login) -> None:
    page.add_init_script(HEAR)
    hands = sit(page, login, "KL1-D1N-AAAAAAB", sounds=True)
    hands.tap("s")
    hands.settle(2)
    page.wait_for_function("heard.length")
    page.evaluate("heard.length = 0")
    page.wait_for_timeout(100)  # two moves within 80 ms are one sound
    hands.drag("t7", 1, "t1")
    hands.settle(3)
    assert page.evaluate("heard") == ["BufferSource"]
    page.evaluate("heard.length = 0")
    hands.drag("t1", 1, "t7")
    page.locator("#message.refused").wait_for()
    assert page.evaluate("heard") == ["Oscillator", "Oscillator"]


def test_a_deal_a_win_and_ones_turn_sound(page: Page, login: Login) -> None:
    page.add_init_script(HEAR)
    line = winning("KL1-D1V-WAFOQAD")
    user = new_player(sounds=True, automatic=False)
    login(user)
    hands = Hands(page, begin(user, "KL1-D1V-WAFOQAD", line[:-1]))
    hands.press(line[-1])
    hands.expect_result("$208")
    assert page.evaluate("heard.filter(kind => kind === 'Oscillator').length") == 4  # the win
    page.click("#sheet .main")
    page.wait_for_function("window.heard && heard.length === 7 && !heard.includes('Oscillator')")  # cards
    page.evaluate("heard.length = 0; document.getElementById('play').dataset.turn = 'above'")
    page.evaluate("document.getElementById('play').dataset.turn = 'below'")  # as a match's page does
    page.wait_for_function("heard.length === 2")


def test_without_sounds_nothing_of_them_is_loaded(page: Page, login: Login) -> None:
    sit(page, login)
    assert page.locator("script[src*=sounds]").count() == 0
