"""How endpoints are described: each with its problems, in the language of whoever reads."""

from typing import Any, Literal

from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import get_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS

from games.api.fields import StrictSerializer
from games.api.permissions import Anybody
from games.api.problems import MEDIA_TYPE
from games.api.reasons import KINDS, Why


class FaultSerializer(serializers.Serializer):
    """One fault of a request that is not as described."""

    field = serializers.CharField(help_text=_("The field’s path; empty: the whole body."))
    reason = serializers.CharField()
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer):
    """A refusal (RFC 9457). `reason` is for programs, `detail` for people, in the language asked."""

    type = serializers.CharField(help_text=_("Where the reason is explained."))
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    reason = serializers.CharField()
    errors = FaultSerializer(many=True, required=False)  # type: ignore[assignment]
    retry_after = serializers.IntegerField(required=False, help_text=_("Seconds."))


COMMON = (
    *(Why.INVALID_REQUEST, Why.INVALID_TOKEN, Why.NOT_AUTHENTICATED, Why.ACCOUNT_SUSPENDED),
    *(Why.NOT_ACCEPTABLE, Why.THROTTLED),
)
WITH_BODY = (
    *(Why.INVALID_JSON, Why.CSRF_FAILED, Why.INSUFFICIENT_SCOPE, Why.TOO_LARGE),
    Why.UNSUPPORTED_MEDIA_TYPE,
)


class ApiSchema(AutoSchema):
    """Adds to every endpoint the problems that it can answer with: the common ones and its view's own."""

    def get_auth(self) -> list[dict[str, Any]]:
        """Return the ways to prove oneself; where everybody may read, none is one of them."""
        found: list[dict[str, Any]] = super().get_auth()
        everybody = set(self.view.permission_classes) == {Anybody} and self.method in SAFE_METHODS
        return [*found, {}] if everybody else found

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        """Leave out docstrings, which are for us, and say where unknown fields are refused."""
        found: dict[str, Any] = super()._map_basic_serializer(serializer, direction)
        found.pop("description", None)
        if isinstance(serializer, StrictSerializer):
            found["additionalProperties"] = False
        return found

    def _get_examples(
        self, serializer: Any, direction: Any, media_type: Any, status_code: Any = None, extras: Any = None
    ) -> Any:
        """Give an operation that has examples of what it is sent those of what it answers too: by itself
        drf-spectacular looks at the shapes only where the operation has none at all.
        """
        other = "request_only" if direction == "response" else "response_only"
        own = self.get_examples()
        if own and all(getattr(example, other) for example in own):
            extras = [*(extras or []), *get_override(serializer, "examples", [])]
        return super()._get_examples(serializer, direction, media_type, status_code, extras)

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        found: dict[str, Any] = super()._get_response_bodies(direction)
        for status, reasons in sorted(self._problems().items()):
            found.setdefault(str(status), self._problem(reasons))
        return found

    def _problems(self) -> dict[int, list[str]]:
        reasons = [*COMMON, *getattr(self.view, "refuses", ())]
        if self.method not in SAFE_METHODS:
            reasons += WITH_BODY
        if "{" in self.path:
            reasons.append(Why.NOT_FOUND)
        by_status: dict[int, list[str]] = {}
        for reason in dict.fromkeys(map(str, reasons)):
            by_status.setdefault(KINDS[reason].status, []).append(reason)
        return by_status

    def _problem(self, reasons: list[str]) -> dict[str, Any]:
        words = ", ".join(f"`{reason}`" for reason in reasons)
        response = OpenApiResponse(ProblemSerializer, description=words)
        found: dict[str, Any] = self._get_response_for_code(response, "400", media_types=[MEDIA_TYPE])
        return found


class TokenScheme(OpenApiAuthenticationExtension):
    """Access keys, as the schema says it."""

    target_class = "games.api.authentication.TokenAuthentication"
    name = "accessKey"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        text = _(
            "An access key, made on the pages of the account; in the header Authorization, after "
            "the word Bearer."
        )
        return {"type": "http", "scheme": "bearer", "description": str(text)}


class SessionScheme(OpenApiAuthenticationExtension):
    """The site's session, as the schema says it."""

    target_class = "games.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        text = _("The session of the site’s pages. Changes need the CSRF token in the header `X-CSRFToken`.")
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": str(text)}
