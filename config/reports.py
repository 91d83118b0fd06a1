"""Telling people of faults: mails to the administrators, and Sentry where SENTRY_DSN names one.

Neither takes Django's or Sentry's own report, which hold cookies, posted fields and variables: both say where
and what, as the log does (config.private).
"""

import logging
import time
from typing import Any

from django.conf import settings
from django.core import mail
from django.core.exceptions import ImproperlyConfigured

from config.logs import request_id
from config.private import error_words, message_of, route_of, trace_of_record
from games import outages

SAME = 600.0
"""Seconds in which the same fault at the same place is not mailed again by this process."""
REMEMBERED = 500


class MailHandler(logging.Handler):
    """Mails what is logged as an error to ADMINS, without personal data, and no fault over and over."""

    def __init__(self) -> None:
        super().__init__()
        self.mailed: dict[tuple[str, str], float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if not settings.ADMINS or getattr(record, "outage", False) or not self._is_news(record, error):
            return
        request = getattr(record, "request", None)
        facts = {
            "Route": route_of(request),
            "Method": getattr(request, "method", ""),
            "Status": getattr(record, "status_code", ""),
            "Request": request_id.get(),
        }
        lines = [f"{name}: {value}" for name, value in facts.items() if value not in ("", None)]
        body = "\n".join([message_of(record), *lines, "", trace_of_record(record)])
        what = type(error).__name__ if error else record.levelname
        try:
            mail.mail_admins(f"{facts['Route']} {what}", body, fail_silently=True)
        except Exception:  # a mail that cannot be written must not fail the request as well
            self.handleError(record)

    def _is_news(self, record: logging.LogRecord, error: BaseException | None) -> bool:
        place = (
            route_of(getattr(record, "request", None)),
            type(error).__name__ if error else str(record.msg),
        )
        now = time.monotonic()
        if now - self.mailed.get(place, float("-inf")) < SAME:
            return False
        if len(self.mailed) >= REMEMBERED:
            self.mailed.clear()
        self.mailed[place] = now
        return True


class OutageFilter(logging.Filter):
    """While the database is away all requests fail alike: one line in five seconds, no trace and no mail."""

    EVERY = 5.0
    told_at = float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is None:  # whoever answers 503 on purpose (`/readyz`) has said why
            return getattr(record, "status_code", 0) != 503
        if not outages.gone(error):
            return True
        now = time.monotonic()
        if now - self.told_at < self.EVERY:
            return False
        self.told_at = now
        record.msg, record.args, record.exc_info = "the database is away: %s", (error_words(error),), None
        record.outage = True
        return True


def start_sentry(dsn: str, **more: Any) -> None:
    """Send unforeseen errors to Sentry, stripped of all that could be of a person; `more` is for tests.

    :raises ImproperlyConfigured: if the address is none of Sentry's.
    """
    import sentry_sdk
    from sentry_sdk.integrations.django import DjangoIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration
    from sentry_sdk.utils import BadDsn

    try:
        sentry_sdk.init(
            dsn=dsn,
            data_collection=NOTHING,
            max_breadcrumbs=0,
            auto_session_tracking=False,
            before_send=stripped,
            integrations=[
                DjangoIntegration(middleware_spans=False, signals_spans=False),
                LoggingIntegration(level=None, event_level=None),
            ],
            **more,
        )
    except BadDsn as error:
        raise ImproperlyConfigured("SENTRY_DSN is not an address of Sentry's.") from error


OFF: Any = {"mode": "off"}
NOTHING: Any = {
    **{
        "user_info": False,
        "cookies": OFF,
        "http_headers": {"request": OFF, "response": OFF},
        "http_bodies": [],
    },
    **{
        "url_query_params": OFF,
        "database_query_data": False,
        "queues": False,
        "stack_frame_variables": False,
    },
}
"""What Sentry's package may collect by itself; `stripped` sees to the rest."""

KEPT = (
    *("event_id", "timestamp", "level", "platform", "environment", "release", "server_name", "sdk"),
    *("exception", "type", "contexts"),
)
KEPT_FRAME = ("filename", "abs_path", "function", "module", "lineno", "in_app", "context_line")
KEPT_CONTEXTS = ("runtime", "trace")


def stripped(event: Any, hint: dict[str, Any]) -> Any:
    """Return what of an event may leave the site; none for an outage, which Sentry cannot mend."""
    errors = _errors(hint.get("exc_info", (None, None, None))[1])
    if errors and outages.gone(errors[0]):
        return None
    kept = {name: value for name, value in event.items() if name in KEPT}
    kept["contexts"] = {
        name: value for name, value in event.get("contexts", {}).items() if name in KEPT_CONTEXTS
    }
    kept["tags"] = {"request_id": request_id.get()}
    words = {type(error).__name__: error_words(error) for error in errors}
    for value in kept.get("exception", {}).get("values", []):
        value["value"] = words.get(value.get("type", ""), "")
        frames = value.get("stacktrace", {}).get("frames", [])
        value["stacktrace"] = {
            "frames": [{name: of for name, of in frame.items() if name in KEPT_FRAME} for frame in frames]
        }
    return kept


def _errors(error: BaseException | None) -> list[BaseException]:
    """An exception and those that led to it."""
    found: list[BaseException] = []
    while error is not None and len(found) < 10:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
