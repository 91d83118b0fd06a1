"""Two people at a match in two browsers, and games whose course is known, as tests need them."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, WebSocketRoute

from accounts.models import User
from games.engine.cards import card_name
from games.engine.codes import parse_code
from games.engine.duel import DuelPosition
from games.engine.shuffle import deal_duel_cards
from games.matches import services
from games.matches.models import Match
from games.matches.services import Wishes
from games.play import clock
from games.play.owners import Owner
from tests.browser.conftest import Console
from tests.browser.hands import SPOT

SIMULTANEOUS, ALTERNATE = "DK1-D1S-AAAAAAB", "DK1-D1A-AAAAAAB"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
MATCH = re.compile(r"/match/[0-9a-f-]{36}/$")
PATIENCE = 70
"""Actions without a card that goes up or turns, after which a player of `line` passes."""


# --- a game's course --------------------------------------------------------------------------------------


@cache
def line(code: str) -> tuple[str, ...]:
    """A whole game: both play up what they can, turn what they can, draw, and pass when nothing helps."""
    duel = deal(code)
    tokens: list[str] = []
    idle = {"a": 0, "b": 0}
    while not duel.over:
        letter = duel.turn or "ab"[len(tokens) % 2]
        if letter in duel.passed and duel.turn is None:
            letter = "b" if letter == "a" else "a"
        action = _choose(duel, letter, idle[letter])
        idle[letter] = 0 if action.endswith("-f") or "-t" in action else idle[letter] + 1
        tokens += duel.do(f"{letter}/{action}")
    return tuple(tokens)


def deal(code: str) -> DuelPosition:
    parsed = parse_code(code)
    return DuelPosition.deal(parsed, deal_duel_cards(parsed, settings.DEAL_KEY))


def _choose(duel: DuelPosition, letter: str, idle: int) -> str:
    actions, table = duel.legal_actions(letter), duel.seats[letter]
    up = [token for token in actions if token.endswith("-f")]
    turning = [
        token
        for token in actions
        if re.fullmatch(r"t\d(:\d+)?-t\d", token) and _turns(token, table.columns, table.down)
    ]
    placed = [token for token in actions if token.startswith("w-t")]
    if up or turning or placed:
        return (up + turning + placed)[0]
    if idle > PATIENCE:
        return "pass"
    return next((token for token in ("s-w", "w-s") if token in actions), "pass")


def _turns(token: str, columns: list[list[int]], down: list[int]) -> bool:
    source, _, count = token.partition("-")[0].partition(":")
    number = int(source[1:]) - 1
    return down[number] > 0 and len(columns[number]) - down[number] == int(count or "1")


@cache
def race() -> tuple[str, int, str]:
    """A deal, how many tokens of its line to play, and the card that both can then play on the one
    foundation that takes it."""
    for letter in range(26):
        code = f"DK1-D1S-AAAAAA{chr(65 + letter)}"
        duel = deal(code)
        for played, token in enumerate(line(code)):
            found = _contested(duel)
            if found:
                return code, played, found
            duel.do(token)
    raise AssertionError("no race in these deals")


def _contested(duel: DuelPosition) -> str:
    tops: list[set[int]] = []
    for letter in "ab":
        table = duel.seats[letter]
        sources = [t.partition("-")[0] for t in duel.legal_actions(letter) if t.endswith("-f")]
        tops.append({(table.waste if s == "w" else table.columns[int(s[1:]) - 1])[-1] % 52 for s in sources})
    for card in tops[0] & tops[1]:
        row = duel.slots.row(card // 13)
        if [height == card % 13 for height in row].count(True) == 1:
            return card_name(card)
    return ""


# --- a match on the server --------------------------------------------------------------------------------


def new_player(name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.org", "a long pass phrase")


def seated(one: User, two: User, code: str = "", **wishes: Any) -> Match:
    """A table at which both have sat down."""
    owner, other = Owner(user_id=one.pk), Owner(user_id=two.pk)
    match = services.create(owner=owner, wishes=Wishes(**wishes), typed_code=code, key=uuid4())
    services.join(match_id=match.pk, owner=other)
    return match


def begun(one: User, two: User, code: str, tokens: tuple[str, ...] = (), **wishes: Any) -> Match:
    """A match under way on a known deal, played as far as `tokens` go; `one` is seat a."""
    match = seated(one, two, code, **wishes)
    for user in (one, two):
        services.ready(match_id=match.pk, owner=Owner(user_id=user.pk))
    start = clock.now() - timedelta(seconds=5)
    Match.objects.filter(pk=match.pk).update(first=1, starts_at=start, turn_since=start)
    for token in tokens:
        letter, _, action = token.partition("/")
        outcome = services.act_as(match_id=match.pk, number="ab".index(letter) + 1, token=action)
        assert outcome.refusal is None, token
    return Match.objects.get(pk=match.pk)


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


# --- a person in a browser --------------------------------------------------------------------------------


class Person:
    """Somebody's browser: its page, and every byte of the site that reached it."""

    def __init__(
        self, browser: Browser, site: str, console: Console, user: User | None, **options: Any
    ) -> None:
        options = {"locale": "fr-FR", "timezone_id": "Europe/Paris", "base_url": site, **options}
        self.context = browser.new_context(**options)
        console.watch(self.context)
        self.user = user
        if user is not None:
            self.log_in(site, user)
        self.received: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.emulate_media(reduced_motion="reduce")
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def log_in(self, site: str, user: User) -> None:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        self.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site}])

    def _frame(self, payload: Any) -> None:
        self.received.append(payload if isinstance(payload, str) else str(payload))

    def open(self, match: Match) -> None:
        """Go to the match's table and wait until the socket has shown it."""
        response = self.page.goto(f"/match/{match.pk}/")
        assert response is not None
        self.received.append(response.text())
        self.connected()

    def connected(self) -> None:
        self.page.wait_for_function("() => window.Reussite && Reussite.table && Reussite.table.connected")

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("Reussite.table.data")
        return found

    def sees(self, version: int) -> None:
        """Wait until the page shows a version and nothing is on its way."""
        calm = "v => Reussite.table.data.version >= v && !Reussite.table.pending()"
        self.page.wait_for_function(calm, arg=version, timeout=10_000)

    def shown(self) -> list[list[str]]:
        """The cards of all piles as the page shows them: of the foundations, the own side, the other."""
        found: list[list[str]] = self.page.evaluate(
            """() => [...document.querySelectorAll('#table .pile')].map(pile =>
                 [pile.id, pile.children.length + '',
                  ...[...pile.querySelectorAll('[data-card]')].map(card => card.dataset.card)])"""
        )
        return found

    def spot(self, pile: str, count: int = 1) -> tuple[float, float]:
        x, y = self.page.evaluate(SPOT, [pile, count])
        return x, y

    def act(self, action: str) -> None:
        """Do what a token says, with the mouse, and wait until it is confirmed."""
        before = self.data["version"]
        if action in ("pass", "resign"):
            self.press(action)
        elif action in ("s-w", "w-s"):
            self.page.mouse.click(*self.spot("s"))
        else:
            self.drag(action)
        self.sees(before + 1)

    def drag(self, action: str) -> None:
        source, _, target = action.partition("-")
        pile, _, count = source.partition(":")
        (x, y), (to_x, to_y) = (
            self.spot(pile, int(count or "1")),
            self.spot("f4" if target == "f" else target),
        )
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to_x) / 2, (y + to_y) / 2)
        mouse.move(to_x, to_y)
        mouse.up()

    def press(self, name: str) -> None:
        """Pass or resign, saying yes if asked once more."""
        self.page.click(f"#{name}")
        if self.page.locator("#confirm").is_visible():
            self.page.click("#confirm-yes")

    def do(self, value: str) -> None:
        """Press the button that asks for something beside a card."""
        self.page.locator(f'[name="do"][value="{value}"]:visible').first.click()

    def close(self) -> None:
        self.context.close()


