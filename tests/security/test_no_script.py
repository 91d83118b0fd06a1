"""The site without a script: from the first page through a whole game to its sheet; sign-up pressed twice."""

import re
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.play.models import Game, Status
from tests.accounts.helpers import PASSWORD, player
from tests.play.conftest import drawn, shortest_win

__all__ = ["drawn"]
pytestmark = pytest.mark.django_db
FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
FIELD = re.compile(r"<(?:input|button|select)\b([^>]*)>")


class Reader:
    """A browser without scripts: it follows links and sends forms as they stand on the page, with tokens."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.address, self.page = "/", ""

    def go(self, address: str) -> "Reader":
        answer = self.client.get(urljoin(self.address, address), follow=True)
        assert answer.status_code == 200, (address, answer.status_code)
        return self._at(answer, address)

    def _at(self, answer: Any, asked: str) -> "Reader":
        chain = answer.redirect_chain
        self.address = chain[-1][0] if chain else urljoin(self.address, asked)
        self.page = answer.text
        return self

    def form(self, to: str, **wanted: str) -> tuple[str, dict[str, str]]:
        """The first form that goes to an address and holds some fields: where it goes, and what it sends."""
        for attributes, body in FORM.findall(self.page):
            target = _attribute(attributes, "action") or self.address
            sent = {}
            for tag in FIELD.findall(body):
                name, kind = _attribute(tag, "name"), _attribute(tag, "type")
                if name and kind not in ("checkbox", "radio"):
                    sent.setdefault(name, _attribute(tag, "value"))
            if re.search(to, target) and all(sent.get(key) == value for key, value in wanted.items()):
                return target, sent
        raise AssertionError(f"no form to {to} with {wanted} on {self.address}")

    def send(self, to: str, wanted: dict[str, str] | None = None, **typed: str) -> "Reader":
        target, sent = self.form(to, **(wanted or {}))
        answer = self.client.post(urljoin(self.address, target), {**sent, **typed}, follow=True)
        assert answer.status_code == 200, (target, answer.status_code)
        return self._at(answer, target)


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return unescape(found[1]) if found else ""


def test_a_whole_game_is_played_from_the_first_page_to_the_sheet(drawn: Any) -> None:
    line = shortest_win("RU1-C")
    drawn(line["code"].rpartition("-")[2])
    reader = Reader().go("/")
    reader.send(r"/nouvelle/$", {"game": "RU"})
    assert re.fullmatch(r"/partie/[0-9a-f-]+/", reader.address)
    for token in line["actions"].split():
        assert f'value="{token}"' in reader.page, "every legal move is a button"
        reader.send(r"/action/$", action=token)
    assert Game.objects.get().status == Status.WON
    assert '<dialog id="sheet" class="sheet result won" open' in reader.page
    assert '<p class="total" id="total">625 points</p>' in reader.page
    reader.go(re.search(r'href="([^"]*/revoir/)"', reader.page)[1])  # type: ignore[index]
    assert "replay-controls" in reader.page


def test_one_signs_up_plays_and_logs_out_without_a_script() -> None:
    reader = Reader().go("/compte/signup/")
    reader.send(r"signup", None, username="Paul", email="paul@example.org", password1=PASSWORD)
    assert User.objects.get().username == "Paul"
    reader.go("/").send(r"/nouvelle/$", {"game": "KL"})
    assert Game.objects.get().player == User.objects.get()
    reader.go("/compte/logout/").send(r"logout")
    assert reader.client.get("/compte/").status_code == 302


@pytest.mark.parametrize("kept", ["nothing", "session", "all"])
def test_sign_up_pressed_twice_makes_one_account_and_leads_in(kept: str) -> None:
    """What the browser has taken of the first answer when it sends the second form: none of its cookies, the
    session alone, or all."""
    reader = Reader().go("/compte/signup/")
    _target, sent = reader.form("signup")
    sent |= {"username": "Paul", "email": "paul@example.org", "password1": PASSWORD}
    before = {name: morsel.value for name, morsel in reader.client.cookies.items()}
    first = reader.client.post("/compte/signup/", sent)
    assert first.status_code == 302
    if kept == "nothing":
        reader.client.cookies.clear()
    if kept != "all":
        reader.client.cookies["csrftoken"] = before["csrftoken"]
    second = reader.client.post("/compte/signup/", sent, follow=True)
    assert User.objects.count() == 1
    assert second.status_code in (200, 403)
    if second.status_code == 200:
        assert reader.client.get("/compte/").status_code == 200, "the second answer is the one that is seen"


def test_the_same_words_after_a_while_or_another_password_lead_nobody_in() -> None:
    paul = player("Paul", "paul@example.org")
    reader = Reader().go("/compte/signup/")
    typed = {"username": "PAUL", "email": "paul@example.org"}
    reader.send("signup", None, **typed, password1="another-word-7")
    assert "errorlist" in reader.page
    User.objects.filter(pk=paul.pk).update(date_joined=timezone.now() - timedelta(minutes=3))
    reader.send("signup", None, **typed, password1=PASSWORD)
    assert "errorlist" in reader.page
    assert reader.client.get("/compte/").status_code == 302
