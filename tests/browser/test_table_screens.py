"""Every game on every screen: nothing scrolls, every card is in the window, crowded columns stay readable."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page

from games.play.owners import Owner
from games.play.services import give_up
from tests.browser.hands import Hands, begin, new_player

Login = Callable[[AbstractBaseUser], None]
SCREENS = [
    (320, 640),
    (360, 640),
    (360, 740),
    (568, 320),
    (640, 360),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1280, 800),
    (2560, 1440),
    (3840, 2160),
]
GAMES = ["KL1-D3N-AAAAAAB", "DS1-D3V-AAAAAAB", "TS1-D1N-AAAAAAB", "RU1-C-AAAAAAB", "TF1-D1N-AAAAAAB"]
OUTSIDE = """() => [...document.querySelectorAll('#table .card, .tools button:not([hidden]), #more')]
  .filter(one => one.offsetParent).map(one => [one, one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.left, box.top) < -1
    || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .map(([one, box]) => `${one.id || one.className} ${Math.round(box.right)} ${Math.round(box.bottom)}`)"""
SCROLLS = """() => document.documentElement.scrollWidth > innerWidth
  || document.documentElement.scrollHeight > innerHeight"""
SMALL = """() => [
  ...[...document.querySelectorAll('.column [data-card]')].map(card => {
    const next = card.parentElement.nextElementSibling?.getBoundingClientRect();
    const box = card.getBoundingClientRect();
    return [card, box.width, next ? next.top - box.top : box.height, 24];
  }),
  ...[...document.querySelectorAll('.tools button:not([hidden]), #more')].map(button => {
    const box = button.getBoundingClientRect();
    return [button, box.width, box.height, 44];
  }),
].filter(([, width, height, least]) => Math.min(width, height) < least - 0.5)
 .map(([one, width, height]) => [one.id || one.dataset.card, width, height])"""
FAN = """() => {
  const wrong = [];
  const look = card => {
    const box = card.getBoundingClientRect();
    const rank = card.querySelector('b').getBoundingClientRect();
    const next = card.parentElement.nextElementSibling?.getBoundingClientRect();
    const style = getComputedStyle(card);
    const [x, y] = style.backgroundPosition.split(',')[0].split(' ').map(parseFloat);
    const size = parseFloat(style.backgroundSize);
    const left = box.left + (box.width - size) * x / 100, top = box.top + (box.height - size) * y / 100;
    const right = next && next.left > box.left + 1 ? next.left : box.right;
    const bottom = next && next.top > box.top + 1 ? next.top : box.bottom;
    const apart = left >= rank.right - 2 || top >= rank.top + rank.height * 0.8;
    const whole = Math.max(left + size, rank.right) <= right + 1.5 && top + size * 0.75 <= bottom + 1;
    if (!apart || !whole) wrong.push([card.className, [left, top, size, right, bottom], rank.toJSON()]);
  };
  const cards = [...document.querySelectorAll('#pile-w.fan-3 > li > .card')].slice(-3);
  cards.forEach(look);
  const before = cards.map(card => [card, card.className, card.innerHTML]);
  const widest = {className: 'card h r10', innerHTML: '<b>10</b>'};
  for (const card of cards) Object.assign(card, widest);
  cards.forEach(look);
  for (const [card, className, innerHTML] of before) Object.assign(card, {className, innerHTML});
  return wrong;
}"""
COVERED = """() => {
  const boxes = where => [...document.querySelectorAll(where)].filter(one => one.offsetParent)
    .map(one => [one.id || one.className, one.getBoundingClientRect()]);
  const cards = boxes('#table .card'), tools = boxes('.tools button:not([hidden])');
  return tools.flatMap(([name, tool]) => cards.filter(([, card]) => tool.left < card.right - 1
    && card.left < tool.right - 1 && tool.top < card.bottom - 1 && card.top < tool.bottom - 1)
    .map(([card]) => `${name} on ${card}`));
}"""
CROWD = """count => {
  const column = document.getElementById('pile-t2');
  const cards = [...document.querySelectorAll('.column [data-card]')].map(card => card.parentElement);
  const items = Array.from({length: count}, (_, at) => cards[at % cards.length].cloneNode(true));
  column.replaceChildren(...items);
  for (const [level, least] of [[1, 11], [2, 16], [3, 22]])
    column.classList.toggle('tight-' + level, count >= least);
  const strips = [...column.children].map(item => item.getBoundingClientRect().top);
  const index = column.querySelector('b').getBoundingClientRect();
  const end = column.lastElementChild.getBoundingClientRect().bottom;
  return {strip: strips[1] - strips[0], index: index.height, end};
}"""


@pytest.mark.parametrize("code", GAMES, ids=[code[:2] for code in GAMES])
def test_the_table_fits_every_screen(page: Page, login: Login, code: str) -> None:
    user = new_player()
    login(user)
    tokens = ["s-w"] * 3 if code[:2] not in ("RU", "YU") else []
    hands = Hands(page, begin(user, code, tokens))
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == [], (width, height)
        assert not page.evaluate(SCROLLS), (width, height)
        assert page.evaluate(FAN) == [], (width, height)
        if height > 480 and width > 320:  # where the table allows: nothing is hard to hit
            assert page.evaluate(SMALL) == [], (width, height)
    assert hands.version == len(tokens)


@pytest.mark.parametrize("code", ["KL1-D3N-AAAAAAB", "DS1-D1N-AAAAAAB"], ids=["KL", "DS"])
@pytest.mark.parametrize("over", [False, True], ids=["playing", "over"])
def test_no_button_lies_on_a_card(page: Page, login: Login, code: str, over: bool) -> None:
    user = new_player()
    login(user)
    game = begin(user, code, ["s-w"] * 3)
    if over:
        give_up(game_id=game.pk, owner=Owner(user_id=user.pk))
    Hands(page, game)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".tools .call:visible").count() == over
        assert page.evaluate(COVERED) == [], (width, height)


@pytest.mark.parametrize(
    ("code", "count"),
    [("KL1-D1N-AAAAAAB", 19), ("DS1-D1N-AAAAAAB", 21), ("RU1-C-AAAAAAB", 30)],
    ids=["KL-19", "DS-21", "RU-30"],
)
def test_a_crowded_column_ends_on_screen_with_readable_indices(
    page: Page, login: Login, code: str, count: int
) -> None:
    user = new_player()
    login(user)
    Hands(page, begin(user, code))
    for width, height in [(640, 360), (360, 640), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(CROWD, count)
        assert found["end"] <= height, (width, height)
        assert not page.evaluate(SCROLLS), (width, height)
        assert found["strip"] >= 7, (width, height)
        assert found["strip"] >= found["index"] * 0.72, (width, height, found)  # capitals fill 0.72 of a line


def test_a_right_to_left_page_leaves_the_table_as_it_is(page: Page, login: Login) -> None:
    user = new_player()
    login(user)
    hands = Hands(page, begin(user, "KL1-D1N-AAAAAAB"))
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert hands.spot("t1")[0] < hands.spot("t7")[0]
    hands.drag("t7", 1, "t1")
    hands.settle(1)


def test_nothing_animates_under_reduced_motion_and_cards_travel_otherwise(page: Page, login: Login) -> None:
    user = new_player()
    login(user)
    hands = Hands(page, begin(user, "KL1-D1N-AAAAAAB"), still=False)
    moving = "() => { Reussite.table.ask({token: 't7-t1'}); return document.getAnimations().length }"
    assert page.evaluate(moving) > 0
    hands.settle(1)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("document.getAnimations().forEach(motion => motion.finish())")
    assert page.evaluate(moving.replace("t7-t1", "undo")) == 0
