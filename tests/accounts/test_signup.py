"""Signing up, confirming an address, and addresses that others have or claim."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError, connections
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import User
from tests.accounts.helpers import PASSWORD, code, log_in, player, sign_up

pytestmark = pytest.mark.django_db
CONFIRM = "/compte/confirm-email/"


def test_signing_up_logs_in_at_once_and_sends_a_code(client: Client) -> None:
    response = sign_up(client)
    assert response.status_code == 302 and response["Location"].startswith(CONFIRM)
    assert client.get("/compte/").status_code == 200
    paul = User.objects.get()
    assert (paul.username, paul.email, paul.emailaddress_set.get().verified) == ("Paul", "", False)
    assert mail.outbox[-1].to == ["paul@example.org"]


def test_the_code_confirms_the_address(client: Client) -> None:
    sign_up(client, email="Paul@Example.org")
    response = client.post(CONFIRM, {"code": code().lower()})
    assert response.status_code == 302
    paul = User.objects.get()
    assert (paul.email, paul.emailaddress_set.get().verified) == ("paul@example.org", True)


def test_a_site_without_mail_says_where_the_code_stands(
    client: Client, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    sign_up(client)
    assert "terminal" not in client.get(CONFIRM).content.decode()
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    other = Client()
    sign_up(other, "Marie", "marie@example.org")
    assert "marie@example.org" in capsys.readouterr().out
    assert "terminal" in other.get(CONFIRM).content.decode()


def test_a_wrong_code_confirms_nothing_and_three_are_enough(client: Client) -> None:
    sign_up(client)
    for _attempt in range(3):
        client.post(CONFIRM, {"code": "AAAA-AAAA"})
    client.post(CONFIRM, {"code": code()})
    assert User.objects.get().email == ""


def test_play_need_not_wait_for_the_code(client: Client) -> None:
    sign_up(client, next="/compte/preferences/")
    assert (
        'href="/compte/preferences/"' in client.get(f"{CONFIRM}?next=/compte/preferences/").content.decode()
    )


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_the_way_on_leads_to_no_other_site(client: Client, elsewhere: str) -> None:
    sign_up(client)
    page = client.get(CONFIRM, {"next": elsewhere}).content.decode()
    assert f'href="{elsewhere}"' not in page


def test_an_unconfirmed_address_resets_nothing(client: Client) -> None:
    sign_up(client)
    client.logout()
    client.post("/compte/password/reset/", {"email": "paul@example.org"})
    assert "code" not in mail.outbox[-1].subject
    assert client.post("/compte/password/reset/confirm/", {"code": "AAAA-AAAA"}).status_code in {200, 302}
    assert User.objects.get().check_password(PASSWORD)


def test_sign_up_says_the_same_for_a_known_address_and_its_owner_gets_a_word() -> None:
    player("Élodie", "elodie@example.org")
    unknown = sign_up(Client(), "Paul", "paul@example.org")
    known = sign_up(Client(), "Marie", "ELODIE@example.org")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert "compte" in mail.outbox[-1].body and "reset" in mail.outbox[-1].body
    assert "AAAA" not in mail.outbox[-1].body
    with pytest.raises(AssertionError):
        code()


def test_reset_says_the_same_for_a_known_and_an_unknown_address() -> None:
    player("Élodie", "elodie@example.org")
    known = Client().post("/compte/password/reset/", {"email": "elodie@example.org"})
    unknown = Client().post("/compte/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])


def test_login_says_the_same_for_a_known_and_an_unknown_player() -> None:
    player("Élodie", "elodie@example.org")
    pages = [log_in(Client(), login, "wrong").content for login in ("élodie", "nobody")]
    without = [page.replace(b"nobody", b"").replace("élodie".encode(), b"") for page in pages]
    errors = [page[page.index(b"errorlist") :].split(b"</ul>")[0] for page in without]
    assert errors[0] == errors[1]


def test_the_owner_of_an_address_gets_it_though_somebody_signed_up_with_it_first() -> None:
    squatter, owner = Client(), Client()
    sign_up(squatter, "Squatter", "elodie@example.org")
    sign_up(owner, "Élodie", "elodie@example.org")
    owner.post(CONFIRM, {"code": code()})
    assert User.objects.get(username="Élodie").email == "elodie@example.org"
    assert not EmailAddress.objects.filter(user__username="Squatter").exists()
    owner.logout()
    owner.post("/compte/password/reset/", {"email": "elodie@example.org"})
    owner.post("/compte/password/reset/confirm/", {"code": code()})
    password = "hirondelle-17-bleue"
    owner.post("/compte/password/reset/complete/", {"password1": password})
    assert User.objects.get(username="Élodie").check_password(password)
    assert User.objects.get(username="Squatter").check_password(PASSWORD)


def test_a_squatter_cannot_confirm_an_address_once_its_owner_has(client: Client) -> None:
    sign_up(client, "Squatter", "elodie@example.org")
    squatters_code = code()
    player("Élodie", "elodie@example.org")
    client.post(CONFIRM, {"code": squatters_code})
    assert User.objects.get(username="Squatter").email == ""


def test_unconfirmed_addresses_expire_and_the_account_stays(client: Client) -> None:
    sign_up(client)
    assert services.sweep_unconfirmed() == 0
    assert services.sweep_unconfirmed(timezone.now() + timedelta(days=8)) == 1
    assert not EmailAddress.objects.exists()
    assert log_in(Client(), "paul").status_code == 302


def test_confirmed_addresses_do_not_expire() -> None:
    player()
    assert services.sweep_unconfirmed(timezone.now() + timedelta(days=80)) == 0


def test_the_database_keeps_an_address_to_one_player() -> None:
    player("Élodie", "elodie@example.org")
    other = User.objects.create_user("Paul")
    other.email = "Elodie@Example.org"
    with pytest.raises(IntegrityError):
        other.save()


def test_a_robot_that_fills_the_trap_gets_no_account(client: Client) -> None:
    response = sign_up(client, website="https://spam.example")
    assert response.status_code == 302
    assert not User.objects.exists()


def test_the_trap_is_hidden_without_a_style_and_from_screen_readers(client: Client) -> None:
    page = client.get("/compte/signup/").content.decode()
    assert "style=" not in page
    assert '<div class="trap" aria-hidden="true">' in page


def test_sent_twice_the_sign_up_makes_one_player_and_lets_him_in(client: Client) -> None:
    sign_up(client)
    twin = Client()
    again = sign_up(twin)
    assert User.objects.count() == 1
    assert (again.status_code, twin.get("/compte/").status_code) == (302, 200)
    other = sign_up(Client(), password1="another-word-7")
    assert other.status_code == 200 and "errorlist" in other.content.decode()


def test_a_name_taken_between_check_and_write_is_an_answer_not_an_error(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    player("Paul", "other@example.org")
    monkeypatch.setattr(services, "check_name", lambda name, player=None: name)
    response = sign_up(client)
    assert (response.status_code, response["Location"]) == (302, "/compte/signup/")
    assert User.objects.count() == 1


def test_a_password_like_the_address_is_refused(client: Client) -> None:
    response = client.post(
        "/compte/signup/",
        {"username": "Paul", "email": "marguerite@example.org", "password1": "marguerite1", "website": ""},
    )
    assert response.status_code == 200 and not User.objects.exists()


def test_names_refused_elsewhere_are_refused_at_sign_up(client: Client) -> None:
    for name in ("р\u0430ul", "paul\u200b", "admin"):
        sign_up(client, name)
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_same_sign_up_sent_by_many_at_once_makes_one_player() -> None:
    def post(number: int) -> int:
        try:
            return sign_up(Client(), "Paul", f"paul{number}@example.org").status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(post, range(6)))
    assert User.objects.count() == 1
    assert set(answers) <= {200, 302}


@pytest.mark.django_db(transaction=True)
def test_the_same_sign_up_form_sent_twice_at_once_lets_both_answers_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both are checked before either is stored, as a second press without a script may be."""
    checked, check = Barrier(2), services.check_name

    def check_together(name: str, **options: Any) -> str:
        found = check(name, **options)
        checked.wait(10)
        return found

    def post(browser: Client) -> str:
        try:
            return sign_up(browser)["Location"]
        finally:
            connections.close_all()

    monkeypatch.setattr(services, "check_name", check_together)
    browsers = [Client(), Client()]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(post, browsers))
    assert User.objects.count() == 1
    assert not [answer for answer in answers if "signup" in answer]
    assert [browser.get("/compte/").status_code for browser in browsers] == [200, 200]


@pytest.mark.django_db(transaction=True)
def test_two_players_who_confirm_one_address_at_once_do_not_both_get_it() -> None:
    clients = [Client(), Client()]
    codes = []
    for client, name in zip(clients, ("Paul", "Marie"), strict=True):
        sign_up(client, name, "shared@example.org")
        codes.append(code())

    def confirm(given: tuple[Client, str]) -> int:
        try:
            return given[0].post(CONFIRM, {"code": given[1]}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(confirm, zip(clients, codes, strict=True)))
    assert User.objects.filter(email="shared@example.org").count() == 1
    assert EmailAddress.objects.filter(verified=True).count() == 1
    assert set(answers) <= {200, 302}
