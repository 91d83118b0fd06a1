"""The socket of a match.

It knows what it last showed; whatever it hears of, it draws the stored state anew for its own viewer and
sends what differs. What gets lost on the way is made good by the next message, the next beat, or the client's
asking. A browser is sent the fragments of its page, a program with an access key plain data.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.utils import translation

from games.engine.actions import unreadable
from games.engine.duel import DuelPosition
from games.engine.refusals import Refusal
from games.matches import access, render, rows, selectors, services, states
from games.matches.asked import ASKED
from games.matches.models import Match, State
from games.matches.selectors import MatchTable
from games.matches.services import Cause, MatchOutcome, MatchRefusal, bots, notify, programs
from games.matches.services.refusals import reason_of
from games.matches.sockets import (
    FLOOD,
    MAD,
    SESSION_ENDED,
    SILENT,
    UNKNOWN,
    Bucket,
    SiteConsumer,
    in_database,
    read_message,
)
from games.play import clock
from games.play.owners import NotFound, NotYours
from games.play.render.refusals import refusal_words
from games.staff.services import count_refusal

logger = logging.getLogger(__name__)
STARTED_AT = clock.now()
"""Without Redis there is one process: whoever was connected before it started is so no longer."""
SILENCE, AGAIN = 9.5, 2.0
ASK = 6.0
"""Seconds of silence after which a page is asked whether it is there: browsers hold a hidden page's own pings
back to one a minute, but let it answer."""
BEAT = 7.5
SESSION_CHECK = 20.0
PRESENCE_CALM = 0.7
SOON = timedelta(milliseconds=30)


class MatchConsumer(SiteConsumer):
    """One viewer's socket at one match: a seat's or a spectator's.

    `number` is the viewer's seat. `barred`: why a key may look on from that seat, but not act for it; it is
    then not there either.
    """

    heard_at = 0.0
    asked = False
    busy = False

    async def connect(self) -> None:
        self.identify()
        self.match_id: UUID = self.scope["url_route"]["kwargs"]["match_id"]
        self.key = uuid4()
        self.pings = Bucket()
        self.here = False
        self.barred: MatchRefusal | None = None
        self.shown: MatchTable | None = None
        self.full = 0
        self.soon: asyncio.TimerHandle | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.tending = False
        now = time.monotonic()
        self.heard_at, self.beat_at, self.checked_at = now, now, now
        self.bot_due: datetime | None = None
        await self.accept()
        self.number: int = await in_database(self._enter)()
        self.here = True
        await self.enter(notify.group(self.match_id))
        await self.show_all()
        self._set_alarm()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its handler. While that is busy nobody is heard: it counts as no silence, or a
        server under load would turn away those who wait for it.
        """
        begun = time.monotonic()
        self.busy = True
        try:
            await self._while_there(super().dispatch(message))
        finally:
            self.busy = False
            now = time.monotonic()
            self.heard_at = min(now, self.heard_at + now - begun)

    async def _while_there(self, work: Awaitable[None]) -> None:
        """Await some work; close the socket, saying why, if its match is gone, or its seat another's."""
        try:
            await work
        except NotYours:  # a visitor has logged in elsewhere: the seat is the account's now
            await self.shut(SESSION_ENDED)
        except NotFound:
            await self.shut(UNKNOWN)

    async def disconnect(self, code: int) -> None:
        self.closed = True
        for timer in (self.alarm, self.soon):
            if timer is not None:
                timer.cancel()
        await self.leave_groups()
        await self._depart()

    async def _depart(self) -> None:
        """Say, once, that this connection is gone."""
        if self.here:
            self.here = False
            with contextlib.suppress(NotFound):
                await in_database(services.leave)(match_id=self.match_id, number=self.sits, key=self.key)

    def _enter(self) -> int:
        """Find the viewer's seat and say that he is there."""
        match = rows.read(self.match_id)
        number = access.seat_of(self.match_id, self.owner)
        if match is None or not access.may_see(match, number, self.owner):
            raise NotFound(self.match_id)
        self.barred = programs.bar(self.match_id, number, self.owner, self.scope.get("access_key"))
        alone_since = None if settings.REDIS_URL else STARTED_AT
        sits = 0 if self.barred else number
        services.arrive(
            match_id=self.match_id,
            number=sits,
            key=self.key,
            user_id=self.owner.user_id,
            alone_since=alone_since,
        )
        return number

    @property
    def sits(self) -> int:
        """The seat at which this connection is somebody."""
        return 0 if self.barred else self.number

    # --- from the client ------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.heard_at, self.asked = time.monotonic(), False
        if not self.here or self.closed:
            return
        message = read_message(text_data)
        if message is None:
            await self.shut(FLOOD)
            return
        kind = message.get("type")
        if kind == "ping":  # counted apart: who plays too fast is still there
            if self.pings.take():
                await self._pong()
            elif self.pings.over > MAD:
                await self.shut(FLOOD)
        elif not self.bucket.take():
            await self._too_fast(message)
        elif kind == "act":
            await self._act(message)
        elif kind == "table":
            await self.show_all()
        elif not self.sits:
            await self._refuse(self.barred or MatchRefusal(Cause.OTHER_SEAT), message)
        elif kind in ASKED:
            await self._ask(str(kind), message)
        else:
            await self._refuse(unreadable(str(kind or "")[:20]), message)

    async def _pong(self) -> None:
        version = self.shown.version if self.shown else 0
        if states.latest(self.match_id) > version:
            await self.catch_up("state")
        await self.put(type="pong", v=self.shown.version if self.shown else 0)

    async def _too_fast(self, message: dict[str, Any]) -> None:
        if self.bucket.over > MAD:
            await self.shut(FLOOD)
        else:
            await self._refuse(MatchRefusal(Cause.TOO_FAST), message)

    async def _act(self, message: dict[str, Any]) -> None:
        if not self.sits:
            await self._refuse(self.barred or MatchRefusal(Cause.OTHER_SEAT), message)
            return
        outcome = await in_database(self._play)(
            str(message.get("action", "")), str(message.get("id", ""))[:40], states.last(self.match_id)
        )
        if outcome.refusal is not None:
            await self._refuse(outcome.refusal, message, outcome.version)
        elif outcome.repeated:
            await self.show_all(id=message.get("id"))
        else:
            await self._happened(outcome, message.get("id"))

    def _play(self, token: str, action_id: str, known: Match | None) -> MatchOutcome:
        outcome = services.act_as(
            match_id=self.match_id,
            number=self.number,
            token=token,
            action_id=action_id,
            by_token=self.owner.token is not None,
            announce=False,
            known=known,
        )
        if outcome.refusal is not None:
            count_refusal(outcome.reason)
        return outcome

    async def _happened(self, outcome: MatchOutcome, action_id: Any = None) -> None:
        """Show what was just stored, here and, by a message to the group, elsewhere."""
        match = outcome.match
        states.keep(match, outcome.duel)
        kind = "move" if match.state == State.PLAYING else "state"
        if kind == "move":
            await self._show_move(match.version, action_id)
        else:
            await self.catch_up(kind, action_id)
        event = notify.event(self.match_id, match.version, kind)
        try:
            await self.channel_layer.group_send(notify.group(self.match_id), event)
        except Exception:  # the layer is down: the move is stored, the others see it at their next beat
            logger.warning("a message to a match was lost", exc_info=True)

    async def _ask(self, kind: str, message: dict[str, Any]) -> None:
        """One of the rarer requests; what it changes comes back through the group, as to everybody."""
        try:
            await in_database(ASKED[kind])(self.match_id, self.owner, message)
        except Refusal as refusal:
            await self._refuse(refusal, message)
        else:
            await self.put(type="done", v=self.shown.version if self.shown else 0, id=message.get("id"))

    async def _refuse(self, refusal: Refusal, message: dict[str, Any], version: int = 0) -> None:
        with translation.override(self.language):
            words = refusal_words(refusal, self.rules_shown)
        await self.put(
            type="refused",
            v=version or (self.shown.version if self.shown else 0),
            id=message.get("id"),
            reason=reason_of(refusal),
            message=words,
        )

    # --- to the client --------------------------------------------------------------------------------

    async def match_event(self, message: dict[str, Any]) -> None:
        """Something happened at the match, here or in another process."""
        if self.shown is None or self.closed:
            return
        version, kind = message["v"], message["kind"]
        if kind == "move":
            if version > self.shown.version:
                await self._show_move(version)
        elif version > self.full:
            await self.catch_up(kind)
        elif kind == "presence" and self.soon is None:  # spectators come and go in flocks
            self.soon = asyncio.get_running_loop().call_later(PRESENCE_CALM, self._show_presence)

    def _show_presence(self) -> None:
        self.soon = None
        if not self.closed:
            asyncio.ensure_future(self._while_there(self.catch_up("presence")))

    async def _show_move(self, version: int, action_id: Any = None) -> None:
        """Show a move. If anything else happened since the rest was read, all is read anew."""
        match, duel = states.find(self.match_id, version) or await in_database(self._read_state)()
        before = self.shown  # only now: something else may have been shown meanwhile
        assert before is not None
        changed = match.event_version > self.full or match.state != State.PLAYING
        if changed or before.state != State.PLAYING:
            await self.catch_up("move", action_id)
        elif match.version > before.version:
            self.shown = selectors.with_move(before, match, duel)
            await self._send_change(before, self.shown, "move", action_id)

    def _read_state(self) -> tuple[Match, DuelPosition | None]:
        match = rows.read(self.match_id)
        if match is None:
            raise NotFound(self.match_id)
        return match, selectors.duel_of(match)

    async def catch_up(self, kind: str, action_id: Any = None) -> None:
        """Read the stored match anew and send what differs; the whole table if more than cards changed."""
        table = await in_database(self._load)()
        if table is None:
            await self.shut(UNKNOWN)
            return
        before = self.shown  # only now: something else may have been shown meanwhile
        if before is not None and table.version < before.version:
            return
        self.shown, self.full = table, table.version
        whole = before is None or (before.state, before.number) != (table.state, table.number)
        if whole:
            await self._send_table(table, action_id)
        elif before is not None:
            await self._send_change(before, table, kind, action_id)
        self._set_alarm()

    async def show_all(self, id: Any = None) -> None:
        """Send the whole table as it is."""
        table = await in_database(self._load)()
        if table is None:
            await self.shut(UNKNOWN)
            return
        if self.shown is None or table.version >= self.shown.version:
            self.shown, self.full = table, table.version
        await self._send_table(self.shown, id)
        self._set_alarm()

    def _load(self) -> MatchTable | None:
        match = rows.read(self.match_id)
        if match is None:
            return None
        if services.is_due(match):
            match = services.settle(self.match_id)
        self.bot_due = match.bot_due_at if match.state == State.PLAYING and self.sits else None
        return selectors.table_of(match, self.number)

    async def _send_table(self, table: MatchTable, action_id: Any) -> None:
        with translation.override(self.language):
            drawn = self._drawn(None, table)
        await self.put(type="table", v=table.version, id=action_id, **drawn)

    async def _send_change(self, before: MatchTable, after: MatchTable, kind: str, action_id: Any) -> None:
        with translation.override(self.language):
            drawn = self._drawn(before, after)
        head = {"type": "change", "kind": kind, "v": after.version, "from": before.version}
        await self.put(**head, id=action_id, **drawn)

    def _drawn(self, before: MatchTable | None, after: MatchTable) -> dict[str, Any]:
        """What a message shows: to a program the match as it is, to a browser what differs on its page."""
        if self.owner.token is not None:
            return {"match": render.match_data(after)}
        html = render.draw_changes(before, after) if before else render.draw_match(after)
        return {"html": html, "data": render.data(after)}

    # --- time -----------------------------------------------------------------------------------------

    def _set_alarm(self) -> None:
        """Wake at the next moment at which there is something to look after."""
        if self.closed:
            return
        if self.alarm is not None:
            self.alarm.cancel()
        loop = asyncio.get_running_loop()
        self.alarm = loop.call_later(self._seconds_to_next(), self._wake)

    def _seconds_to_next(self) -> float:
        now, at = time.monotonic(), clock.now()
        patience = SILENCE if self.asked else min(ASK, SILENCE)
        waits = [self.heard_at + patience - now, self.beat_at + BEAT - now]
        due = [self.bot_due]
        if self.shown is not None:
            due.append(self.shown.clock.deadline)
            if self.shown.state == selectors.COUNTDOWN:
                due.append(self.shown.starts_at)
        waits += [(moment + SOON - at).total_seconds() for moment in due if moment is not None]
        return max(0.02, min(waits))

    def _wake(self) -> None:
        if not self.closed and not self.tending:
            self.tending = True
            task = asyncio.ensure_future(self._while_there(self._tend()))
            task.add_done_callback(lambda done: self._tended(done))

    def _tended(self, done: "asyncio.Future[None]") -> None:
        self.tending = False
        if not done.cancelled() and done.exception() is not None:
            asyncio.get_running_loop().call_exception_handler(
                {"message": "a match's socket failed to look after it", "exception": done.exception()}
            )
        self._set_alarm()

    async def _tend(self) -> None:
        """Look after silence, the session, presence, the clock, the countdown and the computer."""
        now, at = time.monotonic(), clock.now()
        silence, ask = now - self.heard_at, min(ASK, SILENCE)
        if silence >= SILENCE and self.busy:
            self.heard_at = now - SILENCE + AGAIN
        elif silence >= ask and not self.asked:  # late, if the server stood still: he has as long to answer
            self.asked, self.heard_at = True, now - ask
            await self.put(type="ping")
        elif silence >= SILENCE:
            await self._depart()  # first: a server may wait long for the answer to a close
            await self.shut(SILENT)
            return
        if now - self.checked_at >= SESSION_CHECK:
            self.checked_at = now
            if not await self.check_session():
                return
        if now - self.beat_at >= BEAT:
            self.beat_at = now
            await self._beat()
        shown = self.shown
        if shown is None:
            return
        over = shown.clock.deadline is not None and shown.clock.deadline <= at
        begun = shown.state == selectors.COUNTDOWN and shown.starts_at is not None and shown.starts_at <= at
        if over or begun:
            await self.catch_up("clock")
        if self.bot_due is not None and self.bot_due <= at:
            await self._tick()

    async def _beat(self) -> None:
        version = await in_database(services.beat)(
            match_id=self.match_id, number=self.sits, key=self.key, user_id=self.owner.user_id
        )
        if self.shown is None or version > self.shown.version:
            await self.catch_up("state")

    async def _tick(self) -> None:
        """Let the computer act: it lives in no process, so whoever looks on lets it."""
        turn = await in_database(bots.tick)(self.match_id, announce=False)
        self.bot_due = turn.next_at
        if turn.outcome is not None and turn.outcome.tokens:
            await self._happened(turn.outcome)
