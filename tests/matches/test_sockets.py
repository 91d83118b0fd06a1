"""The sockets of a match: two seats and a spectator, messages lost and doubled, floods, sessions, origins."""

import asyncio
import time
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.test import Client

from games.matches import services
from games.matches.models import Match, Presence, Seat, State
from games.matches.services import Wishes, notify
from games.matches.services.ending import position_of
from games.play import clock
from games.play.owners import Owner
from games.staff.models import RefusalCount
from tests.matches.conftest import new_user
from tests.matches.sides import Side, at_table, closed_with, logged_in, site, stored

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio,
    pytest.mark.usefixtures("calm_sockets"),
]
ENDING = {"pass", "resign"}


async def test_a_move_reaches_the_mover_the_other_and_the_spectator() -> None:
    async with at_table(spectators=1) as (match, sides):
        answer = await sides[0].act("s-w", "move-1")
        assert (answer["type"], answer["id"]) == ("change", "move-1")
        version = (await stored(match)).version
        assert answer["v"] == version
        for side in sides[1:]:
            await side.reach(version)
        assert sides[2].actions == []


async def test_a_repeated_action_acts_once() -> None:
    """CASES: a reconnect gave a board missing one's own move: sent again, it counts once."""
    async with at_table() as (match, sides):
        await sides[0].act("s-w", "same")
        again = await sides[0].act("s-w", "same")
        assert again["type"] == "table"
        assert (await stored(match)).action_count == 1


async def test_a_refused_action_then_a_legal_one_leaves_no_drift_fifty_times() -> None:
    """CASES: after one rejected move the two clients showed different wastes."""
    async with at_table(spectators=1) as (match, sides):
        for turn in range(50):
            side = sides[turn % 2]
            await side.say(type="act", action="t1-t1", id=f"bad{turn}")
            await side.say(type="act", action="s-w" if turn % 48 < 46 else "w-s", id=f"good{turn}")
            refused = await side.until(lambda m, turn=turn: m.get("id") == f"bad{turn}")
            assert (refused["type"], refused["reason"]) == ("refused", "same_column")
            answer = await side.until(lambda m, turn=turn: m.get("id") == f"good{turn}")
            for other in sides:
                await other.reach(answer["v"])
            now = await stored(match)
            duel = position_of(now)
            for number, player in enumerate(sides[:2], 1):
                assert player.version == now.version
                legal = duel.legal_actions(now.letter(number))
                assert set(player.actions) - ENDING == set(legal) - ENDING
            await asyncio.sleep(0.06)  # below the rate that floods are held to


async def test_lost_and_doubled_messages_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """CASES: messages to a group are lost now and then."""
    async with at_table() as (match, sides):
        layer = get_channel_layer()
        send = layer.group_send
        count = 0

        async def unreliable(group: str, message: dict[str, Any]) -> None:
            nonlocal count
            count += 1
            if count % 3 == 0:
                return
            await send(group, message)
            if count % 3 == 1:
                await send(group, message)

        monkeypatch.setattr(layer, "group_send", unreliable)
        for turn in range(12):
            await sides[turn % 2].act("s-w")
        version = (await stored(match)).version
        for side in sides:
            await side.say(type="ping")
            await side.reach(version)
            assert side.version == version


async def test_a_layer_that_is_down_loses_no_move_and_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """CASES: after Redis restarted the first message of each process raised, after the move was saved."""
    from games.matches import consumers

    monkeypatch.setattr(consumers, "BEAT", 0.5)
    async with at_table() as (match, sides):

        async def down(group: str, message: dict[str, Any]) -> None:
            raise ConnectionError("down")

        with monkeypatch.context() as broken:
            broken.setattr(get_channel_layer(), "group_send", down)
            answer = await sides[0].act("s-w")
            assert answer["type"] == "change"
        await sides[1].reach(answer["v"])
        assert (await sides[0].act("s-w"))["type"] == "change"


async def test_a_side_that_missed_everything_asks_for_the_whole_table() -> None:
    async with at_table() as (match, sides):
        await sides[0].act("s-w")
        await sides[1].say(type="table")
        table = await sides[1].until(lambda m: m["type"] == "table")
        assert table["v"] == (await stored(match)).version


