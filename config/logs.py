"""How a line of the log looks, and which request it belongs to."""

import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from pythonjsonlogger.json import JsonFormatter as BaseJsonFormatter

from config.private import message_of, trace_of_record

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request, or of the socket, that is being served here; empty outside of one."""

FIELDS = ("method", "route", "status", "ms", "seconds", "code")
"""What a line may carry beside its words. Whatever else a library hangs on a record is left out."""


class JsonFormatter(BaseJsonFormatter):
    """One JSON object a line, without personal data."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message_of(record),
        }
        if served := request_id.get():
            line["request_id"] = served
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if trace := trace_of_record(record):
            line["trace"] = trace
        return self.serialize_log_record(line)


class PlainFormatter(logging.Formatter):
    """A line to read by eye, without personal data."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).isoformat(" ", "milliseconds")
        parts = [at, record.levelname, f"{record.name}:", message_of(record)]
        parts += [f"{name}={getattr(record, name)}" for name in FIELDS if hasattr(record, name)]
        if served := request_id.get():
            parts.append(f"request_id={served}")
        trace = trace_of_record(record)
        return " ".join(parts) + (f"\n{trace}" if trace else "")


class NoSocketLines(logging.Filter):
    """Leaves out uvicorn's two lines a socket, which name the visitor's address and the whole path."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "WebSocket" not in str(record.msg) and not str(record.msg).startswith("connection ")
