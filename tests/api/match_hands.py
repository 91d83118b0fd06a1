"""Short ways to put programs at a match of the API."""

from typing import Any

from accounts.models import User
from tests.api.conftest import Api
from tests.basics import Clock

Found = dict[str, Any]


def opened(api: Api, **body: Any) -> Found:
    response = api.post("matches/", body)
    assert response.status_code == 201, response.content
    found: Found = response.json()
    assert response["Location"] == found["url"]
    return found


def ok(response: Any) -> Found:
    assert response.status_code == 200, response.content
    found: Found = response.json()
    return found


def table_of_two(api: Api, other: Api, time: Clock, **body: Any) -> str:
    """A match of two programs whose game has begun; returns its address."""
    url: str = opened(api, **body)["url"]
    ok(other.post(f"{url}join/"))
    ok(api.post(f"{url}ready/"))
    assert ok(other.post(f"{url}ready/"))["state"] == "countdown"
    time.tick(seconds=5)
    return url


def sides(url: str, api: Api, other: Api) -> dict[str, Api]:
    """Whose program plays which letter."""
    letter = ok(api.get(url))["your_letter"]
    return {letter: api, "b" if letter == "a" else "a": other}


def somebody(name: str) -> User:
    return User.objects.create_user(name, f"{name.lower()}@example.org", "a long pass phrase")
