"""Sockets of programs: opened with an access key, sent plain data, closed when the key is revoked."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts import services as accounts
from accounts import tokens
from accounts.models import AccessToken, User
from games.matches import services
from games.matches.models import Match, Presence, Rated
from games.matches.services import Wishes, begin
from games.play.owners import Owner
from tests.matches.conftest import new_user
from tests.matches.sides import site, stored

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


class Program:
    """A program at a match's socket."""

    def __init__(self, match: Match, key: str, *headers: tuple[bytes, bytes]) -> None:
        sent = [(b"authorization", f"Bearer {key}".encode()), *headers]
        self.socket = WebsocketCommunicator(site(), f"/ws/match/{match.pk}/?lang=en", headers=sent)
        self.match: dict[str, Any] = {}

    async def open(self) -> "Program":
        connected, _ = await self.socket.connect(timeout=5)
        assert connected
        await self.until(lambda message: message["type"] == "table")
        return self

    async def read(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=5))
        assert "html" not in message and "data" not in message
        self.match = message.get("match", self.match)
        return message

    async def until(self, found: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            message = await self.read()
            if found(message):
                return message

    async def say(self, **message: Any) -> None:
        await self.socket.send_to(text_data=json.dumps(message))

    async def ask(self, **message: Any) -> dict[str, Any]:
        name = str(uuid4())
        await self.say(id=name, **message)
        return await self.until(lambda answer: answer.get("id") == name)

    async def closed(self) -> int:
        while True:
            message = await self.socket.receive_output(timeout=5)
            if message["type"] == "websocket.close":
                code: int = message.get("code", 1000)
                return code


@sync_to_async
def set_up() -> tuple[Match, list[str]]:
    """A match of two programs, and their keys."""
    users = [new_user(name) for name in ("camille", "noor")]
    keys = [tokens.make(user, name="robot", scope="play") for user in users]
    owners = [Owner(user_id=key.player_id, token=key.pk) for key, _ in keys]
    match = services.create(owner=owners[0], wishes=Wishes())
    services.join(match_id=match.pk, owner=owners[1])
    return match, [text for _, text in keys]


@asynccontextmanager
async def at_table(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Match, list[Program]]]:
    monkeypatch.setattr(begin, "COUNTDOWN", timedelta(milliseconds=100))
    match, keys = await set_up()
    await sync_to_async(site)()
    programs = [await Program(match, key).open() for key in keys]
    try:
        for program in programs:
            await program.say(type="ready", id="ready")
        for program in programs:
            await program.until(lambda message: message.get("match", {}).get("state") == "playing")
        yield match, programs
    finally:
        for program in programs:
            await program.socket.disconnect(timeout=5)
        await sync_to_async(lambda: None)()


async def refused_at_the_door(match: Match, key: str, *headers: tuple[bytes, bytes]) -> None:
    program = Program(match, key, *headers)
    connected, _ = await program.socket.connect(timeout=5)
    assert not connected
    await program.socket.disconnect(timeout=5)


async def test_two_programs_play_over_their_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_table(monkeypatch) as (match, (one, two)):
        assert one.match["your_seat"] == 1 and two.match["your_seat"] == 2
        assert {seat["program"] for seat in one.match["seats"]} == {True}
        assert one.match["rated"]["reason"] == "token"
        before = one.match["version"]
        answer = await one.ask(type="act", action="s-w")
        assert (answer["type"], answer["kind"], answer["from"]) == ("change", "move", before)
        letter = one.match["your_letter"]
        assert one.match["position"]["seats"][letter]["waste_size"] == 1
        await two.until(lambda message: message.get("v") == answer["v"])
        assert two.match["position"] == one.match["position"]
        assert "s-w" in two.match["actions"]
        refusal = await one.ask(type="act", action="t1-t1")
        assert (refusal["type"], refusal["reason"]) == ("refused", "same_column")
        assert refusal["message"].isascii()
        await two.ask(type="act", action="resign")
        await one.until(lambda message: message.get("match", {}).get("state") == "over")
        assert one.match["winner"] == 1 and one.match["results"][0]["code"]
        now = await stored(match)
        assert now.by_token and now.rated == Rated.TOKEN


async def test_a_revoked_key_closes_its_sockets_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_table(monkeypatch) as (match, (one, two)):
        key = await sync_to_async(AccessToken.objects.select_related("player").get)(
            player__username="camille"
        )
        second, _ = await sync_to_async(tokens.make)(key.player, name="second", scope="play")
        await sync_to_async(tokens.revoke)(key.player, second.pk)
        assert (await one.ask(type="act", action="s-w"))["type"] == "change"
        await sync_to_async(tokens.revoke)(key.player, key.pk)
        assert await one.closed() == 4401
        assert (await two.ask(type="act", action="s-w"))["type"] == "change"


async def test_a_suspended_player_s_socket_is_closed_and_none_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_table(monkeypatch) as (match, (one, _)):
        user = await sync_to_async(User.objects.get)(username="camille")
        text = (await sync_to_async(tokens.make)(user, name="second", scope="play"))[1]
        await sync_to_async(accounts.suspend)(user, reason="rude", by=None)
        assert await one.closed() == 4401
        await refused_at_the_door(match, text)


async def test_a_wrong_key_is_refused_whatever_cookies_come_with_it() -> None:
    match, keys = await set_up()
    await sync_to_async(site)()
    cookie = (b"cookie", b"sessionid=nothing")
    for key in ("rsst_unknown", "", keys[0][:-1], "\xff"):
        await refused_at_the_door(match, key, cookie, (b"origin", b"http://localhost"))


async def test_a_reading_key_sees_the_own_hand_and_is_not_there() -> None:
    match, _ = await set_up()
    await sync_to_async(site)()
    user = await sync_to_async(User.objects.get)(username="camille")
    text = (await sync_to_async(tokens.make)(user, name="reader", scope="read"))[1]
    program = await Program(match, text).open()
    assert program.match["your_seat"] == 1
    for message in ({"type": "act", "action": "s-w"}, {"type": "ready"}, {"type": "say", "phrase": "hello"}):
        assert (await program.ask(**message))["reason"] == "read_only"
    presence = await sync_to_async(lambda: list(Presence.objects.values_list("seat", flat=True)))()
    assert presence == [0]
    await program.say(type="table")
    await program.until(lambda message: message["type"] == "table")
    await program.socket.disconnect(timeout=5)


async def test_a_key_may_look_on_from_a_seat_taken_by_hand_but_not_act() -> None:
    @sync_to_async
    def by_hand() -> tuple[Match, str]:
        users = [new_user(name) for name in ("camille", "noor")]
        match = services.create(owner=Owner(user_id=users[0].pk), wishes=Wishes())
        services.join(match_id=match.pk, owner=Owner(user_id=users[1].pk))
        return match, tokens.make(users[0], name="robot", scope="play")[1]

    match, text = await by_hand()
    await sync_to_async(site)()
    program = await Program(match, text).open()
    assert (await program.ask(type="act", action="s-w"))["reason"] == "by_hand"
    assert (await program.ask(type="ready"))["reason"] == "by_hand"
    await program.socket.disconnect(timeout=5)
    assert (await stored(match)).rated == Rated.PENDING


async def test_there_is_no_socket_of_a_match_that_is_not() -> None:
    _, keys = await set_up()
    await sync_to_async(site)()
    nowhere = Match(pk=uuid4())
    program = Program(nowhere, keys[0])
    connected, _ = await program.socket.connect(timeout=5)
    assert connected and await program.closed() == 4404
