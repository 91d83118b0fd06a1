"""The second factor: what a stolen password or an open session is worth against it."""

import re
from typing import Any

import pytest
from allauth.core.internal import ratelimit
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client

from accounts import selectors
from accounts.models import User
from config import _players
from tests.accounts.helpers import PASSWORD, code, confirm_password, log_in, player, totp_code

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("half_minute")]
AUTHENTICATE, INDEX = "/compte/2fa/authenticate/", "/compte/2fa/"
ACTIVATE, DEACTIVATE = "/compte/2fa/totp/activate/", "/compte/2fa/totp/deactivate/"
CODES, NEW_CODES = "/compte/2fa/recovery-codes/", "/compte/2fa/recovery-codes/generate/"


@pytest.fixture
def elodie() -> User:
    return player()


@pytest.fixture
def secret(elodie: User, client: Client) -> str:
    """Élodie's second factor, switched on in ``client``; what the app on her phone knows."""
    log_in(client, "élodie")
    confirm_password(client)
    found = re.search(r"<code>([A-Z2-7]+)</code>", client.get(ACTIVATE).text)
    assert found
    client.post(ACTIVATE, {"code": totp_code(found[1])})
    assert Authenticator.objects.filter(user=elodie, type="totp").exists()
    ratelimit.cache.clear()  # the code of this half minute is free for the test
    return found[1]


def recovery_codes() -> list[str]:
    codes: list[str] = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    return codes


def halfway() -> Client:
    """A browser that knows the password alone."""
    thief = Client()
    assert log_in(thief, "élodie")["Location"].startswith(AUTHENTICATE)
    return thief


def is_in(client: Client) -> bool:
    return client.get("/compte/").status_code == 200


def test_the_password_alone_opens_nothing(secret: str) -> None:
    thief = halfway()
    for page in ("", "donnees/", "2fa/", "2fa/recovery-codes/", "2fa/totp/activate/", "sessions/", "email/"):
        assert thief.get(f"/compte/{page}").status_code == 302, page
    assert thief.get("/api/v1/games/").status_code in (401, 404)
    assert "_auth_user_id" not in thief.session


def test_a_new_password_by_mail_does_not_go_round_it(secret: str) -> None:
    thief = Client()
    thief.post("/compte/password/reset/", {"email": "elodie@example.org"})
    thief.post("/compte/password/reset/confirm/", {"code": code()})
    thief.post("/compte/password/reset/complete/", {"password1": "hirondelle-17-bleue"})
    assert not is_in(thief)
    thief.post(AUTHENTICATE, {"code": totp_code(secret)})
    assert is_in(thief)


def test_a_code_is_worth_nothing_a_second_time(secret: str) -> None:
    seen = totp_code(secret)
    first = halfway()
    first.post(AUTHENTICATE, {"code": seen})
    assert is_in(first)
    second = halfway()
    second.post(AUTHENTICATE, {"code": seen})
    assert not is_in(second)


def test_a_code_is_guessed_five_times(secret: str, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = _players.ACCOUNT_RATE_LIMITS
    for n in range(5):
        thief = Client(REMOTE_ADDR=f"192.0.2.{n}")
        log_in(thief, "élodie")
        thief.post(AUTHENTICATE, {"code": "000000"})
    thief = Client(REMOTE_ADDR="192.0.2.9")
    log_in(thief, "élodie")
    thief.post(AUTHENTICATE, {"code": totp_code(secret)})
    assert not is_in(thief)


@pytest.mark.parametrize("guess", ["", " ", "0", "０００００００", "1" * 5000, "null", "'; --"])
def test_what_is_no_code_is_refused_in_peace(secret: str, guess: str) -> None:
    thief = halfway()
    assert thief.post(AUTHENTICATE, {"code": guess}).status_code == 200
    assert not is_in(thief)


def test_a_recovery_code_is_used_once(secret: str) -> None:
    one = recovery_codes()[0]
    for expected in (True, False):
        browser = halfway()
        browser.post(AUTHENTICATE, {"code": one})
        assert is_in(browser) == expected


def test_new_recovery_codes_end_the_old_ones(secret: str, client: Client) -> None:
    old = recovery_codes()
    client.post(NEW_CODES)
    assert not set(old) & set(recovery_codes())
    browser = halfway()
    browser.post(AUTHENTICATE, {"code": old[0]})
    assert not is_in(browser)


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("get", ACTIVATE),
        ("post", ACTIVATE),
        ("get", DEACTIVATE),
        ("post", DEACTIVATE),
        ("get", CODES),
        ("get", f"{CODES}download/"),
        ("post", NEW_CODES),
        ("get", "/compte/2fa/webauthn/add/"),
        ("post", "/compte/2fa/webauthn/add/"),
    ],
)
def test_an_open_session_alone_changes_and_shows_nothing(secret: str, method: str, address: str) -> None:
    left_open = halfway()
    left_open.post(AUTHENTICATE, {"code": totp_code(secret)})
    before = list(Authenticator.objects.values_list("pk", "data"))
    answer = getattr(left_open, method)(address)
    assert answer.status_code in (302, 403) or (address == ACTIVATE and answer.status_code == 404), answer
    assert not any(one in answer.text for one in [secret, *recovery_codes()])
    assert list(Authenticator.objects.values_list("pk", "data")) == before


def test_the_secret_is_shown_while_it_is_set_up_and_never_again(
    secret: str, client: Client, elodie: User
) -> None:
    pages = [client.get(page).text for page in (INDEX, DEACTIVATE, "/compte/", "/compte/donnees/")]
    assert not any(secret in page for page in pages)
    assert secret not in str(selectors.export(elodie))
    assert secret not in str(dict(client.session.items()))


@pytest.mark.parametrize("address", [ACTIVATE, CODES, f"{CODES}download/"])
def test_no_cache_keeps_a_page_with_a_secret(secret: str, client: Client, address: str) -> None:
    if address == ACTIVATE:
        client.post(DEACTIVATE)
    answer = client.get(address)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]


def test_switching_it_off_takes_the_recovery_codes_along_and_is_told(
    secret: str, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        client.post(DEACTIVATE)
    assert not Authenticator.objects.exists()
    assert mail.outbox[-1].to == ["elodie@example.org"]
    assert log_in(Client(), "élodie")["Location"] == "/"


def test_a_new_password_does_not_switch_it_off(secret: str, client: Client) -> None:
    new = "hirondelle-17-bleue"
    client.post("/compte/password/change/", {"oldpassword": PASSWORD, "password1": new})
    assert log_in(Client(), "élodie", new)["Location"].startswith(AUTHENTICATE)


def test_staff_come_in_by_it_too(secret: str, elodie: User) -> None:
    User.objects.filter(pk=elodie.pk).update(is_staff=True, is_superuser=True)
    thief = halfway()
    assert thief.get("/admin/").status_code == 302
    direct = Client()
    direct.post("/admin/login/", {"username": "Élodie", "password": PASSWORD})
    assert direct.get("/admin/").status_code == 302


def test_a_suspended_player_is_not_let_in_halfway(secret: str, elodie: User) -> None:
    thief = halfway()
    User.objects.filter(pk=elodie.pk).update(is_active=False)
    thief.post(AUTHENTICATE, {"code": totp_code(secret)})
    assert not is_in(thief)
