"""What a process does as it starts and as it ends, where the server says so (uvicorn; daphne does not)."""

import logging
import os
from typing import Any

from asgiref.sync import sync_to_async
from django.db import DatabaseError, connections
from prometheus_client.multiprocess import mark_process_dead

logger = logging.getLogger(__name__)


async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Connect before the first player comes, and leave nothing behind."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await sync_to_async(connect)()
            await send({"type": "lifespan.startup.complete"})
        else:
            await sync_to_async(leave)()
            await send({"type": "lifespan.shutdown.complete"})
            return


def connect() -> None:
    """Open the database, so that the first request need not. One that is away keeps nobody from starting."""
    for connection in connections.all():
        try:
            connection.ensure_connection()
        except DatabaseError:
            logger.warning("the database is away as this process starts")
        finally:
            connection.close()


def leave() -> None:
    """Give the pool's connections back, and take this process out of the figures that processes share."""
    for connection in connections.all():
        if getattr(connection, "pool", None) is not None:
            connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's has it
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        mark_process_dead(os.getpid())
