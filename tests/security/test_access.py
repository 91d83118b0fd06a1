"""Who may go where: every address of the site, asked as everybody, against a table."""

import re
from collections.abc import Iterator
from copy import copy
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.security.access import TABLE
from tests.security.conftest import ROLES, World, arguments

WAYS = {
    "/compte/login/": "l",
    "/compte/reauthenticate/": "r",
    "/compte/2fa/reauthenticate/": "r",
    "/admin/login/": "l",
}
# What the API is asked with: a body that would be played, were it one's own game.
ACT = {"action": "s-w", "version": 2}
BODIES: dict[str, dict[str, Any]] = {
    **{f"api:{name}": {"version": 2} for name in ("hint", "give_up", "restart")},
    **{"api:actions": ACT, "api:match_actions": {"action": "s-w"}, "api:match_say": {"phrase": "hello"}},
    "api:games": {"game": "klondike"},
    "api:matches": {"against": "bot", "level": 1},
}
STATUSES = {400: "b", 401: "u", 403: "f", 404: "n", 405: "-", 409: "y", 422: "y"}


def addresses(resolver: URLResolver, space: str = "", route: str = "") -> Iterator[tuple[str, str]]:
    """Yield every address: its full name (its route, if it has none), and its route."""
    for pattern in resolver.url_patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}" if pattern.name else here, here
        else:
            yield from addresses(
                pattern, f"{space}{pattern.namespace}:" if pattern.namespace else space, here
            )


def filled(world: World, name: str, route: str) -> str:
    """Return an address with real objects in the places of its arguments."""
    if name == route:  # the admin site's old addresses of a row
        name = route.removeprefix("admin/").replace("/", "_")
    values = arguments(world, name)
    path = re.sub(r"\^?\(\?P<(\w+)>.*?\)(?=/|\$)", lambda found: str(values[found[1]]), route)
    path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(values[found[1]]), path)
    path = path.replace("^([^/]+)/history/([^/]+)/", f"{values['object_id']}/history/{values['history_id']}/")
    return "/" + path.rstrip("$")


def letter(response: Any) -> str:
    """What came of a request, in a letter: see the table."""
    if response.status_code in (301, 302, 303):
        return next((sign for way, sign in WAYS.items() if response["Location"].startswith(way)), "y")
    if response.status_code < 300:
        return "y"
    return STATUSES.get(response.status_code, str(response.status_code))


def asked(browsers: dict[str, Client], name: str, address: str, method: str) -> str:
    """Ask for an address as everybody; nothing that it does is kept, in the database or in a browser."""
    letters = []
    sent: dict[str, Any] = {}
    if address.startswith("/api/") and method == "post":
        sent = {"data": BODIES.get(name, {}), "content_type": "application/json"}
    for browser in browsers.values():
        cookies = copy(browser.cookies)
        with transaction.atomic():
            letters.append(letter(getattr(browser, method)(address, **sent)))
            transaction.set_rollback(True)
        browser.cookies = cookies
    return "".join(letters)


def test_every_address_lets_in_whom_the_table_names(world: World, unwritten: None) -> None:
    browsers = {role: world.browser(role) for role in ROLES}
    found = {}
    for name, route in addresses(get_resolver()):
        address = filled(world, name, route)
        found[name] = " ".join(asked(browsers, name, address, method) for method in ("get", "post"))
    wrong = {name: (got, TABLE.get(name)) for name, got in found.items() if TABLE.get(name) != got}
    assert wrong == {}, "what came of it, and what the table of tests/security/access.py says"
    assert set(TABLE) == set(found), "rows of addresses that are gone"
