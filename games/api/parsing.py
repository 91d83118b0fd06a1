"""Reading the body: JSON, strictly, of a size that a request of this API can have."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext
from rest_framework.parsers import BaseParser

from games.api.problems import Problem
from games.api.reasons import Why

LARGEST = 16 * 1024
"""Bytes of a body. The longest sensible one has a few hundred."""


class JsonParser(BaseParser):
    """UTF-8 JSON; no NaN, no lone surrogates, no nesting without end, no name twice in an object."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        raw = stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise too_large()
        try:
            data = json.loads(
                raw.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_once_each
            )
            json.dumps(data, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:  # numbers of thousands of digits are a ValueError too
            raise Problem(Why.INVALID_JSON) from error
        return data


def too_large() -> Problem:
    """The refusal of a body that is longer than any here."""
    return Problem(Why.TOO_LARGE, gettext("A body has at most %(limit)d bytes.") % {"limit": LARGEST})


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return found
