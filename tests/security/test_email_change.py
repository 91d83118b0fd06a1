"""The change of address: nobody takes an account over, nobody learns who plays, nobody is locked out."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.helpers import PASSWORD, code, confirm_password, log_in, player, sign_up

pytestmark = pytest.mark.django_db
EMAIL, CONFIRM = "/compte/email/", "/compte/confirm-email/"
OLD, NEW = "elodie@example.org", "new@example.org"


@pytest.fixture
def elodie() -> User:
    return player()


@pytest.fixture
def inside(elodie: User, client: Client) -> Client:
    """A browser in which the password was given again."""
    log_in(client, "élodie")
    confirm_password(client)
    return client


def ask(client: Client, email: str = NEW) -> str:
    """Ask for a change; return the code that was sent to the new address."""
    client.post(EMAIL, {"action_add": "1", "email": email})
    assert mail.outbox[-1].to == [email]
    return code()


def address_of(user: User) -> list[tuple[str, bool]]:
    user.refresh_from_db()
    return [(user.email, True), *EmailAddress.objects.filter(user=user).values_list("email", "verified")]


@pytest.mark.parametrize("action", ["action_add", "action_remove", "action_primary"])
def test_without_the_password_again_nothing_changes(elodie: User, client: Client, action: str) -> None:
    log_in(client, "élodie")
    answer = client.post(EMAIL, {action: "1", "email": OLD if action != "action_add" else NEW})
    assert answer.status_code == 302
    assert address_of(elodie) == [(OLD, True), (OLD, True)]
    assert not mail.outbox


def test_a_post_from_before_the_password_is_not_carried_out_for_somebody_else(client: Client) -> None:
    player()
    paul = player("Paul", "paul@example.org")
    log_in(client, "élodie")
    client.post(EMAIL, {"action_add": "1", "email": NEW})
    client.post("/compte/logout/")
    log_in(client, "paul")
    client.post("/compte/reauthenticate/", {"password": PASSWORD, "next": EMAIL})
    assert address_of(paul) == [("paul@example.org", True), ("paul@example.org", True)]


def test_until_it_is_confirmed_the_old_address_holds(elodie: User, inside: Client) -> None:
    ask(inside)
    elodie.refresh_from_db()
    assert elodie.email == OLD
    outside = Client()
    outside.post("/compte/password/reset/", {"email": NEW})
    assert not re.search(r"^ {4}[A-Z]{4}-[A-Z]{4}$", mail.outbox[-1].body, re.MULTILINE)
    outside.post("/compte/password/reset/", {"email": OLD})
    assert mail.outbox[-1].to == [OLD] and code()


def test_a_code_is_worth_nothing_in_another_browser(elodie: User, inside: Client) -> None:
    sent = ask(inside)
    for other in (Client(), Client()):
        log_in(other, "élodie")
        other.post(CONFIRM, {"code": sent})
    elodie.refresh_from_db()
    assert elodie.email == OLD


def test_another_players_code_confirms_nothing(elodie: User, inside: Client) -> None:
    ask(inside)
    paul = Client()
    sign_up(paul, "Paul", "paul@example.org")
    inside.post(CONFIRM, {"code": code()})
    elodie.refresh_from_db()
    assert elodie.email == OLD and User.objects.get(username="Paul").email == ""


def test_a_code_is_guessed_three_times_and_a_new_one_starts_anew(elodie: User, inside: Client) -> None:
    sent = ask(inside)
    for _ in range(3):
        inside.post(CONFIRM, {"code": "AAAA-AAAA"})
    inside.post(CONFIRM, {"code": sent})
    elodie.refresh_from_db()
    assert elodie.email == OLD
    assert ask(inside) != sent


def test_a_code_is_used_once(elodie: User, inside: Client) -> None:
    sent = ask(inside)
    inside.post(CONFIRM, {"code": sent})
    ask(inside, "third@example.org")
    inside.post(CONFIRM, {"code": sent})
    elodie.refresh_from_db()
    assert elodie.email == NEW


def test_a_code_is_long_enough_not_to_be_guessed() -> None:
    from allauth.account.adapter import get_adapter

    codes = {get_adapter().generate_email_verification_code() for _ in range(200)}
    letters = set("".join(codes)) - {"-"}
    assert len(codes) == 200 and all(len(made.replace("-", "")) == 8 for made in codes)
    assert len(letters) >= 16


def test_the_only_address_is_not_taken_away(elodie: User, inside: Client) -> None:
    inside.post(EMAIL, {"action_remove": "1", "email": OLD})
    assert address_of(elodie) == [(OLD, True), (OLD, True)]


def test_an_unconfirmed_address_does_not_become_the_first(elodie: User, inside: Client) -> None:
    ask(inside)
    inside.post(EMAIL, {"action_primary": "1", "email": NEW})
    elodie.refresh_from_db()
    assert elodie.email == OLD
    assert EmailAddress.objects.get(user=elodie, primary=True).email == OLD


@pytest.mark.parametrize("action", ["action_send", "action_remove", "action_primary"])
def test_another_players_address_cannot_be_touched(inside: Client, action: str) -> None:
    paul = player("Paul", "paul@example.org")
    inside.post(EMAIL, {action: "1", "email": "paul@example.org"})
    assert address_of(paul) == [("paul@example.org", True), ("paul@example.org", True)]
    assert not mail.outbox


def test_a_taken_address_looks_like_any_other(elodie: User, inside: Client) -> None:
    player("Paul", "paul@example.org")
    inside.get("/compte/")  # the page that welcomes
    pages = []
    for email in ("paul@example.org", "free@example.org"):
        answer = inside.post(EMAIL, {"action_add": "1", "email": email})
        page = re.sub(r'"[A-Za-z0-9]{64}"', "", inside.get(answer["Location"]).text)
        pages.append((answer.status_code, answer["Location"], page.replace(email, "…")))
    assert pages[0] == pages[1]


def test_a_taken_address_cannot_be_had_by_any_code(elodie: User, inside: Client) -> None:
    player("Paul", "paul@example.org")
    inside.post(EMAIL, {"action_add": "1", "email": "paul@example.org"})
    state = inside.session.get("account_email_verification_code") or {}
    inside.post(CONFIRM, {"code": state.get("code", "")})
    elodie.refresh_from_db()
    assert elodie.email == OLD and User.objects.get(username="Paul").email == "paul@example.org"


def test_the_old_address_is_told_and_not_the_new_name_of_it(elodie: User, inside: Client) -> None:
    sent = ask(inside)
    inside.post(CONFIRM, {"code": sent})
    told = [message for message in mail.outbox if message.to == [OLD]]
    assert len(told) == 1 and NEW not in told[0].body


@pytest.mark.parametrize(
    "email",
    [
        *("a@b.fr\nBcc: x@y.fr", "a@b.fr\r\nSubject: x", "a@b.fr,x@y.fr", "a@b.fr;x@y.fr", "<a@b.fr>"),
        "x" * 300 + "@b.fr",
    ],
)
def test_an_address_puts_nothing_into_a_mails_head(elodie: User, inside: Client, email: str) -> None:
    answer = inside.post(EMAIL, {"action_add": "1", "email": email})
    assert answer.status_code == 200 and "errorlist" in answer.text
    assert not mail.outbox


def test_an_address_that_is_too_long_is_refused_at_sign_up_too(client: Client) -> None:
    assert "errorlist" in sign_up(client, "Paul", "x" * 300 + "@b.fr").text
    assert not User.objects.exists()