Enter = Callable[..., Person]
"""`enter(user)`: a browser of that person's; `enter()`: a stranger's."""


class Wire:
    """The socket of a page in the hands of a test: messages are held, dropped, doubled, or it breaks."""

    def __init__(self, page: Page) -> None:
        self.held: list[Any] | None = None
        self.drop = 0
        self.double = self.down = False
        self.open: list[WebSocketRoute] = []
        self.routes = 0
        page.route_web_socket(re.compile(r"/ws/match/"), self._route)

    def _route(self, socket: WebSocketRoute) -> None:
        if self.down:
            socket.close()
            return
        server = socket.connect_to_server()
        self.routes += 1
        self.open.append(socket)

        def down(message: Any) -> None:
            if json.loads(message)["type"] == "change" and self.drop:
                self.drop -= 1
            elif self.held is not None:
                self.held.append((socket, message))
            else:
                socket.send(message)
                if self.double:
                    socket.send(message)

        server.on_message(down)
        socket.on_message(server.send)

    def hold(self) -> None:
        self.held = []

    def release(self) -> None:
        held, self.held = self.held or [], None
        for socket, message in held:
            socket.send(message)

    def cut(self, *, down: bool = False) -> None:
        """Break the line; `down`: nor is there another one until `down` is taken back."""
        self.down = down
        for socket in self.open:
            socket.close()
        self.open.clear()


def hidden_names(seen: set[str]) -> set[str]:
    """The cards that nobody may have seen, by code."""
    return {card_name(card) for card in range(52)} - seen


def agree(one: Person, two: Person) -> None:
    """Both pages show the same table, each from its own side."""
    mirrored = [[_other(pile[0]), *pile[1:]] for pile in two.shown()]
    assert sorted(one.shown()) == sorted(mirrored)


def _other(pile: str) -> str:
    if "pile-f" in pile:
        return pile
    return pile.removeprefix("their-") if pile.startswith("their-") else f"their-{pile}"


__all__ = [
    "ALTERNATE",
    "MATCH",
    "PHONE",
    "SIMULTANEOUS",
    "Enter",
    "Person",
    "Wire",
    "agree",
    "begun",
    "fresh",
    "hidden_names",
    "line",
    "race",
    "seated",
]
