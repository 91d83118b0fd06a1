"""How often pages may be sent: what leaves rows behind, and what a guess could open.

allauth counts (its own pages have limits of their own); the rates are in ``config/_players.py``. A player is
counted by account, whatever the address; everybody else by address, for a browser can forget its cookies.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
WAIT = 60
"""Seconds that a refused browser is told to wait."""


def limited(action: str) -> Callable[[View[P]], View[P]]:
    """Answer 429 where a view is posted to more often than ``settings.RATES[action]``; reading is free."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == "POST" and not allowed(request, action):
                response: HttpResponse = ratelimit.respond_429(request)
                response["Retry-After"] = str(WAIT)
                return response
            return view(request, *args, **kwargs)

        return wrapped

    return decorate


def allowed(request: HttpRequest, action: str) -> bool:
    """Count a request; tell whether it is within the rate."""
    who = f"player {request.user.pk}" if request.user.is_authenticated else ratelimit.get_ip(request)
    used = ratelimit.consume(request, app="reussite", action=action, config=settings.RATES, key=who)
    return used is not None
