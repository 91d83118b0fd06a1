"""The next game of a match is dealt, and begins for both at the same moment."""

import secrets
from datetime import datetime, timedelta

from games.engine.codes import parse_code
from games.matches import deals
from games.matches.models import Limit, Match, State
from games.matches.services import notify
from games.matches.services.locks import note, save, seats_of
from games.matches.services.refusals import Cause, MatchRefusal

COUNTDOWN = timedelta(seconds=4)
BOT_THINKS = timedelta(seconds=2)
NO_OWNERS = "," * 7
FIELDS = (
    *("state", "number", "code", "first", "snapshot", "owners", "recent", "action_count", "starts_at"),
    *("turn_since", "deadline", "timeouts_1", "timeouts_2", "draw_by", "started_at", "last_action_at"),
    *("actions", "times", "bot_due_at", "paused_at"),
)


def begin_game(match: Match, at: datetime) -> None:
    """Deal the next game of a locked match. Whoever plays the engine's seat `a` first is drawn by lot."""
    if match.state != State.READY:
        raise MatchRefusal(Cause.STATE)
    typed = match.typed_code if match.number == 0 else ""
    code = parse_code(typed) if typed else deals.draw(match.options)
    if match.number == 0:
        match.first = 1 + secrets.randbelow(2)
    starts_at = at if match.daily else at + COUNTDOWN
    match.state, match.number, match.code = State.PLAYING, match.number + 1, code.text
    match.snapshot, match.owners, match.recent = deals.deal(code).snapshot(), NO_OWNERS, ""
    match.action_count, match.actions, match.times = 0, "", ""
    match.starts_at = match.turn_since = match.last_action_at = starts_at
    match.started_at = match.started_at or starts_at
    match.deadline = (
        None if match.limit_kind == Limit.NONE else starts_at + timedelta(seconds=match.limit_seconds)
    )
    match.timeouts_1 = match.timeouts_2 = match.draw_by = 0
    match.paused_at = None
    match.bot_due_at = starts_at + BOT_THINKS if any(seat.bot for seat in seats_of(match).values()) else None
    save(match, *FIELDS)
    note(match, "game", match.first, code.text)
    notify.announce(match)
    notify.announce_lobby()
