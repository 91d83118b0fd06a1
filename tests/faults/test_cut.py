"""What is cut off in the middle: the connection to the database, and a request that never ends."""

import asyncio
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.db import connection

from config import gate
from games.play.models import Game
from games.play.services import verify
from tests.faults.hands import Hands

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def open_gate() -> Iterator[None]:
    yield
    gate.outage.away = False


@pytest.mark.usefixtures("open_gate")
def test_a_connection_that_postgresql_cuts_is_told_and_replaced() -> None:
    """A restart of PostgreSQL ends every connection so."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no connections to cut")
    hands = Hands()
    assert hands.draw() == 200
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    other.close()
    assert hands.draw() == 503
    connection.close()  # as every request does that has had an error; the test client leaves it open
    assert hands.draw() == 200
    assert verify.faults_of(Game.objects.get(pk=hands.id)) == []


@pytest.mark.parametrize("half", [b"", b"game=KL&options=D"], ids=["headers", "some of its form"])
async def test_half_a_request_is_none(half: bytes) -> None:
    """Whoever is gone before all is said has asked for nothing, and keeps nobody waiting."""
    site = import_module("config.asgi").application
    headers = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")]
    scope = {"type": "http", "method": "POST", "path": "/nouvelle/", "query_string": b"", "headers": headers}
    said = iter(({"type": "http.request", "body": half, "more_body": True}, {"type": "http.disconnect"}))
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return next(said)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await asyncio.wait_for(site(scope, receive, send), 30)
    assert sent == []
    assert not await Game.objects.aexists()
