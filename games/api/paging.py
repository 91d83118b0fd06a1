"""Pages of a list, by cursors: a page begins after the last row of the one before, however many came since.

`{"results": […], "next": "https://…?cursor=…" or null}`. A cursor is opaque: follow `next`.
"""

import base64
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import get_override
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request

from games.api.examples import answered
from games.api.fields import StrictSerializer
from games.api.problems import Problem
from games.api.reasons import Why

LONGEST_CURSOR = 200


class PageQuery(StrictSerializer):
    """The query of a list; add fields for what it can be narrowed down to."""

    cursor = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_CURSOR, help_text=_("From `next`.")
    )


@dataclass(frozen=True, slots=True)
class Cursor:
    """A row in a list that is ordered by a moment and an id."""

    moment: datetime
    pk: UUID

    def text(self) -> str:
        """Return the cursor as an address can carry it."""
        raw = f"{self.moment.isoformat()} {self.pk}"
        return base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")

    @classmethod
    def read(cls, text: str) -> "Cursor | None":
        """Return the cursor that `text` writes; None for "", the first page.

        :raises Problem: if it writes none.
        """
        if not text:
            return None
        try:
            raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
            moment, _space, pk = raw.partition(" ")
            found = datetime.fromisoformat(moment)
            if found.tzinfo is None:
                raise ValueError(moment)
            return cls(found.astimezone(UTC), UUID(pk))
        except (ValueError, OverflowError) as error:
            raise bad_cursor() from error


def bad_cursor() -> Problem:
    """The refusal of a cursor that no page gave."""
    sentence = gettext("This cursor is none: follow `next` of the page before.")
    fault = {"field": "cursor", "reason": "invalid", "detail": sentence}
    return Problem(Why.INVALID_REQUEST, sentence, errors=[fault])


def page(request: Request, results: list[Any], after: str) -> dict[str, Any]:
    """Return a page; `after` is the cursor of the next one, "" on the last."""
    following = None
    if after:
        query = request.query_params.copy()
        query["cursor"] = after
        following = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
    return {"results": results, "next": following}


def page_of(row: type[serializers.BaseSerializer]) -> serializers.Serializer:
    """Return the shape of a page of `row`, for the schema."""
    name = row.__name__.removesuffix("Serializer").removesuffix("Shape")
    page = inline_serializer(
        f"{name}Page",
        {
            "results": row(many=True),
            "next": serializers.URLField(allow_null=True, help_text=_("The next page; null on the last.")),
        },
    )
    for example in get_override(row, "examples", []):
        answered({"results": [example.value], "next": None})(type(page))
    return page
