"""What requests about games hold, and what refusals of them carry."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from games.api import shapes
from games.api.examples import HINT, answered, sent
from games.api.fields import StrictSerializer, TextField, version_field
from games.api.paging import PageQuery
from games.api.problems import MEDIA_TYPE
from games.api.schema import ProblemSerializer
from games.play.forms import BY_NAME


class BeginSerializer(StrictSerializer):
    """A deal's code; or a game, of which the server draws a deal at random."""

    code = TextField(required=False, max_length=80, help_text=_("A deal’s code: `KL1-D1N-AAAAAAB`."))
    game = TextField(required=False, max_length=16, help_text=_("`klondike` or `KL`: see the catalogue."))
    options = TextField(
        required=False, max_length=8, help_text=_("`D1N`: see the catalogue. The usual ones if left out.")
    )
    key = serializers.UUIDField(
        required=False, help_text=_("An id of your own: the same request sent twice begins one game.")
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("code" in attrs) == ("game" in attrs):
            raise serializers.ValidationError(_("Name either a code or a game."), code="either")
        if "code" in attrs and "options" in attrs:
            raise serializers.ValidationError(
                {"options": serializers.ErrorDetail(gettext("The code says them already."), code="twice")}
            )
        return attrs

    def validate_game(self, value: str) -> str:
        if value not in BY_NAME:
            raise serializers.ValidationError(_("There is no such game."), code="unknown_game")
        return value


class ActSerializer(StrictSerializer):
    """An action in the notation of records, and the version that it is made on."""

    action = TextField(
        max_length=80, allow_blank=True, help_text=_("`s-w`, `t3:4-t5`, `w-f`, `undo`, `redo` or `finish`.")
    )
    version = version_field()


@sent({"version": 17})
class VersionSerializer(StrictSerializer):
    """The version that a request is made on."""

    version = version_field()


class ListQuery(PageQuery):
    """The query of the list of games."""

    over = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text=_("Only games that are over, or not over.")
    )


@answered(HINT)
class HintShape(serializers.Serializer):
    """A useful action, in notation and in words; null if there is none."""

    action = serializers.CharField(allow_null=True)
    detail = serializers.CharField()
    game = shapes.GameShape()


class RefusedSerializer(ProblemSerializer):
    """A refused action, with the game as it is."""

    game = shapes.GameShape()


LOCATION = OpenApiParameter(
    "Location", OpenApiTypes.URI, OpenApiParameter.HEADER, response=[201], description=_("The new game.")
)
ETAG = OpenApiParameter(
    "ETag",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    response=[200],
    description=_("Send it back as If-None-Match: 304 if nothing has changed."),
)
MOVED_ON = {(409, MEDIA_TYPE): RefusedSerializer}
OUTCOMES = {**MOVED_ON, (422, MEDIA_TYPE): RefusedSerializer}
CREATED = {201: shapes.GameShape}
