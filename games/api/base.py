"""The view that every endpoint is: language, limits, who asks, strict bodies, entity tags, problems."""

import json
from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Any, ClassVar, TypeVar

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games.api.authentication import SessionAuthentication, TokenAuthentication, api_owner
from games.api.fields import StrictSerializer
from games.api.parsing import JsonParser
from games.api.permissions import PlayerOrVisitor
from games.api.problems import MEDIA_TYPE
from games.api.throttles import AddressThrottle, UserThrottle
from games.play.owners import Owner

S = TypeVar("S", bound=StrictSerializer)
PRIVATE = "private, no-cache"
"""Nobody else's cache keeps an answer, and one's own asks again (with the entity tag) before it uses it."""


class ApiView(APIView):
    """Base of all endpoints. Subclasses set `permission_classes`, and `throttle_classes` for beginnings.

    A method reads the body by `self.read(…)`, refuses by raising `Problem`, and answers by `self.answer(…)`.
    """

    authentication_classes: Sequence[type[BaseAuthentication]] = (TokenAuthentication, SessionAuthentication)
    permission_classes: Sequence[type[BasePermission]] = (PlayerOrVisitor,)
    throttle_classes: Sequence[type[BaseThrottle]] = (UserThrottle,)
    parser_classes = (JsonParser,)
    http_method_names = ("get", "post", "put", "patch", "delete", "head")
    # No OPTIONS: it would describe what the schema describes, and no other site's pages may ask.
    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)
    refuses: ClassVar[tuple[str, ...]] = ()
    """Reasons of this endpoint's own, for the schema; the common ones are added to every endpoint."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Settle the language, then the address's limit: it holds for wrong keys and wrong bodies too."""
        translation.activate(translation.get_language_from_request(request._request))
        throttle = AddressThrottle()
        if not throttle.allow_request(request, self):
            self.throttled(request, throttle.wait() or 1)
        super().initial(request, *args, **kwargs)

    def owner(self, *, create: bool = False) -> Owner:
        """Return whose games the request is about. With `create` a visitor is given an id if need be."""
        return api_owner(self.request, create=create)

    def read(self, serializer: type[S]) -> dict[str, Any]:
        """Return the body, checked: what it may hold, of the types it may have, and nothing else.

        :raises ValidationError: naming every fault; the answer is a problem `invalid_request`.
        """
        found = serializer(data=self.request.data)
        found.is_valid(raise_exception=True)
        return dict(found.validated_data)

    def read_query(self, serializer: type[S]) -> dict[str, Any]:
        """Return the query, checked in the same way."""
        found = serializer(data=self.request.query_params.dict())
        found.is_valid(raise_exception=True)
        return dict(found.validated_data)

    def answer(
        self, data: Any, *, changing: Collection[str] = (), headers: dict[str, str] | None = None
    ) -> Response:
        """Return 200 with an entity tag, or 304 if the client has just this.

        `changing` names members (of the outermost object) that differ from one moment to the next and tell
        nothing new, such as time played: the tag leaves them out, and is weak.
        """
        tag = entity_tag(data, changing)
        known = self.request.headers.get("If-None-Match", "")
        all_headers = {"ETag": tag, "Cache-Control": PRIVATE, **(headers or {})}
        if self.request.method in ("GET", "HEAD") and _matches(known, tag):
            return Response(status=304, headers=all_headers)
        return Response(data, headers=all_headers)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Problems are JSON whatever the answer would have been; no answer stays in a shared cache."""
        final = super().finalize_response(request, response, *args, **kwargs)
        if getattr(final, "content_type", None) == MEDIA_TYPE:
            final.accepted_renderer, final.accepted_media_type = JSONRenderer(), "application/json"
        final.setdefault("Cache-Control", "private, no-store")
        final["Content-Language"] = translation.get_language() or ""
        patch_vary_headers(final, ("Authorization", "Cookie", "Accept-Language"))
        return final


def entity_tag(data: Any, changing: Collection[str] = ()) -> str:
    """Return the entity tag of an answer in the language of the moment."""
    steady = {name: value for name, value in data.items() if name not in changing} if changing else data
    text = json.dumps(steady, cls=DjangoJSONEncoder, default=str)
    digest = sha256(f"{translation.get_language()} {text}".encode()).hexdigest()[:32]
    return f'W/"{digest}"' if changing else f'"{digest}"'


def _matches(known: str, tag: str) -> bool:
    """Compare weakly, as reading does; compression on the way makes tags weak too."""
    bare = tag.removeprefix("W/")
    return any(one == "*" or one.removeprefix("W/") == bare for one in parse_etags(known))
