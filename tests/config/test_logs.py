"""The log: one line a request, findable by its id, and nothing of a person."""

import logging

import pytest
from django.core import mail
from django.db import IntegrityError, OperationalError
from django.test import Client

from accounts.models import User
from config.private import error_words, hide
from tests.accounts.helpers import PASSWORD, log_in, player, sign_up
from tests.config.conftest import Log

ADDRESS = "203.0.113.77"


@pytest.mark.django_db
def test_a_request_leaves_one_line_that_names_the_route_and_not_the_path(log: Log) -> None:
    player("Élodie")
    Client().get("/joueur/Élodie/?voir=secret")
    (line,) = log.lines
    assert line["message"] == "request" and line["logger"] == "config.access"
    assert (line["method"], line["route"], line["status"]) == ("GET", "games:player", 200)
    assert line["ms"] > 0
    assert "lodie" not in log.text and "secret" not in log.text


@pytest.mark.django_db
def test_wrong_passwords_and_sign_ups_leave_nobody_in_the_log(log: Log, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}
    client = Client(REMOTE_ADDR=ADDRESS, headers={"user-agent": "Spion/7"})
    player("Zénobie", "zenobie@example.org")
    for _attempt in range(7):
        assert log_in(client, "zenobie@example.org", "wrong-pass-word").status_code == 200
    assert sign_up(client, "Balthazar", "balthazar@example.org").status_code == 302
    assert User.objects.filter(username="Balthazar").exists()
    client.get("/compte/nowhere/Balthazar/?code=ABCD-EFGH")
    assert {"account_login", "account_signup", "none"} <= {line["route"] for line in log.of("config.access")}
    for word in ("nobie", "althazar", "wrong-pass", PASSWORD, ADDRESS, "ABCD", "Spion", "nowhere", "@"):
        assert word not in log.text


@pytest.mark.django_db
@pytest.mark.urls("tests.config.faults")
def test_an_error_500_says_where_and_not_who_in_the_log_and_by_mail(log: Log, settings) -> None:
    settings.ADMINS = [("Ada", "ada@example.org")]
    client = Client(raise_request_exception=False, REMOTE_ADDR=ADDRESS)
    client.cookies["theme"] = "cookie-crumbs"
    answer = client.post("/boom/Zénobie/?mail=zenobie@example.org", {"password": PASSWORD})
    assert answer.status_code == 500
    (line,) = log.of("django.request")
    assert line["message"] == "Internal Server Error: boom"
    assert "in boom\n" in line["trace"] and line["trace"].endswith("ValueError")
    assert 'unique constraint "one_name"\n' in line["trace"]
    (letter,) = mail.outbox
    assert letter.subject == "[Réussite] boom ValueError"
    assert f"Request: {answer['X-Request-ID']}" in letter.body and "in boom\n" in letter.body
    for word in ("nobie", "example.org", PASSWORD, ADDRESS, "crumbs"):
        assert word not in log.text and word not in letter.body


@pytest.mark.django_db
def test_what_django_says_of_a_request_loses_its_path(log: Log) -> None:
    client = Client(enforce_csrf_checks=True)
    client.post("/compte/login/?next=/joueur/Jeanne/", {"login": "Jeanne"})
    client.get("/", headers={"host": "jeanne.example"})
    logging.getLogger("django.security.csrf").warning("said at all")
    assert [line["message"] for line in log.of("django.security.csrf")] == [
        "Forbidden (CSRF cookie not set.): account_login",
        "said at all",
    ]
    assert [line["message"] for line in log.of("django.security.DisallowedHost")] == ["DisallowedHost: none"]
    assert "eanne" not in log.text


def test_the_id_is_the_trusted_proxy_s_else_made_here(client: Client, settings, log: Log) -> None:
    given = {"x-request-id": "0123456789abcdef-from-proxy"}
    made = client.get("/manifest.webmanifest", headers=given)["X-Request-ID"]
    assert len(made) == 32 and made != given["x-request-id"]
    settings.TRUSTED_PROXIES = 1
    assert client.get("/manifest.webmanifest", headers=given)["X-Request-ID"] == given["x-request-id"]
    broken = client.get("/manifest.webmanifest", headers={"x-request-id": 'x"}\n{"level":'})["X-Request-ID"]
    assert len(broken) == 32
    assert [line["request_id"] for line in log.lines] == [made, given["x-request-id"], broken]


def test_lines_of_a_request_carry_its_id(log: Log, client: Client, monkeypatch) -> None:
    monkeypatch.setattr(
        "config.views.gettext", lambda text: logging.getLogger("games").warning("inside") or text
    )
    answer = client.get("/manifest.webmanifest")
    assert {line["request_id"] for line in log.of("games")} == {answer["X-Request-ID"]}
    logging.getLogger("games").warning("outside")
    assert "request_id" not in log.lines[-1]


def test_uvicorn_s_lines_with_addresses_are_left_out(log: Log) -> None:
    server, access = logging.getLogger("uvicorn.error"), logging.getLogger("uvicorn.access")
    server.info('%s - "WebSocket %s" [accepted]', "203.0.113.77:5", "/ws/match/1/?lang=fr")
    server.info("connection open")
    access.info('%s - "%s %s HTTP/%s" %d', "203.0.113.77:5", "GET", "/?a=b", "1.1", 200)
    server.info("Shutting down")
    assert [line["message"] for line in log.lines] == ["Shutting down"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("mail to zoe.b@example.org failed", "mail to [mail] failed"),
        ("from 203.0.113.77:4711 and 2001:db8::5", "from [address]:4711 and [address]"),
        (
            "connection to 127.0.0.1:5432 at 12:30:45",
            "connection to 127.0.0.1:5432 at 12:30:45",
        ),
        ("GET /a/?next=/joueur/Zoe/ refused", "GET /a/?[query] refused"),
        ("session 8f3a9c0d1e2b4a5f6a7b8c9d0e1f2a3b gone", "session [key] gone"),
        ("ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED", "ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED"),
        ("Django 5.2.19 on ::1", "Django 5.2.19 on ::1"),
    ],
)
def test_what_looks_personal_is_hidden(text: str, left: str) -> None:
    assert hide(text) == left


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("Zoé"), "ValueError"),
        (KeyError("Zoé"), "KeyError"),
        (
            AttributeError("'NoneType' has no attribute 'pk'"),
            "AttributeError: 'NoneType' has no attribute 'pk'",
        ),
        (IntegrityError('violates "one"\nDETAIL:  Key (name)=(Zoé)'), 'IntegrityError: violates "one"'),
        (OperationalError("server closed the connection"), "OperationalError: server closed the connection"),
        (
            ConnectionRefusedError(111, "Connection refused"),
            "ConnectionRefusedError: [Errno 111] Connection refused",
        ),
        (OSError("zoe@example.org"), "OSError"),
    ],
)
def test_an_exception_tells_its_words_only_where_they_are_of_machines(error: Exception, words: str) -> None:
    assert error_words(error) == words
