"""The lobby's socket: it says that lists changed, and that one was paired or invited."""

import asyncio
import json
import time
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts import services as accounts
from accounts.models import User
from games.matches import lobby_consumer, selectors, services
from games.matches.models import Presence, Seat
from games.matches.services import Wishes
from games.play.owners import Owner
from tests.matches.conftest import new_user
from tests.matches.sides import ORIGIN, logged_in, site

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def lobby_of(user: User | None) -> WebsocketCommunicator:
    headers = [ORIGIN]
    if user is not None:
        client = await sync_to_async(logged_in)(user)
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        headers.append((b"cookie", cookies.encode()))
    await sync_to_async(site)()
    socket = WebsocketCommunicator(site(), "/ws/lobby/", headers=headers)
    connected, _ = await socket.connect(timeout=5)
    assert connected
    return socket


def present_for(user: User) -> list[str]:
    found = selectors.present(Owner(user_id=user.pk))
    assert found.count == len(found.people)
    return [person.name for person in found.people]


async def heard(socket: WebsocketCommunicator, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await socket.receive_from(timeout=5))
        if message["type"] == kind:
            return message


async def test_a_new_table_is_heard_of_by_all_once_for_many() -> None:
    host = await sync_to_async(new_user)("camille")
    socket = await lobby_of(None)
    for _ in range(5):
        await sync_to_async(services.create)(owner=Owner(user_id=host.pk), wishes=Wishes())
    await heard(socket, "lobby")
    assert await socket.receive_nothing(0.8)
    await socket.send_to(text_data=json.dumps({"type": "ping"}))
    await heard(socket, "pong")
    await socket.disconnect()


async def test_those_who_are_paired_are_told_where() -> None:
    one, two = [await sync_to_async(new_user)(name) for name in ("camille", "noor")]
    sockets = [await lobby_of(user) for user in (one, two)]
    for user in (one, two):
        await sync_to_async(services.quick)(owner=Owner(user_id=user.pk), wishes=Wishes())
    found = [await heard(socket, "paired") for socket in sockets]
    match_id = await sync_to_async(Seat.objects.values_list("match_id", flat=True).first)()
    assert [message["match"] for message in found] == [str(match_id)] * 2
    for socket in sockets:
        await socket.disconnect()


async def test_an_invited_player_is_told() -> None:
    host, guest = [await sync_to_async(new_user)(name) for name in ("camille", "noor")]
    socket = await lobby_of(guest)
    await sync_to_async(services.create)(
        owner=Owner(user_id=host.pk), wishes=Wishes(), visibility="invited", invited="noor"
    )
    await heard(socket, "invited")
    await socket.disconnect()
    await asyncio.sleep(0)


async def test_a_player_at_the_lobby_is_there_until_the_page_closes() -> None:
    camille = await sync_to_async(new_user)("camille")
    noor = await sync_to_async(new_user)("noor")
    visitor = await lobby_of(None)
    socket = await lobby_of(camille)
    await heard(visitor, "lobby")
    assert await sync_to_async(present_for)(noor) == ["camille"]
    assert await sync_to_async(present_for)(camille) == []
    await socket.disconnect()
    assert await sync_to_async(present_for)(noor) == []
    await visitor.disconnect()


async def test_a_page_of_the_lobby_that_falls_silent_is_there_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_consumer, "BEAT", 0.1)
    monkeypatch.setattr(lobby_consumer, "ASK", 0.05)
    monkeypatch.setattr(lobby_consumer, "SILENCE", 0.25)
    camille = await sync_to_async(new_user)("camille")
    socket = await lobby_of(camille)
    while (message := await socket.receive_output(timeout=5))["type"] != "websocket.close":
        assert message["type"] == "websocket.send"
    assert message["code"] == 4408
    await socket.disconnect()
    assert not await sync_to_async(Presence.objects.exists)()


async def test_a_silent_page_of_the_lobby_is_asked_and_by_an_answer_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_consumer, "BEAT", 0.1)
    monkeypatch.setattr(lobby_consumer, "ASK", 0.05)
    monkeypatch.setattr(lobby_consumer, "SILENCE", 0.25)
    socket = await lobby_of(await sync_to_async(new_user)("camille"))
    time.sleep(0.5)  # a server that stood still for longer than anybody may be silent asks first
    for _ in range(5):
        await heard(socket, "ping")
        await socket.send_json_to({"type": "ping"})
    await heard(socket, "pong")
    await socket.disconnect()


async def test_a_flood_of_pings_is_shut_out() -> None:
    socket = await lobby_of(None)
    for _ in range(2000):
        await socket.send_to(text_data=json.dumps({"type": "ping"}))
    while (message := await socket.receive_output(timeout=5))["type"] != "websocket.close":
        assert message["type"] == "websocket.send"
    assert message["code"] == 4429
    await socket.disconnect()


async def test_the_lobby_s_socket_ends_with_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    camille = await sync_to_async(new_user)("camille")
    socket = await lobby_of(camille)
    await sync_to_async(accounts.suspend)(camille, reason="", by=None)
    while (message := await socket.receive_output(timeout=5))["type"] != "websocket.close":
        assert message["type"] == "websocket.send"
    assert message["code"] == 4401
    await socket.disconnect()


async def test_the_lobby_says_nothing_of_who_sits_at_a_match() -> None:
    """CASES: another page's socket hid that the match tab had dropped."""
    host, guest = [await sync_to_async(new_user)(name) for name in ("camille", "noor")]
    match = await sync_to_async(services.create)(owner=Owner(user_id=host.pk), wishes=Wishes())
    await sync_to_async(services.join)(match_id=match.pk, owner=Owner(user_id=guest.pk))
    socket = await lobby_of(host)
    seat = await sync_to_async(Seat.objects.get)(match=match, number=1)
    assert seat.away_since is not None
    await socket.disconnect()
