"""What the tests of the API share: players with keys, a client for each, games."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts import tokens
from accounts.models import User
from tests.accounts.helpers import player as new_player

KL = "KL1-D1N-AAAAAAB"
PROBLEM = "application/problem+json"


class Api:
    """A program with an access key, or (key "") one without."""

    def __init__(self, key: str = "", **headers: str) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.headers = {"Authorization": f"Bearer {key}"} if key else {}
        self.headers |= headers

    def get(self, path: str, query: dict[str, Any] | None = None, **headers: str) -> HttpResponse:
        return self.client.get(address(path), query or {}, headers={**self.headers, **headers})

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.client.post(
            address(path),
            {} if body is None else body,
            content_type="application/json",
            headers={**self.headers, **headers},
        )


def address(path: str) -> str:
    """Return the address of what stands under /api/v1/, or an address as it is."""
    return path if path.startswith(("/", "http")) else f"/api/v1/{path}"


def problem(response: HttpResponse, status: int, reason: str) -> dict[str, Any]:
    """Check that an answer is this problem, in the form of problems, and return it."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == PROBLEM
    body: dict[str, Any] = response.json()
    assert body["reason"] == reason, body
    assert body["status"] == status
    assert body["type"] == f"/api/problems/#{reason}"
    assert body["title"] and body["detail"]
    return body


def make_key(player: User, scope: str = "play", name: str = "test") -> str:
    return tokens.make(player, name=name, scope=scope)[1]


@pytest.fixture
def camille(db: None) -> User:
    return new_player("Camille", "camille@example.org")


@pytest.fixture
def noor(db: None) -> User:
    return new_player("Noor", "noor@example.org")


@pytest.fixture
def api(camille: User) -> Api:
    """Camille's program, which may play."""
    return Api(make_key(camille))


@pytest.fixture
def reader(camille: User) -> Api:
    """Camille's program, which may read only."""
    return Api(make_key(camille, "read", "reader"))


@pytest.fixture
def other(noor: User) -> Api:
    return Api(make_key(noor))


@pytest.fixture
def limits(settings: Any) -> Iterator[Callable[..., None]]:
    """Set rates: the tests' settings have none."""

    def put(**rates: str) -> None:
        settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}

    yield put
