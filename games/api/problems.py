"""Errors as problem details (RFC 9457): raising them, and turning whatever a view raises into one."""

import logging
from collections.abc import Mapping
from typing import Any

from django.core import exceptions as core
from django.core.signals import got_request_exception
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext
from rest_framework import exceptions as rest
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games import outages
from games.api.reasons import KINDS, PAGE, Why
from games.engine.codes import CodeError

MEDIA_TYPE = "application/problem+json"
BEARER = 'Bearer realm="reussite"'
log = logging.getLogger("django.request")


class Problem(Exception):
    """A request that is refused: raise it anywhere in a view.

    `reason` is a word of `KINDS`, which fixes status and title; `detail` the sentence for whoever reads it
    (the title, if there is none to add); `extra` further members, such as the position as it is.
    """

    def __init__(
        self, reason: str, detail: str = "", *, headers: Mapping[str, str] | None = None, **extra: Any
    ) -> None:
        super().__init__(reason, detail)
        self.reason, self.detail, self.extra = str(reason), detail, extra
        self.headers = dict(headers or {})

    @property
    def status(self) -> int:
        return KINDS[self.reason].status

    def body(self) -> dict[str, Any]:
        """Return the members of the answer, in the language of the moment."""
        title = str(KINDS[self.reason].title)
        return {
            "type": f"{PAGE}#{self.reason}",
            "title": title,
            "status": self.status,
            "detail": self.detail or f"{title}.",
            "reason": self.reason,
            **self.extra,
        }

    def response(self) -> Response:
        if self.status == 401:
            self.headers.setdefault("WWW-Authenticate", BEARER)
        return Response(self.body(), self.status, headers=self.headers, content_type=MEDIA_TYPE)


def not_found() -> Problem:
    """What is not there, or is somebody else's: the same answer for both."""
    return Problem(Why.NOT_FOUND, gettext("There is nothing here, or it is not yours to see."))


def unreadable_code(error: CodeError, field: str) -> Problem:
    """The refusal of a code: which part is wrong, and what it may be."""
    sentence = gettext(error.template) % error.params
    fault = {"field": field, "reason": error.part, "detail": sentence}
    return Problem(Why.INVALID_REQUEST, sentence, errors=[fault])


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: every error of a view becomes a problem, an unforeseen one included.

    Not so that the database is away: that is handed on, to be answered (503) as it is on every page.
    """
    problem = _problem_of(error)
    if problem is None and outages.unavailable(error):
        return None
    if problem is None:
        problem = Problem(Why.SERVER_ERROR, gettext("It has been noted. Please try again later."))
        request = context["request"]._request
        got_request_exception.send(sender=None, request=request)
        log.error("Internal Server Error: %s", request.path, exc_info=error, extra={"request": request})
    set_rollback()
    return problem.response()


def _problem_of(error: Exception) -> Problem | None:
    match error:
        case Problem():
            return error
        case rest.ValidationError():
            return Problem(Why.INVALID_REQUEST, errors=field_errors(error.detail))
        case rest.Throttled():
            return _throttled(error)
        case rest.MethodNotAllowed():
            return Problem(Why.METHOD_NOT_ALLOWED)
        case rest.NotAcceptable():
            return Problem(Why.NOT_ACCEPTABLE)
        case rest.UnsupportedMediaType():
            return Problem(Why.UNSUPPORTED_MEDIA_TYPE, gettext("Send the body as application/json."))
        case rest.ParseError():
            return Problem(Why.INVALID_JSON)
        case rest.NotAuthenticated() | rest.AuthenticationFailed():
            return Problem(Why.NOT_AUTHENTICATED)
        case rest.NotFound() | Http404():
            return not_found()
        case rest.PermissionDenied() | core.PermissionDenied():
            return Problem(Why.FORBIDDEN)
        case core.RequestDataTooBig():
            return Problem(Why.TOO_LARGE)
        case core.BadRequest() | core.SuspiciousOperation() | MultiPartParserError():
            return Problem(Why.INVALID_REQUEST)
    return None


def _throttled(error: rest.Throttled) -> Problem:
    seconds = max(1, int(getattr(error, "wait", None) or 1))
    sentence = gettext("Wait %(seconds)d s and try again.") % {"seconds": seconds}
    return Problem(Why.THROTTLED, sentence, headers={"Retry-After": str(seconds)}, retry_after=seconds)


def field_errors(detail: Any, field: str = "") -> list[dict[str, str]]:
    """Flatten what serializers say: one entry a fault, with the field's path (empty: the whole body)."""
    if isinstance(detail, Mapping):
        found = []
        for name, inner in detail.items():
            plain = name in ("non_field_errors", "")
            found += field_errors(inner, field if plain else f"{field}.{name}".lstrip("."))
        return found
    if isinstance(detail, list | tuple):
        return [fault for inner in detail for fault in field_errors(inner, field)]
    return [{"field": field, "reason": getattr(detail, "code", "invalid"), "detail": str(detail)}]
