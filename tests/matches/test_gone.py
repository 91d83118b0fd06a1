"""A client that vanishes while it is being sent something: its seat is empty at once, as after a good-bye."""

from typing import Any

import pytest
from django.test import Client

from games.matches.models import Match, Presence, Seat
from tests.matches.sides import ORIGIN, set_up, site

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def vanish(match: Match, client: Client, after: int) -> list[dict[str, Any]]:
    """Connect, and be gone when so many messages were sent, as uvicorn tells it; return what was sent."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    scope = {
        "type": "websocket",
        "path": f"/ws/match/{match.pk}/",
        "query_string": b"",
        "headers": [ORIGIN, (b"host", b"localhost"), (b"cookie", cookies.encode())],
        "subprotocols": [],
    }
    told = [{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1006}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return told.pop(0)

    async def send(message: dict[str, Any]) -> None:
        if len(sent) >= after:
            raise ConnectionResetError("the client is gone")
        sent.append(message)

    await site()(scope, receive, send)
    return sent


@pytest.mark.parametrize("after", [1, 2])
async def test_a_client_that_is_gone_leaves_its_seat(after: int) -> None:
    match, one, _ = await set_up()
    sent = await vanish(match, one, after)
    assert sent[0]["type"] == "websocket.accept"
    assert not await Presence.objects.aexists()
    assert (await Seat.objects.aget(match=match, number=1)).away_since is not None
