"""Logging in and out, passwords, change of address, suspension, limits, second factor, devices."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client

from accounts import services
from accounts.models import User
from config import _players
from tests.accounts.helpers import PASSWORD, code, confirm_password, log_in, player, sign_up, totp_code

pytestmark = pytest.mark.django_db


def is_in(client: Client) -> bool:
    return client.get("/compte/").status_code == 200


@pytest.mark.parametrize(
    "login", ["Élodie", "ÉLODIE", "élodie", "e\u0301lodie", "elodie@example.org", "Elodie@Example.ORG"]
)
def test_one_logs_in_by_name_or_address_in_any_case(client: Client, login: str) -> None:
    player("Élodie", "elodie@example.org")
    assert log_in(client, login).status_code == 302
    assert is_in(client)


@pytest.mark.parametrize(
    ("login", "sentence"),
    [
        ("élodie", "Le nom de joueur ou le mot de passe n’est pas correct."),
        ("elodie@example.org", "L’adresse e-mail ou le mot de passe n’est pas correct."),
    ],
)
def test_a_login_that_fails_is_told_in_the_site_s_own_words(
    client: Client, login: str, sentence: str
) -> None:
    player("Élodie", "elodie@example.org")
    assert sentence in log_in(client, login, "wrong").content.decode()


def test_five_wrong_passwords_are_enough_for_a_while(client: Client, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}
    player()
    for _attempt in range(5):
        log_in(client, "élodie", "wrong")
    assert log_in(client, "élodie").status_code == 200
    assert not is_in(client)


@pytest.mark.parametrize("login", ["paul", "paul@example.org"])
def test_a_code_sent_a_moment_ago_shuts_nobody_out(client: Client, settings, login: str) -> None:
    """A login sends no code, so how many codes an address was sent is no reason to refuse one."""
    settings.ACCOUNT_RATE_LIMITS = _players.ACCOUNT_RATE_LIMITS
    sign_up(client)
    sent, elsewhere = len(mail.outbox), Client()
    assert sent, "the limit of codes is used up"
    assert log_in(elsewhere, login).status_code == 302
    assert is_in(elsewhere)
    assert len(mail.outbox) == sent


def test_a_forgotten_password_is_replaced_by_code_and_says_so_by_mail(client: Client) -> None:
    player()
    client.post("/compte/password/reset/", {"email": "elodie@example.org"})
    client.post("/compte/password/reset/confirm/", {"code": code()})
    new = "hirondelle-17-bleue"
    client.post("/compte/password/reset/complete/", {"password1": new})
    assert is_in(client)
    assert log_in(Client(), "élodie", new).status_code == 302
    assert mail.outbox[-1].to == ["elodie@example.org"]


def test_a_new_password_ends_the_other_sessions() -> None:
    player()
    here, there = Client(), Client()
    log_in(here, "élodie")
    log_in(there, "élodie")
    new = "hirondelle-17-bleue"
    here.post("/compte/password/change/", {"oldpassword": PASSWORD, "password1": new})
    assert is_in(here) and not is_in(there)


def test_other_devices_are_listed_and_ended() -> None:
    player()
    here, there = Client(HTTP_USER_AGENT="X11; Linux Firefox/140.0"), Client(HTTP_USER_AGENT="iPhone Safari")
    log_in(here, "élodie")
    log_in(there, "élodie")
    page = here.get("/compte/sessions/").content.decode()
    assert "Firefox, Linux" in page and "Safari, iPhone" in page
    here.post("/compte/sessions/")
    assert is_in(here) and not is_in(there)


def change_address(client: Client, email: str) -> str:
    client.post("/compte/email/", {"action_add": "1", "email": email})
    return code()


def test_a_change_of_address_waits_for_the_code_and_is_told_to_the_old_one(client: Client) -> None:
    elodie = player()
    log_in(client, "élodie")
    confirm_password(client)
    new_code = change_address(client, "new@example.org")
    elodie.refresh_from_db()
    assert (mail.outbox[-1].to, elodie.email) == (["new@example.org"], "elodie@example.org")
    client.post("/compte/confirm-email/", {"code": new_code})
    elodie.refresh_from_db()
    assert elodie.email == "new@example.org"
    assert [a.email for a in EmailAddress.objects.all()] == ["new@example.org"]
    told = mail.outbox[-1]
    assert told.to == ["elodie@example.org"] and "new@example.org" not in told.body


def test_the_code_of_a_change_that_another_replaced_is_refused(client: Client) -> None:
    elodie = player()
    log_in(client, "élodie")
    confirm_password(client)
    stale = change_address(client, "first@example.org")
    change_address(client, "second@example.org")
    client.post("/compte/confirm-email/", {"code": stale})
    elodie.refresh_from_db()
    assert elodie.email == "elodie@example.org"


def test_a_change_of_address_wants_the_password_again(client: Client) -> None:
    player()
    log_in(client, "élodie")
    response = client.post("/compte/email/", {"action_add": "1", "email": "new@example.org"})
    assert response["Location"].startswith("/compte/reauthenticate/")
    assert not mail.outbox


def test_an_address_of_somebody_else_looks_like_any_other(client: Client) -> None:
    player()
    player("Paul", "paul@example.org")
    log_in(client, "élodie")
    confirm_password(client)
    client.post("/compte/email/", {"action_add": "1", "email": "paul@example.org"})
    assert mail.outbox[-1].to == ["paul@example.org"]
    with pytest.raises(AssertionError):
        code()
    assert client.get("/compte/confirm-email/").status_code == 200


def test_a_suspended_player_is_out_at_once_and_reads_why_at_login() -> None:
    elodie = player()
    inside = Client()
    log_in(inside, "élodie")
    services.suspend(elodie, reason="Insultes répétées", by=None)
    assert not is_in(inside)
    outside = Client()
    response = outside.post("/compte/login/", {"login": "élodie", "password": PASSWORD}, follow=True)
    assert "Insultes répétées" in response.content.decode()
    assert not is_in(outside)
    wrong = Client().post("/compte/login/", {"login": "élodie", "password": "x"}, follow=True)
    assert "Insultes" not in wrong.content.decode()


def test_a_reinstated_player_logs_in_again_but_the_old_session_stays_dead() -> None:
    elodie = player()
    inside = Client()
    log_in(inside, "élodie")
    services.suspend(elodie, reason="x", by=None)
    services.reinstate(elodie)
    assert not is_in(inside)
    assert log_in(Client(), "élodie")["Location"] == "/"
    assert UserSession.objects.count() == 1


def test_the_admin_login_is_the_players_login(client: Client) -> None:
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/compte/login/?next=")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("half_minute")
def test_a_second_factor_is_asked_for(client: Client) -> None:
    player()
    log_in(client, "élodie")
    confirm_password(client)
    page = client.get("/compte/2fa/totp/activate/").content.decode()
    secret = re.search(r"<code>([A-Z2-7]+)</code>", page).group(1)
    client.post("/compte/2fa/totp/activate/", {"code": totp_code(secret)})
    assert Authenticator.objects.filter(type="totp").exists()
    assert mail.outbox[-1].to == ["elodie@example.org"]
    other = Client()
    assert log_in(other, "élodie")["Location"].startswith("/compte/2fa/authenticate/")
    assert not is_in(other)
    recovery = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]
    other.post("/compte/2fa/authenticate/", {"code": recovery})
    assert is_in(other)


@pytest.mark.parametrize("path", ["/compte/", "/compte/nom/", "/compte/donnees/", "/compte/supprimer/"])
def test_account_pages_want_a_login(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == f"/compte/login/?next={path}"


def test_a_form_from_before_a_login_in_another_tab_gets_a_friendly_page() -> None:
    player()
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(), backend="django.contrib.auth.backends.ModelBackend")
    page = client.post("/compte/nom/", {"name": "Pauline", "csrfmiddlewaretoken": "x" * 64})
    assert page.status_code == 403
    assert 'href="/compte/nom/"' in page.content.decode() and "<h1>" in page.content.decode()
    assert User.objects.get().username == "Élodie"


def test_a_stale_htmx_post_loads_the_page_again_with_a_notice() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/compte/preferences/", {}, headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Refresh"], response.content) == (403, "true", b"")
    assert 'class="message warning"' in client.get("/compte/preferences/").content.decode()
