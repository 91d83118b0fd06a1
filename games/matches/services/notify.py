"""Telling those who look on that something happened: after the commit, and nothing depends on it arriving.

A message says which match and which version, never what is on the table: each socket reads the stored state
and draws it for its own viewer.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.matches.models import Match, Presence

LOBBY = "lobby"
logger = logging.getLogger(__name__)


def group(match_id: UUID) -> str:
    """Return the name of the group of those who look at a match."""
    return f"match.{match_id.hex}"


def user_group(user_id: int) -> str:
    """Return the name of the group of an account's sockets at the lobby."""
    return f"user.{user_id}"


def event(match_id: UUID, version: int, kind: str) -> dict[str, Any]:
    """Return the message that a match has a new version. `kind`: move, state, presence or chat."""
    return {"type": "match.event", "match": str(match_id), "v": version, "kind": kind}


def announce(match: Match, kind: str = "state") -> None:
    """Tell the match's sockets, once the transaction is committed."""
    later(group(match.pk), event(match.pk, match.version, kind))


def announce_lobby(*, people: bool = False) -> None:
    """Tell the lobby that its lists changed; `people`: only who is there, which has time."""
    later(LOBBY, {"type": "lobby.event", "people": people})


def announce_user(user_id: int | None, kind: str, **more: Any) -> None:
    """Tell an account's sockets at the lobby, and at matches too what is about its session.

    `kind`: `paired` and `invited` (with `match`); `ended` (with `session`) and `recheck`. A match's sockets
    are in one group only: they are found by who is there.
    """
    if user_id is None:
        return
    message = {"type": "user.event", "kind": kind, "user": user_id, **more}
    later(user_group(user_id), message)
    if kind in ("ended", "recheck"):
        there = Presence.objects.filter(user_id=user_id, match__isnull=False)
        for match_id in set(there.values_list("match_id", flat=True)):
            later(group(match_id), message)


def later(name: str, message: dict[str, Any]) -> None:
    """Send a message to a group after the commit; a layer that is down loses it, and no more."""
    transaction.on_commit(partial(_send, name, message), robust=True)


def _send(name: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    send = partial(async_to_sync(layer.group_send), name, message)
    try:
        if _in_loop():
            with ThreadPoolExecutor(1) as elsewhere:
                elsewhere.submit(send).result()
        else:
            send()
    except Exception:
        logger.warning("a message to %s was lost", name, exc_info=True)


def _in_loop() -> bool:
    """Whether a loop runs in this thread, which must not wait for another one in it: a notebook's, or that of
    whoever drives a browser. A server's requests and sockets call services in threads without one.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
