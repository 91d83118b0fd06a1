"""Each request gets an id, is timed and counted, and leaves one line in the log."""

import logging
import re
import time
from collections.abc import Callable
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config import figures
from config.logs import request_id
from config.private import route_of

HEADER = "X-Request-ID"
READABLE = re.compile(r"[A-Za-z0-9-]{8,64}")
access = logging.getLogger("config.access")


class RequestMiddleware:
    """Outermost: whatever follows is timed, and every line that it logs carries the request's id.

    The id is the trusted proxy's, so that one search finds both logs; without one it is made here. The answer
    names it, for whoever reports a fault.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        named = id_of(request.headers.get(HEADER, ""))
        served = request_id.set(named)
        try:
            response = self.get_response(request)
            response[HEADER] = named
            self._note(request, response, time.perf_counter() - began)
            return response
        finally:
            request_id.reset(served)

    def _note(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        route = "static" if request.path_info.startswith(settings.STATIC_URL) else route_of(request)
        figures.answered(route, response.status_code, seconds)
        if access.isEnabledFor(logging.INFO):
            about = {
                "method": request.method if request.method in METHODS else "other",
                "route": route,
                "status": response.status_code,
                "ms": round(seconds * 1000, 1),
            }
            access.info("request", extra=about)


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def id_of(named: str) -> str:
    """Return the id that a proxy of ours gave a request, if it is one; else a new one."""
    if settings.TRUSTED_PROXIES and READABLE.fullmatch(named):
        return named
    return uuid4().hex
