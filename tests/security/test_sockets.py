"""Sockets: whose pages may open one, who may watch, and what a client may send without doing harm."""

import json
from importlib import import_module
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from games.matches import services
from games.matches.models import Match
from games.matches.services import Wishes
from games.play.owners import Owner
from tests.basics import new_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
OURS = b"http://localhost"
DEEP = "[" * 4000
ODD = [
    *("null", "[]", "1", '"text"', "{", "{}", DEEP, '{"type": ' + DEEP[:3000] + "}"),
    *('{"type": null}', '{"type": []}', '{"type": {}}', '{"type": 1}', '{"type": "nothing"}'),
    *('{"type": "match_event"}', '{"type": "act"}', '{"type": "act", "action": null}'),
    '{"type": "act", "action": ["s-w"], "id": {"a": [1]}}',
    '{"type": "act", "action": "\\u0000", "id": "\\u0000"}',
    '{"type": "act", "action": "\\ud800", "id": "\\ud800"}',
    *('{"type": "act", "action": "s-w", "id": 1e400}', '{"type": "act", "action": "%s"}' % ("9" * 3000)),
    *('{"type": "say", "phrase": [], "text": {}}', '{"type": "say", "text": "\\u0000\\ud800"}'),
    *('{"type": "report", "note": "\\u0000\\ud800"}', '{"type": "table", "id": "\\u0000"}'),
]  # fmt: skip


@pytest.fixture
def site() -> Any:
    return import_module("config.asgi").application


@sync_to_async
def set_up() -> tuple[Match, dict[str, Client]]:
    users = {name: new_user(name) for name in ("camille", "noor", "sacha")}
    browsers = {"": Client()}
    for name, user in users.items():
        browsers[name] = Client()
        browsers[name].force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    match = services.create(owner=Owner(user_id=users["camille"].pk), wishes=Wishes(), visibility="link")
    return match, browsers


def opened(site: Any, path: str, client: Client, origin: bytes | None = OURS) -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"cookie", cookies.encode()), *([(b"origin", origin)] if origin is not None else [])]
    return WebsocketCommunicator(site, path, headers=headers)


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/match/{}/"])
async def test_no_other_sites_page_opens_a_socket_with_a_players_cookies(site: Any, path: str) -> None:
    match, browsers = await set_up()
    evil = (b"https://evil.example", b"http://localhost.evil.example", b"http://localhost@evil.example")
    for origin in (*evil, b"null", b"", None):
        socket = opened(site, path.format(match.pk), browsers["camille"], origin)
        connected, _ = await socket.connect(timeout=5)
        assert not connected, origin
    socket = opened(site, path.format(match.pk), browsers["camille"])
    assert (await socket.connect(timeout=5))[0]
    await socket.disconnect()


async def test_a_table_behind_a_link_is_watched_by_nobody_before_it_is_begun(site: Any) -> None:
    match, browsers = await set_up()
    for name in ("", "noor", "sacha"):
        socket = opened(site, f"/ws/match/{match.pk}/", browsers[name])
        await socket.connect(timeout=5)
        assert (await socket.receive_output(timeout=5))["type"] == "websocket.close", name
    nowhere = opened(site, "/ws/match/00000000-0000-4000-8000-000000000000/", browsers["camille"])
    await nowhere.connect(timeout=5)
    assert (await nowhere.receive_output(timeout=5))["code"] == 4404


@pytest.mark.parametrize("path", ["/ws/", "/ws/match/x/", "/", "/admin/", "/ws/match/../lobby/"])
async def test_there_is_no_socket_anywhere_else(site: Any, path: str) -> None:
    assert not (await opened(site, path, Client()).connect(timeout=5))[0]


async def test_odd_messages_close_nothing_and_change_nothing(site: Any) -> None:
    match, browsers = await set_up()
    socket = opened(site, f"/ws/match/{match.pk}/", browsers["camille"])
    await socket.connect(timeout=5)
    await socket.receive_from(timeout=5)
    for text in ODD:
        await socket.send_to(text_data=text)
        await socket.send_to(text_data='{"type": "ping"}')
        while json.loads(await socket.receive_from(timeout=5))["type"] != "pong":
            pass
    await socket.disconnect()
    stored = await sync_to_async(Match.objects.get)(pk=match.pk)
    assert (stored.state, stored.action_count) == (match.state, 0)


async def test_a_spectator_asks_for_nothing_and_bytes_are_no_message(site: Any) -> None:
    match, browsers = await set_up()
    await sync_to_async(services.join)(match_id=match.pk, owner=await owner_of("noor"), token=match.token)
    socket = opened(site, f"/ws/match/{match.pk}/", browsers["sacha"])
    await socket.connect(timeout=5)
    await socket.receive_from(timeout=5)
    for kind in ("act", "ready", "draw", "claim", "cancel", "say", "report", "words", "mute"):
        sent = {"type": kind, "action": "s-w", "phrase": "hello", "id": kind}
        await socket.send_to(text_data=json.dumps(sent))
        answer: dict[str, Any] = {}
        while answer.get("id") != kind:
            answer = json.loads(await socket.receive_from(timeout=5))
        assert answer["type"] == "refused", kind
    await socket.send_to(bytes_data=b"\0\1\2")
    assert (await socket.receive_output(timeout=5))["code"] == 4429


@sync_to_async
def owner_of(name: str) -> Owner:
    return Owner(user_id=User.objects.get(username=name).pk)
