"""Sockets of programs: opened with an access key in the header `Authorization`, as requests of the API are.

Only in the header: an address is written to logs. A browser cannot set it, and its cookies count for nothing
here, so no origin needs to be asked for. Sockets without the header are browsers'.
"""

from typing import Any

from accounts import tokens
from accounts.token_models import AccessToken
from games.matches.sockets import in_database

SCHEME = b"bearer"


class KeyOrSession:
    """The ASGI application of all sockets: `keyed` serves those with a key, `browsers` the others."""

    def __init__(self, keyed: Any, browsers: Any) -> None:
        self.keyed, self.browsers = keyed, browsers

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        header = dict(scope["headers"]).get(b"authorization")
        if header is None:
            await self.browsers(scope, receive, send)
            return
        key = await in_database(_key_of)(header)
        if key is None:
            await receive()
            await send({"type": "websocket.close"})  # before it is accepted: the client reads 403
            return
        await self.keyed({**scope, "access_key": key}, receive, send)


def _key_of(header: bytes) -> AccessToken | None:
    """The key that a header shows, if it is one of a player who may come in."""
    scheme, _, text = header.strip().partition(b" ")
    if scheme.lower() != SCHEME:
        return None
    key = tokens.find(text.strip().decode("latin1"))
    return key if key is not None and key.player.is_active else None
