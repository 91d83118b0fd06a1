"""The two questions of a load balancer."""

from unittest import mock

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client


def test_alive_needs_no_database(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_ready_when_every_part_works(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"database": True, "migrations": True, "cache": True, "channels": True}


@pytest.mark.django_db
def test_not_ready_without_the_database_and_says_no_more_than_that(client: Client) -> None:
    with mock.patch.object(connection, "cursor", side_effect=OperationalError("secret host")):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] is False
    assert b"secret" not in answer.content


@pytest.mark.django_db
def test_not_ready_when_the_cache_is_gone(client: Client) -> None:
    with mock.patch.object(type(cache._connections["default"]), "set", side_effect=ConnectionError):  # type: ignore[attr-defined]
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["cache"] is False
