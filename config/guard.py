"""What is refused before anything else reads it: bodies longer than any form of the site, and NUL.

Django takes in a whole body, on disk if need be, before a view or a middleware is asked; and a NUL in an
address or a cookie is legal text to everything but PostgreSQL, where it becomes an error far from its cause.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request, override

from games.api.parsing import too_large
from games.api.problems import MEDIA_TYPE, Problem
from games.api.reasons import Why

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

LONGEST_BODY = 1_048_576
"""Bytes. The longest that is sent is a page of words in two languages: some twenty thousand."""


class TooLong(Exception):
    """A body goes on beyond `LONGEST_BODY`."""


class Guard:
    """The application behind its door: ``Guard(application)`` is an ASGI application too."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if holds_nul(scope):
            await refuse(scope, send, 400, b"Request not understood.")
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        elif declared_length(scope) > LONGEST_BODY:
            await refuse(scope, send, 413, b"Request too large.")
        else:
            try:
                await self.app(scope, counted(receive), send)
            except TooLong:  # while the body is read: nothing is sent yet
                await refuse(scope, send, 413, b"Request too large.")


def holds_nul(scope: Message) -> bool:
    """Whether the address or a cookie holds NUL (cookies spell it ``\\000``): no browser sends it."""
    cookies = (value for name, value in scope.get("headers", ()) if name == b"cookie")
    return (
        "\0" in scope.get("path", "")
        or b"%00" in scope.get("query_string", b"")
        or any(b"\\000" in value or b"\0" in value for value in cookies)
    )


def declared_length(scope: Message) -> int:
    """Return the length that the request names; 0 if it names none, or what is no number."""
    for name, value in scope.get("headers", ()):
        if name == b"content-length":
            return int(value) if value.isdigit() and len(value) < 20 else 0
    return 0


def counted(receive: Receive) -> Receive:
    """Return ``receive``, which raises `TooLong` once more came than may: a body need not name its length."""
    came = 0

    async def receive_counted() -> Message:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > LONGEST_BODY:
            raise TooLong
        return message

    return receive_counted


async def refuse(scope: Message, send: Send, status: int, words: bytes) -> None:
    """Answer a request with a bare refusal, or close a socket that is not open yet."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})
        return
    media_type = "text/plain; charset=utf-8"
    if scope.get("path", "").startswith("/api/"):
        media_type, words = MEDIA_TYPE, problem(scope, status)
    headers = [
        (b"content-type", media_type.encode()),
        (b"content-length", str(len(words)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words})


def problem(scope: Message, status: int) -> bytes:
    """Return the refusal as the API words it, in the language that the request asks for."""
    with override(language_of(scope)):
        found = too_large() if status == 413 else Problem(Why.INVALID_REQUEST)
        return json.dumps(found.body(), ensure_ascii=False).encode()


def language_of(scope: Message) -> str:
    """Return the language of the site that a request asks for; no middleware has looked at it yet."""
    request = HttpRequest()
    wanted = next((value for name, value in scope.get("headers", ()) if name == b"accept-language"), b"")
    request.META["HTTP_ACCEPT_LANGUAGE"] = wanted.decode("latin1")
    return get_language_from_request(request)
