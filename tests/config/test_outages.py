"""The database away or too busy: 503 of our own, in both languages, told once; readiness; the pool."""

import sqlite3
import time
from collections.abc import Iterator
from unittest import mock

import psycopg
import pytest
from django.core import mail
from django.db import IntegrityError, InterfaceError, OperationalError, connection
from django.db.backends.postgresql.base import DatabaseWrapper
from django.test import Client

from config import gate, reports
from config._storage import database
from games import outages
from games.api.catalogue import CatalogueView
from tests.config.conftest import Log

AWAY = ["away", "08006", "57P01", "57P03", "53100", "53300", "58030"]
BUSY = ["40P01", "40001", "55P03", "57014"]


@pytest.fixture(autouse=True)
def open_gate() -> Iterator[None]:
    yield
    gate.outage.away = False


@pytest.fixture
def client(db: None) -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.urls("tests.config.faults")
@pytest.mark.parametrize(
    ("path", "language", "words"),
    [
        ("/database/away/", "fr", "De retour dans un instant"),
        ("/en/database/away/", "en", "Back in a moment"),
        ("/database/40P01/", "fr", "De retour dans un instant"),
    ],
)
def test_the_page_says_so_and_when_to_come_again(
    client: Client, path: str, language: str, words: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5" and answer["Cache-Control"] == "no-store"
    assert f'<html lang="{language}">' in answer.text and words in answer.text
    assert "10.1.2.3" not in answer.text and "Traceback" not in answer.text


@pytest.mark.urls("tests.config.faults")
def test_a_program_is_told_in_its_own_form(client: Client) -> None:
    answer = client.get("/api/database/away/")
    assert answer.status_code == 503 and answer["Retry-After"] == "5"
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["reason"] == "unavailable"


def test_the_api_hands_an_outage_on(client: Client, monkeypatch) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise raised(OperationalError(), psycopg.OperationalError())

    monkeypatch.setattr(CatalogueView, "get", away)
    answer = client.get("/api/v1/catalogue/")
    assert answer.status_code == 503 and answer["Retry-After"] == "5"
    assert answer.json()["reason"] == "unavailable"


@pytest.mark.urls("tests.config.faults")
def test_an_outage_is_logged_once_and_mailed_to_nobody(
    client: Client, log: Log, settings, monkeypatch
) -> None:
    settings.ADMINS = [("Ada", "ada@example.org")]
    monkeypatch.setattr(reports.OutageFilter, "EVERY", 3600.0)
    for _again in range(3):
        client.get("/database/away/")
    (line,) = log.of("django.request")
    assert line["message"] == (
        "the database is away: OperationalError: connection to server at [address], port 5432 failed"
    )
    assert "trace" not in line
    assert mail.outbox == []


@pytest.mark.urls("tests.config.faults")
def test_a_deadlock_is_told_with_its_trace(client: Client, log: Log, settings) -> None:
    settings.ADMINS = [("Ada", "ada@example.org")]
    client.get("/database/40P01/")
    (line,) = log.of("django.request")
    assert "DeadlockDetected" in line["trace"]
    assert mail.outbox[0].subject == "[Réussite] database OperationalError"


def raised(error: Exception, cause: Exception | None) -> Exception:
    """An error as Django raises it, over its driver's."""
    error.__cause__ = cause
    return error


@pytest.mark.parametrize("state", AWAY + BUSY)
def test_what_postgresql_says_of_itself_is_no_fault_of_ours(state: str) -> None:
    cause = psycopg.OperationalError() if state == "away" else psycopg.errors.lookup(state)()
    error = raised(OperationalError(), cause)
    assert outages.unavailable(error)
    assert outages.gone(error) is (state in AWAY)


def test_what_is_a_fault_of_ours_stays_one() -> None:
    assert not outages.unavailable(raised(IntegrityError(), psycopg.errors.UniqueViolation()))
    assert not outages.unavailable(raised(OperationalError(), sqlite3.OperationalError("no such table: x")))
    assert not outages.unavailable(ValueError())
    assert not outages.unavailable(None)
    assert outages.gone(raised(InterfaceError(), psycopg.InterfaceError()))


def test_a_locked_file_is_busy(tmp_path) -> None:
    first, second = (sqlite3.connect(tmp_path / "x.sqlite3", timeout=0) for _ in range(2))
    first.execute("BEGIN EXCLUSIVE")
    with pytest.raises(sqlite3.OperationalError) as caught:
        second.execute("BEGIN IMMEDIATE")
    first.close(), second.close()
    assert outages.busy(raised(OperationalError(), caught.value))


def pooled(monkeypatch: pytest.MonkeyPatch, url: str, **pool: float) -> DatabaseWrapper:
    """A connection of its own, as the settings make it from a URL."""
    monkeypatch.setenv("DATABASE_URL", url)
    made = database()
    made["OPTIONS"]["pool"] |= pool
    return DatabaseWrapper({**connection.settings_dict, **made, "TEST": {}}, alias="tried")


@pytest.mark.django_db
def test_without_a_server_a_request_waits_no_longer_than_the_pool_says(monkeypatch) -> None:
    tried = pooled(monkeypatch, "postgres://nobody@127.0.0.1:9/none", timeout=0.2)
    began = time.monotonic()
    with pytest.raises(OperationalError) as caught:
        tried.ensure_connection()
    tried.close_pool()
    assert outages.gone(caught.value)
    assert time.monotonic() - began < 5


def test_while_one_asks_for_the_database_the_others_are_answered_at_once(client: Client, monkeypatch) -> None:
    """And the one's answer opens the gate again."""
    gate.outage.noticed(raised(OperationalError(), psycopg.OperationalError()))
    inside: list[int] = []

    def ask() -> None:
        if not inside:  # the page that is let in asks for its connection too
            inside.append(client.get("/en/").status_code)

    monkeypatch.setattr(connection, "ensure_connection", ask)
    assert client.get("/en/").status_code == 200
    assert inside == [503]
    assert not gate.outage.away


def test_the_gate_stays_shut_until_the_database_is_back(client: Client, monkeypatch) -> None:
    gate.outage.noticed(raised(OperationalError(), psycopg.OperationalError()))
    with monkeypatch.context() as patched:
        patched.setattr(connection, "ensure_connection", mock.Mock(side_effect=OperationalError()))
        for path, words in (("/en/", "Back in a moment"), ("/", "De retour dans un instant")):
            answer = client.get(path)
            assert answer.status_code == 503 and words in answer.text
        assert client.get("/healthz").status_code == 200
    assert client.get("/en/").status_code == 200


def test_what_is_only_busy_shuts_no_gate() -> None:
    gate.outage.noticed(raised(OperationalError(), psycopg.errors.DeadlockDetected()))
    gate.outage.noticed(None)
    assert not gate.outage.away


@pytest.mark.skipif(connection.vendor != "postgresql", reason="needs PostgreSQL's pool")
@pytest.mark.django_db
def test_a_pool_that_is_used_up_answers_503_and_not_500(monkeypatch) -> None:
    here = connection.settings_dict
    url = f"postgres://{here['USER']}:{here['PASSWORD']}@{here['HOST']}:{here['PORT']}/{here['NAME']}"
    monkeypatch.setenv("DATABASE_POOL", "1")
    first = pooled(monkeypatch, url, timeout=0.2)
    first.ensure_connection()
    second = DatabaseWrapper(first.settings_dict, alias="tried")
    with pytest.raises(OperationalError) as caught:
        second.ensure_connection()
    assert outages.gone(caught.value)
    first.close()
    second.ensure_connection()
    second.close()
    second.close_pool()
