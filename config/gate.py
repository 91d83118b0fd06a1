"""What is answered while the database is away; one request at a time asks whether it is back.

Each request waits for a connection for seconds, in a thread of its own: while the database is away they would
pile up. The pool's own limit (`max_waiting`) is no help: it counts those who have gone as well, and once it
is reached nobody makes the pool connect again, so that it stays away for ever (seen with psycopg-pool 3.3).
"""

import json
import sys
import threading
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext, override
from django.views import defaults

from games import outages
from games.api.problems import MEDIA_TYPE, Problem
from games.api.reasons import Why


class Outage:
    """Whether the database is away, as the requests of this process found it."""

    def __init__(self) -> None:
        self.away = False
        self._asking = threading.Lock()

    def noticed(self, error: BaseException | None) -> None:
        """Take note of an error that a request ended in."""
        if outages.gone(error):
            self.away = True

    def over(self) -> bool:
        """Whether the database is back. One request asks, and waits; for the others it is not."""
        if not self._asking.acquire(blocking=False):
            return False
        try:
            connection.ensure_connection()
            self.away = False
        except DatabaseError:
            pass
        finally:
            self._asking.release()
        return not self.away


outage = Outage()


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 while the database is away or too busy, which is over soon; else 500: the fault is ours."""
    error = sys.exc_info()[1]
    outage.noticed(error)
    if outages.unavailable(error):
        return unavailable(request)
    return defaults.server_error(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400 to what Django itself refuses, such as a host that is not ours: to programs by a problem."""
    if request.path.startswith("/api/"):
        return as_problem(Problem(Why.INVALID_REQUEST))
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404 in the language that the reader chose: an address that leads nowhere has none of its own."""
    chosen = request.preferences.language if hasattr(request, "preferences") else ""
    with override(chosen or get_language()):
        response = defaults.page_not_found(request, exception)
        response["Content-Language"] = get_language() or ""
        return response


def as_problem(problem: Problem) -> HttpResponse:
    """Return the answer to a program where none of the API's views was asked."""
    return HttpResponse(json.dumps(problem.body()), content_type=MEDIA_TYPE, status=problem.status)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503 and say when to come again; the page needs no database."""
    if request.path.startswith("/api/"):
        response = as_problem(Problem(Why.UNAVAILABLE, gettext("Try again in a few seconds.")))
    else:
        response = HttpResponse(render_to_string("503.html"), status=503)
    response["Retry-After"] = str(outages.RETRY_AFTER)
    patch_cache_control(response, no_store=True)
    return response


class GateMiddleware:
    """Answers 503 while the database is away. It stands where the visitor's language is known."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if outage.away and not outage.over():
            return unavailable(request)
        return self.get_response(request)
