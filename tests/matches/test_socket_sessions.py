"""Who may open a match's socket, and for how long: origins, and the session that it belongs to."""

import asyncio
import gc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from games.matches import services
from games.matches.models import Match, Seat
from games.matches.services import Wishes, notify
from games.play import clock
from games.play.owners import Owner
from tests.matches.conftest import new_user
from tests.matches.sides import Side, at_table, closed_with, logged_in, set_up, site

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio,
    pytest.mark.usefixtures("calm_sockets"),
]


@pytest.mark.parametrize(
    ("origin", "let_in"),
    [
        (b"http://localhost", True),
        (b"http://testserver", True),
        (b"https://evil.example", False),
        (None, False),
    ],
)
async def test_only_our_own_pages_may_open_a_socket(origin: bytes | None, let_in: bool) -> None:
    """CASES: a socket accepted any origin with the victim's cookies."""
    match, one, _ = await set_up()
    await sync_to_async(site)()
    side = Side(match, one, (b"origin", origin) if origin else None)
    connected, _ = await side.socket.connect(timeout=5)
    assert connected is let_in
    await side.close()


def _log_out(client: Client) -> None:
    client.post("/compte/logout/", follow=False)


def _change_password(client: Client) -> None:
    user = User.objects.get(username="camille")
    user.set_password("another long pass phrase")
    user.save()


def _suspend(client: Client) -> None:
    accounts.suspend(User.objects.get(username="camille"), reason="", by=None)


def _delete(client: Client) -> None:
    accounts.delete_player(User.objects.get(username="camille"))


@pytest.mark.parametrize("end", [_log_out, _change_password, _suspend, _delete])
async def test_a_socket_closes_when_its_session_ends(end: Callable[[Client], None]) -> None:
    """CASES: a socket kept working after logout, a new password, a suspension."""
    async with at_table() as (match, sides):
        await sync_to_async(end)(sides[0].client)
        assert await closed_with(sides[0]) == 4401


async def test_only_the_sockets_of_whose_session_ended_close() -> None:
    """A spectator with an account is told as a seat is; the others at the table stay."""
    async with at_table() as (match, sides):
        watcher = await sync_to_async(lambda: logged_in(new_user("sacha")))()
        looking = await Side(match, watcher).open()
        await sync_to_async(_log_out)(watcher)
        assert await closed_with(looking) == 4401
        await looking.close()
        for side in sides:
            await side.act("s-w")


@sync_to_async
def _by_link() -> tuple[Match, Client]:
    host, guest = new_user("camille"), Client()
    match = services.create(owner=Owner(user_id=host.pk), wishes=Wishes(), visibility="link")
    guest.post(f"/match/rejoindre/{match.token}/")
    return match, guest


async def test_a_visitor_s_socket_closes_as_it_asks_for_a_seat_that_an_account_has_taken_over() -> None:
    """He logged in, in another tab; the first one's page asks before its session is looked at."""
    match, guest = await _by_link()
    await sync_to_async(site)()
    side = await Side(match, guest).open()
    await sync_to_async(lambda: guest.force_login(new_user("noor")))()
    await side.say(type="ready", id="r")
    assert await closed_with(side) == 4401
    await side.close()
    assert not (await Seat.objects.aget(match=match, number=2)).ready


async def test_a_socket_of_a_match_that_is_gone_closes() -> None:
    match, one, _ = await set_up()
    await sync_to_async(site)()
    side = await Side(match, one).open()
    await Match.objects.filter(pk=match.pk).adelete()
    await side.say(type="act", action="s-w", id="a")
    assert await closed_with(side) == 4404
    await side.close()


@pytest.mark.parametrize("by", ["beat", "clock", "move", "state", "presence", "settling"])
async def test_a_match_that_goes_meanwhile_shuts_its_sockets_and_fails_nothing(
    by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody asks for anything: the socket itself looks after the match, or hears of it."""
    from games.matches import consumers

    failures, opened = list[Any](), list[consumers.MatchConsumer]()
    show_all = consumers.MatchConsumer.show_all

    async def noted(self: consumers.MatchConsumer, id: Any = None) -> None:
        opened.append(self)
        await show_all(self, id)

    monkeypatch.setattr(consumers.MatchConsumer, "show_all", noted)
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: failures.append(context))
    monkeypatch.setattr(consumers, "PRESENCE_CALM", 0.05)
    match, one, _ = await set_up()
    await sync_to_async(site)()
    side = await Side(match, one).open()
    consumer = opened[0]
    assert consumer.shown is not None
    await Match.objects.filter(pk=match.pk).adelete()
    if by == "settling":  # it goes between its being read and its being locked
        monkeypatch.setattr(consumers.rows, "read", lambda match_id: match)
        monkeypatch.setattr(consumers.services, "is_due", lambda match: True)
        await side.say(type="table")
    elif by in ("move", "state", "presence"):
        version = consumer.shown.version + (by != "presence")
        event = notify.event(match.pk, version, by)
        await get_channel_layer().group_send(notify.group(match.pk), event)
    elif by == "beat":
        consumer.beat_at = -1e9
    else:
        consumer.shown = replace(consumer.shown, clock=replace(consumer.shown.clock, deadline=clock.now()))
    consumer._set_alarm()
    assert await closed_with(side) == 4404
    await side.close()
    gc.collect()  # a task's error that nobody asked for is told as the task goes
    assert not failures


async def test_a_session_that_ended_unheard_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.matches import consumers

    monkeypatch.setattr(consumers, "SESSION_CHECK", 0.3)
    monkeypatch.setattr(consumers, "BEAT", 0.3)
    async with at_table() as (match, sides):
        monkeypatch.setattr(notify, "later", lambda name, message: None)
        await sync_to_async(_change_password)(sides[0].client)
        assert await closed_with(sides[0]) == 4401
