"""The least that a message between two costs: one frame in, one database write, one frame out to each."""

import json
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from bench.pair.models import Note
from games.matches.sockets import in_database


class BareConsumer(AsyncWebsocketConsumer):
    """One end of a pair. The write goes through the same thread and the same open connection as a match's."""

    async def connect(self) -> None:
        self.pair = self.scope["url_route"]["kwargs"]["pair"]
        await self.channel_layer.group_add(f"pair.{self.pair}", self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(f"pair.{self.pair}", self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message = json.loads(text_data or "")
        await in_database(write)(self.pair, message["v"], message["text"])
        await self.channel_layer.group_send(f"pair.{self.pair}", {"type": "pair.event", "message": message})

    async def pair_event(self, event: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(event["message"]))


def write(pair: int, number: int, text: str) -> None:
    """Store a message in the pair's row: one statement."""
    Note.objects.filter(pk=pair).update(number=number, text=text)