async def test_a_socket_that_was_stalled_is_right_once_it_is_awake(monkeypatch: pytest.MonkeyPatch) -> None:
    """CASES: more than about 100 messages to one socket vanished."""
    from games.matches import consumers

    async with at_table() as (match, sides):
        awake, heard = asyncio.Event(), consumers.MatchConsumer.match_event

        async def stalled(self: consumers.MatchConsumer, message: dict[str, Any]) -> None:
            if self.number == 2:
                await awake.wait()
            await heard(self, message)

        monkeypatch.setattr(consumers.MatchConsumer, "match_event", stalled)
        layer, before = get_channel_layer(), sides[1].version
        for _ in range(300):
            await layer.group_send(notify.group(match.pk), notify.event(match.pk, sides[0].version, "move"))
        answer = await sides[0].act("s-w")
        awake.set()
        assert sides[1].version == before
        await sides[1].say(type="ping")
        await sides[1].reach(answer["v"])
        assert (await sides[1].act("s-w"))["type"] == "change"


async def test_a_closed_socket_shows_at_once_and_coming_back_shows_the_exact_table() -> None:
    """CASES: whoever came back was shown an old table, with dead buttons."""
    async with at_table() as (match, sides):
        await sides[0].act("s-w")
        await sides[1].close()
        await sides[0].until(lambda m: m.get("kind") == "presence")
        away = await sync_to_async(Seat.objects.get)(match=match, number=2)
        assert away.away_since is not None
        await sides[0].act("s-w")
        sides[1] = await Side(match, sides[1].client).open()
        assert sides[1].version == (await stored(match)).version
        back = await sync_to_async(Seat.objects.get)(match=match, number=2)
        assert back.away_since is None
        answer = await sides[1].act("s-w")
        assert answer["type"] == "change"


async def test_a_second_tab_of_a_player_shows_the_same_and_keeps_him_there() -> None:
    async with at_table() as (match, sides):
        tab = await Side(match, sides[0].client).open()
        answer = await sides[0].act("s-w")
        await tab.reach(answer["v"])
        assert tab.actions == sides[0].actions
        await tab.close()
        seat = await sync_to_async(Seat.objects.get)(match=match, number=1)
        assert seat.away_since is None


async def test_a_silent_socket_is_closed_and_its_seat_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """CASES: a lost network sends no word that it is lost."""
    from games.matches import consumers

    monkeypatch.setattr(consumers, "SILENCE", 0.6)
    async with at_table() as (match, sides):

        async def ping() -> None:
            while True:
                await sides[0].say(type="ping")
                await asyncio.sleep(0.2)

        task = asyncio.ensure_future(ping())
        try:
            assert await closed_with(sides[1]) == 4408
            await sides[1].close()
            await sides[0].until(lambda m: m.get("kind") == "presence")
        finally:
            task.cancel()
        seat = await sync_to_async(Seat.objects.get)(match=match, number=2)
        assert seat.away_since is not None


async def test_who_is_silent_is_asked_and_by_an_answer_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timers of a hidden page wait for up to a minute: it pings late, but answers at once."""
    from games.matches import consumers

    async with at_table() as (match, sides):
        monkeypatch.setattr(consumers, "ASK", 0.2)
        monkeypatch.setattr(consumers, "SILENCE", 0.6)
        await sides[1].say(type="ping")
        await sides[1].until(lambda m: m["type"] == "pong")
        for _ in range(5):  # longer than anybody may be silent
            await sides[1].until(lambda m: m["type"] == "ping")
            await sides[1].say(type="ping")
        await sides[1].until(lambda m: m["type"] == "pong")
        seat = await sync_to_async(Seat.objects.get)(match=match, number=2)
        assert seat.away_since is None


async def test_who_was_not_asked_is_not_shut_out_by_a_server_that_stood_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its process stopped, or did something else: what was said meanwhile is heard only afterwards."""
    from games.matches import consumers

    async with at_table() as (match, sides):
        monkeypatch.setattr(consumers, "ASK", 0.3)
        monkeypatch.setattr(consumers, "SILENCE", 0.9)
        for side in sides:
            await side.say(type="ping")
            await side.until(lambda m: m["type"] == "pong")
        time.sleep(1.2)  # and with it the server, which is in the same thread
        await sides[1].until(lambda m: m["type"] == "ping")
        await sides[1].say(type="ping")
        await sides[1].until(lambda m: m["type"] == "pong")
        assert await closed_with(sides[0]) == 4408  # asked, too, and silent


async def test_time_spent_serving_is_no_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server under load is late in hearing whoever waits for it: that is not the client's silence."""
    from games.matches import consumers

    async with at_table() as (match, sides):
        show_all = consumers.MatchConsumer.show_all

        async def slow(self: consumers.MatchConsumer, id: Any = None) -> None:
            monkeypatch.setattr(consumers, "SILENCE", 0.5)
            monkeypatch.setattr(consumers, "AGAIN", 0.1)
            self._set_alarm()
            await asyncio.sleep(1.2)
            await show_all(self, id)

        monkeypatch.setattr(consumers.MatchConsumer, "show_all", slow)
        await sides[1].say(type="table")
        await sides[1].say(type="ping")
        await sides[1].until(lambda m: m["type"] == "table")
        await sides[1].until(lambda m: m["type"] == "pong")
        # From here on it really is silent.
        assert await closed_with(sides[1]) == 4408


