"""What of an event may be told outside the database: in the log, to the administrators, to Sentry.

Nothing of a person: no name, address, mail, token, word of a chat, card. Three rules see to it. Of a request
only the route's name is told, never its path, query or body. Of an exception the message is told only if its
class speaks of machines and code; elsewhere it may quote what a person typed. And whatever text is left, a
library's line for example, loses all that looks like a mail, an address of the net, a query or a key.
"""

import ipaddress
import re
import traceback
from collections.abc import Iterator
from logging import LogRecord
from types import TracebackType
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError
from django.http import HttpRequest
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

OF_CODE = (AttributeError, ImportError, ImproperlyConfigured, NameError, TypeError)
OF_TEMPLATES = (TemplateDoesNotExist, TemplateSyntaxError)
OF_SERVERS = (RedisConnectionError, RedisTimeoutError, OperationalError, InterfaceError)
FIRST_LINE = (IntegrityError, ProgrammingError)
"""Their first line names a constraint or a table; those after it quote values."""
TOLD = (*OF_CODE, *OF_TEMPLATES, *OF_SERVERS, *FIRST_LINE)
FRAMES = 25
CHAIN = 5

MAIL = re.compile(r"[^\s@<>\"'(),;:=]+@[^\s@<>\"'(),;:]+")
QUERY = re.compile(r"\?[^\s\"']+")
ADDRESS = re.compile(
    r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)"
    r"|(?<![\w:.])[0-9a-fA-F]*:[0-9a-fA-F:]*:[0-9a-fA-F:.]*(?!\w)"
)
KEY = re.compile(r"(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{20,}")
"""Letters and digits, long: a token, a session's key, the id of a game."""


def hide(text: str) -> str:
    """Return a text without what could be of a person."""
    text = QUERY.sub("?[query]", MAIL.sub("[mail]", text))
    return KEY.sub("[key]", ADDRESS.sub(_address, text))


def _address(found: re.Match[str]) -> str:
    """This machine's own address says where something runs, not who asked."""
    try:
        own = ipaddress.ip_address(found[0].rstrip(".")).is_loopback
    except ValueError:
        return found[0]
    return found[0] if own else "[address]"


def route_of(request: Any) -> str:
    """Return the name of a request's route (``games:table``): the same for every game and every player."""
    match = getattr(request, "resolver_match", None)
    if match is None:
        return "none"
    return str(match.view_name)


def message_of(record: LogRecord) -> str:
    """Return the words of a log record.

    What Django says of a request ends in its path, or is the text of an exception: the route stands for it.
    """
    request = getattr(record, "request", None)
    if not isinstance(request, HttpRequest):
        return hide(record.getMessage())
    if not record.args:
        error = record.exc_info[1] if record.exc_info else None
        return f"{type(error).__name__ if error else 'Event'}: {route_of(request)}"
    path = request.path.encode("unicode_escape").decode("ascii")
    parts = record.args if isinstance(record.args, tuple) else ()
    return hide(
        record.msg % tuple(route_of(request) if part in (path, request.path) else part for part in parts)
    )


def error_words(error: BaseException) -> str:
    """Return an exception's class and, where it cannot speak of a person, its message."""
    name = type(error).__name__
    if isinstance(error, TOLD):
        first = (str(error).splitlines() or [""])[0] if isinstance(error, FIRST_LINE) else str(error)
        return f"{name}: {hide(first)}".rstrip(": ")
    if isinstance(error, OSError) and error.errno is not None:
        return f"{name}: [Errno {error.errno}] {error.strerror}"
    return name


def trace_of(error: BaseException) -> str:
    """Return where an exception came from, and those that led to it, first cause first; frames, no values."""
    parts = [
        "".join(traceback.format_tb(link.__traceback__, limit=-FRAMES)) + error_words(link)
        for link in _chain(error)
    ]
    return "\n\nwhich led to\n\n".join(reversed(parts))


def _chain(error: BaseException) -> Iterator[BaseException]:
    link: BaseException | None = error
    for _ in range(CHAIN):
        if link is None:
            return
        yield link
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)


def trace_of_record(record: LogRecord) -> str:
    """Return the trace of the exception that a log record tells of; empty if it tells of none."""
    info: Any = record.exc_info
    error: BaseException | TracebackType | None = info[1] if isinstance(info, tuple) else info
    return trace_of(error) if isinstance(error, BaseException) else ""
