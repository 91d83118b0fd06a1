"""Each socket gets an id too, is counted while it is open, and leaves one line in the log when it closes."""

import logging
import time
from typing import Any

from config import figures
from config.logs import request_id
from config.requests import HEADER, id_of

access = logging.getLogger("config.access")
ROUTES = {"match": "ws:match", "lobby": "ws:lobby"}
"""The second part of a socket's path; what follows it may name a match."""


class CountedSockets:
    """Around all sockets: it sees them open and close, and looks at nothing that they carry."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        route = route_of(scope["path"])
        named = dict(scope.get("headers", ())).get(HEADER.lower().encode(), b"").decode("latin1")
        request_id.set(id_of(named))
        began, gauge = time.monotonic(), figures.sockets.labels(route)
        code: int | None = None

        async def sent(message: dict[str, Any]) -> None:
            nonlocal code
            if message["type"] == "websocket.close":
                code = message.get("code", 1000)
            await send(message)

        async def received() -> dict[str, Any]:
            nonlocal code
            message: dict[str, Any] = await receive()
            if message["type"] == "websocket.disconnect" and code is None:
                code = message.get("code", 1005)
            return message

        gauge.inc()
        try:
            await self.inner(scope, received, sent)
        finally:
            gauge.dec()
            seconds = round(time.monotonic() - began, 1)
            access.info("socket", extra={"route": route, "code": code, "seconds": seconds})


def route_of(path: str) -> str:
    """Return the name of a socket's kind."""
    parts = path.split("/")
    return ROUTES.get(parts[2], "ws:other") if len(parts) > 2 else "ws:other"
