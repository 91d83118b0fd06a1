"""Passkeys: a challenge is answered once, here, and by the key's own player; nonsense is refused in peace."""

import json
import re
from typing import Any

import pytest
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts import services
from accounts.models import User
from tests.accounts.helpers import confirm_password, log_in, player
from tests.security.authenticator import SoftPasskey

pytestmark = pytest.mark.django_db
ADD, LOGIN, LIST = ("/compte/2fa/webauthn/" + page for page in ("add/", "login/", ""))
NONSENSE = [
    *("", "null", "[]", "{}", "1", '"text"', "{", "[" * 3000),
    *('{"response": "text"}', '{"response": {"userHandle": 5}}', '{"response": {"userHandle": "AAAA"}}'),
    *('{"response": []}', '{"id": 1, "rawId": 2, "response": null}'),
]


@pytest.fixture(autouse=True)
def as_in_production(settings: Any) -> None:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False


@pytest.fixture
def elodie() -> User:
    return player()


def options_of(page: str) -> Any:
    """The options that a page hands to its script."""
    found = re.search(r"<script[^>]*application/json[^>]*>(.*?)</script>", page, re.DOTALL)
    assert found, page
    data = json.loads(found[1])
    return data.get("creation_options") or data["request_options"]


def registered(client: Client, passkey: SoftPasskey) -> Any:
    """Register a passkey in a browser where the password was given again; return the answer."""
    confirm_password(client)
    options = options_of(client.get(ADD).text)
    return client.post(ADD, {"name": "Clé", "passwordless": "on", "credential": passkey.register(options)})


@pytest.fixture
def passkey(elodie: User, client: Client) -> SoftPasskey:
    log_in(client, "élodie")
    made = SoftPasskey()
    assert registered(client, made).status_code == 302
    assert Authenticator.objects.filter(user=elodie, type="webauthn").count() == 1
    return made


def challenge(client: Client) -> Any:
    return client.get(LOGIN, headers={"x-requested-with": "XMLHttpRequest"}).json()["request_options"]


def handle_of(user: User) -> bytes:
    return user_pk_to_url_str(user).encode()


def is_in(client: Client) -> bool:
    return client.get("/compte/").status_code == 200


def test_a_passkey_lets_its_player_in(passkey: SoftPasskey, elodie: User) -> None:
    browser = Client()
    answer = passkey.answer(challenge(browser), handle_of(elodie))
    browser.post(LOGIN, {"credential": answer})
    assert is_in(browser)


def test_an_answer_is_worth_nothing_a_second_time_or_elsewhere(passkey: SoftPasskey, elodie: User) -> None:
    first, second = Client(), Client()
    answer = passkey.answer(challenge(first), handle_of(elodie))
    second.post(LOGIN, {"credential": answer})
    challenge(second)
    second.post(LOGIN, {"credential": answer})
    assert not is_in(second)
    first.post(LOGIN, {"credential": answer})
    first.post("/compte/logout/")
    first.post(LOGIN, {"credential": answer})
    assert not is_in(first)


@pytest.mark.parametrize(
    ("rp", "origin"),
    [
        ("testserver", "https://evil.example"),
        ("testserver", "http://testserver"),
        ("testserver", "https://testserver.evil.example"),
        ("evil.example", "https://testserver"),
    ],
)
def test_an_answer_given_to_another_site_is_refused(
    passkey: SoftPasskey, elodie: User, rp: str, origin: str
) -> None:
    passkey.rp, passkey.origin = rp, origin
    browser = Client()
    browser.post(LOGIN, {"credential": passkey.answer(challenge(browser), handle_of(elodie))})
    assert not is_in(browser)


def test_a_passkey_made_for_another_site_is_not_taken(elodie: User, client: Client) -> None:
    log_in(client, "élodie")
    assert registered(client, SoftPasskey(origin="https://evil.example")).status_code == 200
    assert not Authenticator.objects.exists()


def test_a_passkey_opens_nobody_elses_account(passkey: SoftPasskey) -> None:
    paul = player("Paul", "paul@example.org")
    browser = Client()
    browser.post(LOGIN, {"credential": passkey.answer(challenge(browser), handle_of(paul))})
    assert not is_in(browser)


def test_a_key_that_was_never_registered_opens_nothing(passkey: SoftPasskey, elodie: User) -> None:
    browser = Client()
    browser.post(LOGIN, {"credential": SoftPasskey().answer(challenge(browser), handle_of(elodie))})
    assert not is_in(browser)


def test_a_registration_without_its_challenge_is_refused(elodie: User, client: Client) -> None:
    log_in(client, "élodie")
    confirm_password(client)
    stale = options_of(client.get(ADD).text)
    client.get(ADD)
    client.post(ADD, {"name": "Clé", "credential": SoftPasskey().register(stale)})
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("what", ["remove", "edit"])
def test_another_players_passkey_is_not_there(passkey: SoftPasskey, what: str) -> None:
    other = Client()
    player("Paul", "paul@example.org")
    log_in(other, "paul")
    confirm_password(other)
    address = f"{LIST}keys/{Authenticator.objects.get(type='webauthn').pk}/{what}/"
    assert (other.get(address).status_code, other.post(address, {"name": "x"}).status_code) == (404, 404)
    assert Authenticator.objects.get(type="webauthn").data["name"] == "Clé"


def test_a_removed_passkey_opens_nothing(passkey: SoftPasskey, elodie: User, client: Client) -> None:
    client.post(f"{LIST}keys/{Authenticator.objects.get(type='webauthn').pk}/remove/")
    browser = Client()
    browser.post(LOGIN, {"credential": passkey.answer(challenge(browser), handle_of(elodie))})
    assert not Authenticator.objects.exists() and not is_in(browser)


def test_a_suspended_player_does_not_come_in_by_a_passkey(passkey: SoftPasskey, elodie: User) -> None:
    services.suspend(elodie, reason="x", by=None)
    browser = Client()
    browser.post(LOGIN, {"credential": passkey.answer(challenge(browser), handle_of(elodie))})
    assert not is_in(browser)


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_refused_in_peace_at_the_door(passkey: SoftPasskey, text: str) -> None:
    browser = Client(raise_request_exception=False)
    challenge(browser)
    assert browser.post(LOGIN, {"credential": text}).status_code in (200, 302)
    assert not is_in(browser)


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_refused_in_peace_inside(passkey: SoftPasskey, client: Client, text: str) -> None:
    client.raise_request_exception = False
    for address in (ADD, f"{LIST}reauthenticate/"):
        client.get(address)
        assert client.post(address, {"name": "x", "credential": text}).status_code in (200, 302), address
    assert Authenticator.objects.filter(type="webauthn").count() == 1


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "é" * 300])
def test_a_passkeys_name_is_words_and_no_more(passkey: SoftPasskey, client: Client, name: str) -> None:
    address = f"{LIST}keys/{Authenticator.objects.get(type='webauthn').pk}/edit/"
    client.post(address, {"name": name})
    page = client.get(LIST).text + client.get("/compte/2fa/").text
    assert "<script>alert" not in page and "<img src=x" not in page