async def test_refused_actions_are_counted_for_the_staff() -> None:
    async with at_table() as (match, sides):
        refused = await sides[0].act("w-f")
        assert refused["type"] == "refused"
        counted = await sync_to_async(lambda: RefusalCount.objects.get(reason=refused["reason"]).count)()
        assert counted == 1


async def test_without_interactive_rules_only_a_rule_is_not_named() -> None:
    async with at_table(options="D1A") as (match, sides):
        turn = (await stored(match)).seat_of("a") or 0
        for number, action, reason, words in (
            (turn, "t1-t1", "same_column", "This is not possible."),
            (3 - turn, "s-w", "not_your_turn", "It is the other player’s turn."),
            (turn, "claim", "present", "Your opponent is there."),
            (3 - turn, "resign", "", ""),
            (turn, "s-w", "game_over", "This game is over."),
        ):
            side = await Side(match, sides[number - 1].client, query="?rules=0&lang=en").open()
            asked = {"type": "claim"} if action == "claim" else {"type": "act", "action": action}
            await side.say(**asked, id="asked")
            answer = await side.until(lambda m: m.get("id") == "asked")
            assert (answer.get("reason", ""), answer.get("message", "")) == (reason, words)
            await side.close()


async def test_a_flood_is_refused_and_others_play_on() -> None:
    """CASES: one connection handles messages one by one; a flood delayed the rest."""
    async with at_table() as (match, sides):
        for number in range(200):
            await sides[0].say(type="act", action="t1-t1", id=f"flood{number}")
        await sides[0].say(type="ping")
        answer = await sides[1].act("s-w")
        assert answer["type"] == "change"
        await sides[0].until(lambda m: m["type"] == "pong", timeout=10)
        assert any(m.get("reason") == "too_fast" for m in sides[0].log)


async def test_a_flood_of_pings_is_shut_out_and_others_play_on() -> None:
    async with at_table() as (match, sides):
        for _ in range(2000):
            await sides[0].say(type="ping")
        assert (await sides[1].act("s-w"))["type"] == "change"
        assert await closed_with(sides[0]) == 4429


async def test_nonsense_is_refused() -> None:
    """CASES: the server trusted card data sent by the client."""
    async with at_table(spectators=1) as (match, sides):
        before = await stored(match)
        for text in (
            "[]",
            "nonsense",
            '{"type":"act","action":{"card":3},"id":"x"}',
            '{"type":"steal"}',
            "5",
        ):
            await sides[0].socket.send_to(text_data=text)
            refused = await sides[0].until(lambda m: m["type"] == "refused")
            assert refused["message"] and refused["reason"] == "unreadable"
        refused = await sides[2].act("s-w")
        assert (refused["type"], refused["reason"]) == ("refused", "other_seat")
        assert (await stored(match)).version == before.version
        await sides[1].socket.send_to(text_data="x" * 10_000)
        assert await closed_with(sides[1]) == 4429


async def test_the_computer_plays_while_one_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import timedelta

    from games.matches.bot import policy
    from games.matches.services import begin

    monkeypatch.setattr(policy, "delay", lambda level, rng: 0.05)
    monkeypatch.setattr(begin, "BOT_THINKS", timedelta(milliseconds=50))

    @sync_to_async
    def against_bot() -> tuple[Match, Client]:
        user = new_user("camille")
        match = services.create(owner=Owner(user_id=user.pk), wishes=Wishes(), visibility="bot", bot_level=1)
        return match, logged_in(user)

    match, client = await against_bot()
    await sync_to_async(site)()
    side = await Side(match, client).open()
    await side.until(lambda m: m.get("data", {}).get("state") == "playing")
    start = side.version
    await side.reach(start + 5)
    now = await stored(match)
    assert {token[0] for token in now.actions.split()} == {now.letter(2)}
    answer = await side.act("s-w")
    assert answer["type"] == "change"
    await side.close()
    paused = await stored(match)
    assert paused.state == State.PAUSED and not await sync_to_async(Presence.objects.exists)()


async def test_no_hidden_card_crosses_the_layer() -> None:
    async with at_table() as (match, sides):
        message = notify.event(match.pk, 3, "move")
        assert set(message) == {"type", "match", "v", "kind"}
        assert settings.CHANNEL_LAYERS and clock.now()
