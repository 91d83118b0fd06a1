"""What a player's browser reads out of a table's pages: data, addresses, the form's key; and a choice."""

import json
import re
from dataclasses import dataclass
from random import Random
from typing import Any

DATA = re.compile(r'<script type="application/json" id="table-data"[^>]*>(.*?)</script>', re.DOTALL)
CSRF = re.compile(r"""hx-headers='\{"X-CSRFToken": "([^"]+)"\}'""")
ACTION = re.compile(r'data-action="(/[^"]+/action/)"')
BACK = re.compile(r"f\d+-t\d+")
LONGEST = 120
"""Actions after which a player leaves a game for another one."""


class Unreadable(ValueError):
    """The answer is no page or fragment of a table."""


@dataclass(frozen=True, slots=True)
class Table:
    """The page of a table: where its actions go, the key of its forms, and its data."""

    action: str
    csrf: str
    data: dict[str, Any]


def read_page(html: str) -> Table:
    """Read a table's page.

    :raises Unreadable: if it is none.
    """
    action, csrf = ACTION.search(html), CSRF.search(html)
    if action is None or csrf is None:
        raise Unreadable(html[:200])
    return Table(action[1], csrf[1], read_data(html))


def read_csrf(html: str) -> str:
    """Read the key of the forms of any page.

    :raises Unreadable: if there is none.
    """
    found = CSRF.search(html)
    if found is None:
        raise Unreadable(html[:200])
    return found[1]


def read_data(html: str) -> dict[str, Any]:
    """Read the data that every answer to an action carries: version, legal actions, whether it is over.

    :raises Unreadable: if the answer has none.
    """
    found = DATA.search(html)
    if found is None:
        raise Unreadable(html[:200])
    return dict(json.loads(found[1]))


def weight(token: str) -> float:
    """How gladly a plain player plays an action: cards up first, then those of the waste, then the rest."""
    if token.endswith("-f"):
        return 12
    if BACK.fullmatch(token):
        return 0.05
    if token.startswith("w-t"):
        return 6
    return 4 if token == "s-w" else 2


def choose(actions: list[str], rng: Random) -> str:
    """Choose one of the legal actions; empty if there is none."""
    if not actions:
        return ""
    return rng.choices(actions, [weight(token) for token in actions])[0]
