"""What administrators and Sentry are told of a fault: where and what, and nothing of a person."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from config import reports
from tests.accounts.helpers import PASSWORD
from tests.config.conftest import Log

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.config.faults")]


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False, REMOTE_ADDR="203.0.113.77")


def test_the_same_fault_is_mailed_once_in_a_while(client: Client, log: Log, settings, monkeypatch) -> None:
    settings.ADMINS = [("Ada", "ada@example.org")]
    now = [1000.0]
    monkeypatch.setattr(reports.time, "monotonic", lambda: now[0])
    for name in ("a", "b", "c"):
        client.get(f"/boom/{name}/")
    assert len(mail.outbox) == 1
    now[0] += reports.SAME
    client.get("/boom/d/")
    assert len(mail.outbox) == 2
    assert len(log.of("django.request")) == 4


def test_nobody_is_mailed_where_nobody_is_named(client: Client, log: Log, settings) -> None:
    settings.ADMINS = []
    client.get("/boom/a/")
    assert mail.outbox == []


@pytest.fixture(scope="module")
def events() -> list[dict[str, Any]]:
    """What Sentry would be sent of two requests; a process of its own, for its package rewires Django."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.config.sentry"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "PASSWORD": PASSWORD},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_sentry_is_told_where_and_what_and_not_who(events: list[dict[str, Any]]) -> None:
    (event,) = events  # and so nothing of the outage
    cause, error = event["exception"]["values"]
    assert (error["type"], error["value"]) == ("ValueError", "ValueError")
    assert cause["value"] == 'IntegrityError: duplicate key value violates unique constraint "one_name"'
    assert error["stacktrace"]["frames"][-1]["function"] == "boom"
    assert len(event["tags"]["request_id"]) == 32
    text = json.dumps(event, ensure_ascii=False)
    for word in ("nobie", "example.org", PASSWORD, "203.0.113.77", "crumbs", "vars", "sessionid"):
        assert word not in text
    assert not {"request", "user", "breadcrumbs", "extra", "logentry"} & event.keys()


def test_an_address_that_is_none_of_sentry_s_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN"):
        reports.start_sentry("https://sentry.example/")
