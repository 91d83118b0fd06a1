"""What never comes in: long bodies, however they are sent, NUL in addresses and cookies, hosts of others."""

import json
from importlib import import_module
from typing import Any

import pytest
from channels.testing import HttpCommunicator, WebsocketCommunicator
from django.test import Client
from django.utils.translation import override

from config.guard import LONGEST_BODY, Guard
from games.api.reasons import KINDS

ORIGIN = (b"origin", b"http://localhost")


@pytest.fixture
def site(db: Any) -> Any:
    """The whole application, as a server starts it; its checks read the database."""
    return import_module("config.asgi").application


async def read_all(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads the body to its end and says how long it was."""
    length, more = 0, True
    while more:
        message = await receive()
        length, more = length + len(message.get("body", b"")), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


async def posted(*chunks: bytes, headers: tuple[tuple[bytes, bytes], ...] = ()) -> tuple[int, bytes, int]:
    """Send a body in chunks; return the status, the answer, and how many chunks were taken in."""
    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": list(headers)}
    sent: list[dict[str, Any]] = []
    taken = 0

    async def receive() -> dict[str, Any]:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": chunks[taken - 1], "more_body": taken < len(chunks)}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await Guard(read_all)(scope, receive, send)
    return sent[0]["status"], sent[1]["body"], taken


async def test_a_body_as_long_as_may_be_comes_in_whole() -> None:
    assert await posted(b"x" * LONGEST_BODY) == (200, str(LONGEST_BODY).encode(), 1)


async def test_a_longer_body_is_refused_at_the_first_byte_over_it() -> None:
    chunk = b"x" * (LONGEST_BODY // 4)
    status, _words, taken = await posted(*[chunk] * 400)
    assert (status, taken) == (413, 5)


async def test_a_body_that_says_it_is_too_long_is_not_even_read() -> None:
    length = str(LONGEST_BODY + 1).encode()
    assert (await posted(b"x", headers=((b"content-length", length),)))[0::2] == (413, 0)


@pytest.mark.parametrize("said", [b"", b"-1", b"1e9", b"9" * 5000, "٣".encode()])
async def test_a_length_that_is_no_number_decides_nothing(said: bytes) -> None:
    assert (await posted(b"abc", headers=((b"content-length", said),)))[:2] == (200, b"3")


@pytest.mark.parametrize(
    ("path", "cookie"),
    [
        ("/joueur/a\0b/", b""),
        ("/?q=a%00b", b""),
        ("/", b'sessionid="\\000aaaaaaaa"'),
        ("/", b'browser="\\000"'),
    ],
    ids=["path", "query", "session", "browser"],
)
async def test_nul_is_refused_before_the_database_hears_of_it(site: Any, path: str, cookie: bytes) -> None:
    headers = [(b"host", b"localhost"), (b"cookie", cookie)]
    answer = await HttpCommunicator(site, "GET", path, headers=headers).get_response()
    assert answer["status"] == 400


async def test_a_socket_with_nul_in_its_session_is_refused(site: Any) -> None:
    headers = [ORIGIN, (b"cookie", b'sessionid="\\000aaaaaaaa"')]
    connected, _code = await WebsocketCommunicator(site, "/ws/lobby/", headers=headers).connect()
    assert not connected


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "localhost@evil.example", ""])
def test_a_host_that_is_not_ours_gets_nothing(client: Client, host: str) -> None:
    asked = client.post("/compte/password/reset/", {"email": "a@example.org"}, headers={"host": host})
    assert (client.get("/", headers={"host": host}).status_code, asked.status_code) == (400, 400)


@pytest.mark.django_db
def test_a_program_reads_of_a_wrong_host_in_a_problem(client: Client) -> None:
    refused = client.get("/api/v1/catalogue/", headers={"Host": "evil.example"})
    assert (refused.status_code, refused["Content-Type"]) == (400, "application/problem+json")
    assert refused.json()["reason"] == "invalid_request"
    assert client.get("/", headers={"Host": "evil.example"})["Content-Type"].startswith("text/html")


@pytest.mark.django_db
def test_a_forwarded_host_is_not_believed(client: Client) -> None:
    page = client.get("/compte/login/", headers={"x-forwarded-host": "evil.example"})
    assert page.status_code == 200 and "evil.example" not in page.text


@pytest.mark.parametrize(
    ("accepted", "language"), [(b"en-GB,en;q=0.9", "en"), (b"tlh, de;q=0.5", "fr"), (b"", "fr")]
)
@pytest.mark.parametrize(
    ("path", "length", "status", "reason"),
    [
        ("/api/v1/games/", LONGEST_BODY + 1, 413, "too_large"),
        ("/api/v1/games/\0/", 0, 400, "invalid_request"),
    ],
)
async def test_the_api_s_refusals_at_the_door_are_problems_too(
    path: str, length: int, status: int, reason: str, accepted: bytes, language: str
) -> None:
    headers = [(b"content-length", str(length).encode()), (b"accept-language", accepted)]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        raise AssertionError("nothing is to be read")

    await Guard(read_all)(scope, receive, send)
    assert sent[0]["status"] == status
    assert (b"content-type", b"application/problem+json") in sent[0]["headers"]
    body = json.loads(sent[1]["body"])
    with override(language):
        title = str(KINDS[reason].title)
    assert (body["status"], body["reason"], body["title"]) == (status, reason, title)
