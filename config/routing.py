"""The addresses of the sockets."""

from typing import Any

from django.urls import URLPattern, re_path

from games.matches import routing


async def nothing_here(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Refuse a socket at an unknown address, without a trace in the log."""
    await receive()
    await send({"type": "websocket.close"})


websocket_urlpatterns: list[URLPattern] = [
    *routing.websocket_urlpatterns,
    re_path(r"", nothing_here),  # type: ignore[arg-type]
]
