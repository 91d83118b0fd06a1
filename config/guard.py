"""What is refused before anything else reads it: bodies longer than any form of the site, and NUL.

Django takes in a whole body, on disk if need be, before a view or a middleware is asked; and a NUL in an
address or a cookie is legal text to everything but PostgreSQL, where it becomes an error far from its cause.
"""

from collections.abc import Awaitable, Callable
from typing import Any

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
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(words)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words})
