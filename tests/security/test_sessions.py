"""Sessions: nobody plants one, each ends when it should, and a cookie is worth nothing elsewhere."""

from importlib import import_module
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client

from accounts import services, tokens
from accounts.models import User
from games.play.owners import SESSION_KEY
from tests.accounts.helpers import PASSWORD, code, confirm_password, log_in, player, sign_up

pytestmark = pytest.mark.django_db
COOKIE = site.SESSION_COOKIE_NAME


def stored(key: str) -> dict[str, Any]:
    """What the site keeps of a session."""
    found: dict[str, Any] = import_module(site.SESSION_ENGINE).SessionStore(key).load()
    return found


def visitor() -> Client:
    """A browser that has a session: a game was begun in it."""
    client = Client()
    client.post("/nouvelle/", {"game": "klondike"})
    assert SESSION_KEY in client.session
    return client


def key_of(client: Client) -> str:
    key: str = client.cookies[COOKIE].value
    return key


@pytest.mark.parametrize("how", ["login", "sign up", "reset"])
def test_a_session_that_somebody_planted_is_worth_nothing_after_a_login(how: str) -> None:
    client = visitor()
    planted = key_of(client)
    if how == "sign up":
        sign_up(client)
    else:
        player()
    if how == "login":
        log_in(client, "élodie")
    if how == "reset":
        client.post("/compte/password/reset/", {"email": "elodie@example.org"})
        client.post("/compte/password/reset/confirm/", {"code": code()})
        client.post("/compte/password/reset/complete/", {"password1": "hirondelle-17-bleue"})
    assert client.get("/compte/").status_code == 200
    assert key_of(client) != planted and stored(planted) == {}


def test_a_made_up_session_is_not_taken_over() -> None:
    client = Client()
    client.cookies[COOKIE] = "a" * 32
    client.post("/nouvelle/", {"game": "klondike"})
    assert key_of(client) != "a" * 32


def test_logging_in_draws_a_new_csrf_secret() -> None:
    player()
    client = Client()
    client.get("/compte/login/")
    before = client.cookies[site.CSRF_COOKIE_NAME].value
    log_in(client, "élodie")
    assert client.cookies[site.CSRF_COOKIE_NAME].value != before


def test_logging_out_ends_the_session_itself_not_only_the_cookie() -> None:
    player()
    client = Client()
    log_in(client, "élodie")
    old = key_of(client)
    client.post("/compte/logout/")
    assert stored(old) == {}
    thief = Client()
    thief.cookies[COOKIE] = old
    assert thief.get("/compte/").status_code == 302


def test_a_page_does_not_log_out_by_being_looked_at() -> None:
    player()
    client = Client()
    log_in(client, "élodie")
    client.get("/compte/logout/")
    assert client.get("/compte/").status_code == 200


def test_a_session_does_not_pass_from_one_player_to_the_next() -> None:
    player()
    player("Paul", "paul@example.org")
    client = Client()
    log_in(client, "élodie")
    confirm_password(client)
    client.post("/compte/email/", {"action_add": "1", "email": "new@example.org"})
    client.post("/compte/logout/", follow=True)
    log_in(client, "paul")
    assert "new@example.org" not in str(dict(client.session.items()))
    assert client.get("/compte/email/").text.count("new@example.org") == 0


@pytest.mark.parametrize("how", ["change", "reset", "suspension", "deletion", "devices"])
def test_what_ends_an_account_s_other_sessions(how: str) -> None:
    elodie, here, there = player(), Client(), Client()
    log_in(here, "élodie")
    log_in(there, "élodie")
    new = "hirondelle-17-bleue"
    if how == "change":
        here.post("/compte/password/change/", {"oldpassword": PASSWORD, "password1": new})
    elif how == "reset":
        outside = Client()
        outside.post("/compte/password/reset/", {"email": "elodie@example.org"})
        outside.post("/compte/password/reset/confirm/", {"code": code()})
        outside.post("/compte/password/reset/complete/", {"password1": new})
    elif how == "suspension":
        services.suspend(elodie, reason="x", by=None)
    elif how == "deletion":
        here.post("/compte/supprimer/", {"password": PASSWORD})
    else:
        here.post("/compte/sessions/")
    assert there.get("/compte/").status_code == 302


def test_the_cookies_are_for_this_site_alone_and_for_no_script() -> None:
    player()
    client = visitor()
    client.get("/matchs/")
    log_in(client, "élodie")
    client.get("/compte/nom/")
    for name in (COOKIE, "browser"):
        morsel = client.cookies[name]
        assert morsel["httponly"] and morsel["samesite"] == "Lax" and not morsel["domain"], name
    assert client.cookies[site.CSRF_COOKIE_NAME]["samesite"] == "Lax"


def test_a_session_keeps_no_password_and_no_address() -> None:
    client = Client()
    sign_up(client)
    kept = str(dict(client.session.items()))
    assert PASSWORD not in kept and User.objects.get().password not in kept


def test_sessions_are_written_as_json() -> None:
    assert site.SESSION_SERIALIZER == "django.contrib.sessions.serializers.JSONSerializer"


def test_a_reset_revokes_the_keys_that_a_thief_may_have_made_and_a_change_does_not() -> None:
    elodie = player()
    tokens.make(elodie, name="bot", scope="play")
    client = Client()
    log_in(client, "élodie")
    client.post("/compte/password/change/", {"oldpassword": PASSWORD, "password1": "hirondelle-17-bleue"})
    assert len(tokens.of_player(elodie)) == 1
    client = Client()
    client.post("/compte/password/reset/", {"email": "elodie@example.org"})
    client.post("/compte/password/reset/confirm/", {"code": code()})
    client.post("/compte/password/reset/complete/", {"password1": "fauvette-23-grise"})
    assert tokens.of_player(elodie) == []
