"""Pages of a list, by cursors: a page begins after the last row of the one before, however many came since.

`{"results": […], "next": "https://…?cursor=…" or null}`. A cursor is opaque: follow `next`.
"""

from typing import Any

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
from games.play.cursors import Cursor

LONGEST_CURSOR = 200


class PageQuery(StrictSerializer):
    """The query of a list; add fields for what it can be narrowed down to."""

    cursor = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_CURSOR, help_text=_("From `next`.")
    )


def read_cursor(text: str) -> Cursor | None:
    """Return the cursor that `text` writes; None for "", the first page.

    :raises Problem: if it writes none.
    """
    found = Cursor.read(text) if text else None
    if text and found is None:
        raise bad_cursor()
    return found


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
