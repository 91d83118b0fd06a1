"""How often one may ask: per address, before anything else is looked at, and per player.

A fixed window and one counter: the counter is raised in one step, so that requests at the same moment on
several processes cannot all pass, and costs the same at any rate. (DRF keeps a list of moments, read and
written back whole.) At the turn of a window up to twice the rate may pass.
"""

import time
from ipaddress import IPv6Address, ip_address

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games.api.authentication import api_owner

IPV6_SHIFT = 64


SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class WindowThrottle(BaseThrottle):
    """At most so many requests in each window; the rates are in `config/_api.py`. No rate: no limit."""

    scope = ""
    window = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        rate: str | None = api_settings.DEFAULT_THROTTLE_RATES.get(self.scope)  # type: ignore[assignment]
        if not rate:
            return True
        number, _, period = rate.partition("/")
        self.window = SECONDS[period[0]]
        key = f"api:{self.scope}:{self.who(request)}:{int(time.time() // self.window)}"
        if cache.add(key, 1, self.window):
            return True
        try:
            return cache.incr(key) <= int(number)
        except ValueError:  # the window closed in between
            return True

    def wait(self) -> float:
        """Return the seconds until the window closes."""
        return self.window - time.time() % self.window

    def who(self, request: Request) -> str:
        """Return whose requests are counted together."""
        raise NotImplementedError

    def address(self, request: Request) -> str:
        """Return who is at the other end; of IPv6 the half that one connection has to itself."""
        text = str(self.get_ident(request))
        try:
            parsed = ip_address(text)
        except ValueError:
            return "unknown"
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
            return f"{int(parsed) >> IPV6_SHIFT:x}"
        return str(parsed)


class AddressThrottle(WindowThrottle):
    """All requests of an address, those with wrong keys included."""

    scope = "api_address"

    def who(self, request: Request) -> str:
        return self.address(request)


class UserThrottle(WindowThrottle):
    """All requests of a player, whatever the keys and addresses; of others, by address."""

    scope = "api_user"

    def who(self, request: Request) -> str:
        owner = api_owner(request)
        return f"u{owner.user_id}" if owner.user_id is not None else f"a{self.address(request)}"


class BeginThrottle(UserThrottle):
    """Beginning games and matches: what leaves rows behind."""

    scope = "api_begin"

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method != "POST" or super().allow_request(request, view)
