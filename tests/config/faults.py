"""Addresses that go wrong, each in one way, beside those of the site."""

import psycopg
from django.db import IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import *  # noqa: F403
from config.urls import urlpatterns as site_patterns


def boom(request: HttpRequest, name: str) -> HttpResponse:
    """Fail as careless code does: with what a person typed in the exception's words."""
    typed = request.POST.get("password", "")
    try:
        raise IntegrityError(
            f'duplicate key value violates unique constraint "one_name"\nDETAIL:  Key (name)=({name})'
        )
    except IntegrityError as error:
        raise ValueError(f"{name} {typed} {request.META['REMOTE_ADDR']}") from error


def database(request: HttpRequest, state: str) -> HttpResponse:
    """Fail as PostgreSQL does: ``away`` without a connection, else with a SQLSTATE."""
    cause = psycopg.OperationalError() if state == "away" else psycopg.errors.lookup(state)()
    raise OperationalError("connection to server at 10.1.2.3, port 5432 failed") from cause


broken = [
    path("boom/<str:name>/", boom, name="boom"),
    path("database/<str:state>/", database, name="database"),
    path("en/database/<str:state>/", database, name="database"),
    path("api/database/<str:state>/", database, name="database"),
]
urlpatterns = [*broken, *site_patterns]
