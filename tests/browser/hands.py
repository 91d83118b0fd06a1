"""Playing at the table in a browser by mouse, finger and keyboard, as tests need it."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, TimeoutError, expect

from accounts.models import User
from games.play import services
from games.play.models import Game
from games.play.owners import Owner

VECTORS = Path(__file__).parents[1] / "vectors"
SPOT = """([pile, count]) => {
  const place = document.getElementById('pile-' + pile);
  const item = place.children[place.children.length - count] || place.lastElementChild;
  const card = item.firstElementChild.getBoundingClientRect(), next = item.nextElementSibling;
  const strip = next && pile[0] === 't' ? next.getBoundingClientRect().top - card.top : card.height;
  return [card.left + card.width / 2, card.top + Math.min(strip / 2, card.height / 2)];
}"""
PLAN = f"""([pile, count, target]) => {{
  const spot = {SPOT};
  const up = count === 1 && pile in Reussite.table.data.tap;
  return [spot([pile, count]), spot([target, 1]), up];
}}"""
CALM = "v => Reussite.table.data.version >= v && !Reussite.table.pending()"
Way = Literal["tap", "drag"]


@cache
def wins() -> dict[str, dict[str, Any]]:
    """A winning line for each code of the vectors: the plain one, without take-backs."""
    found: dict[str, dict[str, Any]] = {}
    for line in json.loads((VECTORS / "wins.json").read_text()):
        found.setdefault(line["code"], line)
    return found


def winning(code: str) -> list[str]:
    """The tokens that win a deal."""
    tokens: list[str] = wins()[code]["actions"].split()
    return tokens


def new_player(name: str = "camille", **preferences: bool) -> User:
    """An account, with its choices."""
    user = User.objects.create_user(name, f"{name}@example.org", "a long pass phrase")
    user.preferences = preferences
    user.save()
    return user


def begin(user: User, code: str, tokens: list[str] | None = None, origin: str = "code") -> Game:
    """A game of that deal, played through the service as far as `tokens` go."""
    owner = Owner(user_id=user.pk)
    game = services.begin(owner=owner, code=code, origin=origin)
    for token in tokens or []:
        outcome = services.act(
            game_id=game.pk, owner=owner, token=token, version=game.version, automatic=False
        )
        assert outcome.refusal is None and not outcome.stale, token
        game = outcome.game
    return game


def press_keys(page: Page, token: str) -> None:
    """Do what a token says with the keys, at a table for one or for two."""
    press = page.keyboard.press
    source, _, target = token.partition("-")
    pile, _, group = source.partition(":")
    if token in ("s-w", "w-s", "pass"):
        return press("p" if token == "pass" else "d")
    press("w" if pile == "w" else pile[1:])
    for _ in range(int(group or "1") - 1):
        press("ArrowUp")
    if target == "f":
        return press("f")
    press("Enter")
    press(target[1:])
    press("Enter")


class Hands:
    """What a person does at the table of `game`, and what the page shows."""

    def __init__(self, page: Page, game: Game, still: bool = True) -> None:
        self.page = page
        self.game = game
        if still:
            page.emulate_media(reduced_motion="reduce")
        page.goto(f"/partie/{game.pk}/")
        page.wait_for_function("window.Reussite && Reussite.table")
        self.last = ""

    @property
    def data(self) -> dict[str, Any]:
        """The data that the script plays by."""
        found: dict[str, Any] = self.page.evaluate("Reussite.table.data")
        return found

    @property
    def version(self) -> int:
        """The version that the page has."""
        return int(self.data["version"])

    def spot(self, pile: str, count: int = 1) -> tuple[float, float]:
        """Where to press the card of a pile that has `count` - 1 cards on it."""
        x, y = self.page.evaluate(SPOT, [pile, count])
        return x, y

    def tap(self, pile: str, count: int = 1) -> None:
        """Click a card."""
        self.page.mouse.click(*self.spot(pile, count))

    def drag(self, source: str, count: int, target: str) -> None:
        """Carry cards with the mouse from a pile to another."""
        self.carry(self.spot(source, count), self.spot(target))

    def carry(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press, move and let go."""
        mouse = self.page.mouse
        (x, y), (to_x, to_y) = start, end
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to_x) / 2, (y + to_y) / 2)
        mouse.move(to_x, to_y)
        mouse.up()

    def settle(self, version: int) -> None:
        """Wait until the server has confirmed a version and nothing is on its way."""
        self.page.wait_for_function(CALM, arg=version, timeout=10_000)

    def play(self, tokens: list[str]) -> None:
        """Play actions by hand: taps up, every third move between piles dragged, the others by two taps."""
        version = self.version
        for number, token in enumerate(tokens):
            self.gesture(token, "drag" if number % 3 == 0 else "tap")
            version += 1
            try:
                self.settle(version)
            except TimeoutError as error:
                said = self.page.locator("#message").inner_text()
                raise AssertionError(f"{number}: {token} did not happen: {said!r} {self.data}") from error

    def gesture(self, token: str, way: Way) -> None:
        """Do what a token says with the hands."""
        source, _, target = token.partition("-")
        pile, _, group = source.partition(":")
        if token in ("s-w", "w-s"):
            return self.tap("s")
        goal = "f1" if target == "f" else target
        start, end, up = self.page.evaluate(PLAN, [pile, int(group or "1"), goal])
        # A second tap at once on the same pile would be the end of a double tap.
        if way == "drag" or pile == self.last or (up and target != "f"):
            self.carry(start, end)
        else:
            self.page.mouse.click(*start)
            if target != "f":
                self.page.mouse.click(*end)
        self.last = pile

    def press(self, token: str) -> None:
        """Do what a token says with the keys."""
        press_keys(self.page, token)

    def expect_result(self, score: str) -> None:
        """The sheet of the end is open and shows the score."""
        expect(self.page.locator("#total")).to_have_text(score, timeout=10_000)
        assert self.page.locator("#sheet").evaluate("sheet => sheet.open")
