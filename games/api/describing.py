"""Where the API begins, its schema (OpenAPI 3), its pages, and what is not there."""

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import ApiView
from games.api.permissions import Anybody
from games.api.problems import not_found
from games.api.reasons import KINDS


class ForReaders(BaseRenderer):
    """What a browser asks for. Nothing is rendered by it: it is sent on to a page."""

    media_type, format = "text/html", "html"


class RootView(ApiView):
    """Where the API begins: a browser is led to the documentation, a program told where everything is."""

    permission_classes = (Anybody,)
    renderer_classes = (JSONRenderer, ForReaders)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponseBase:
        if request.accepted_renderer.format == ForReaders.format:
            return redirect("api_pages:docs")
        places = {
            "catalogue": "api:catalogue",
            "schema": "api:schema",
            "docs": "api_pages:docs",
            "problems": "api_pages:problems",
        }
        return self.answer({word: request.build_absolute_uri(reverse(name)) for word, name in places.items()})


class SchemaView(ApiView):
    """The schema, as JSON or YAML, in the language asked."""

    permission_classes = (Anybody,)
    renderer_classes = (JSONRenderer, OpenApiJsonRenderer2, OpenApiYamlRenderer2)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return self.answer(schema_in(translation.get_language() or ""))


@lru_cache(maxsize=4)
def schema_in(language: str) -> dict[str, Any]:
    """Return the schema in a language. It is made once a process: it changes with the code only."""
    with translation.override(language):
        schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return schema


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the schema as a page on which requests can be tried."""
    return render(request, "api/docs.html")


@require_safe
def problems(request: HttpRequest) -> HttpResponse:
    """Show every reason for which the API refuses: what the `type` of a problem leads to."""
    kinds = sorted(KINDS.items(), key=lambda pair: pair[1].status)
    return render(request, "api/problems.html", {"kinds": kinds})


class NowhereView(ApiView):
    """Every address under /api/ that is none."""

    authentication_classes = ()
    permission_classes = (Anybody,)
    schema = None

    @property
    def default_response_headers(self) -> dict[str, str]:
        """No `Allow`: there is nothing here that a method could be used on."""
        return {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise not_found()
