"""What machines ask: is the process alive, is it ready, what are its figures.

They ask a process by its address, over plain HTTP, with whatever host name: so they are answered before
anything that looks at hosts, HTTPS or sessions, and they are not counted among the pages.
"""

import ipaddress
from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST

from config import figures, health

View = Callable[[HttpRequest], HttpResponse]
PROXIED = ("X-Forwarded-For", "Forwarded", "X-Real-IP")


def metrics(request: HttpRequest, otherwise: View) -> HttpResponse:
    """Answer this machine, and whoever shows the token; for anybody else there is nothing at this address."""
    if not (from_here(request) or shows_token(request)):
        return otherwise(request)
    return HttpResponse(figures.text(), content_type=CONTENT_TYPE_LATEST)


def from_here(request: HttpRequest) -> bool:
    """Whether a program of this machine asks, and not a proxy of this machine for somebody else."""
    if any(name in request.headers for name in PROXIED):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def shows_token(request: HttpRequest) -> bool:
    """Whether the request bears METRICS_TOKEN, if there is one."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    return bool(token) and constant_time_compare(given, f"Bearer {token}")


class InsideMiddleware:
    """Answers ``/healthz``, ``/readyz`` and ``/metrics``; hands on everything else."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response
        self.views: dict[str, View] = {
            "/healthz": health.alive,
            "/readyz": health.ready,
            "/metrics": partial(metrics, otherwise=get_response),
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.views.get(request.path_info, self.get_response)(request)
