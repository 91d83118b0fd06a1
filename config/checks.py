"""What must hold before the site is served; ``manage.py check`` and the ASGI application ask it alike."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import ERROR, CheckMessage, Error, Tags, register, run_checks
from django.core.exceptions import ImproperlyConfigured


@register(Tags.caches)
def several_processes_share_redis(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Refuse several processes without Redis: each would have its own sockets, limits and cache."""
    if settings.WEB_CONCURRENCY > 1 and not settings.REDIS_URL:
        return [
            Error(
                f"WEB_CONCURRENCY is {settings.WEB_CONCURRENCY}, but REDIS_URL is not set.",
                hint="A channel layer and a cache in memory serve one process only. Set REDIS_URL.",
                id="reussite.E001",
            )
        ]
    return []


def refuse_unsafe_start() -> None:
    """Raise ImproperlyConfigured when a check finds an error: uvicorn and daphne run no checks themselves.

    The database is asked too (the key of its games): a test imports config.asgi with a database at hand.
    """
    messages = run_checks(include_deployment_checks=False, databases=list(settings.DATABASES))
    errors = [message for message in messages if message.level >= ERROR]
    if errors:
        raise ImproperlyConfigured("\n".join(f"{error.msg} {error.hint or ''}".strip() for error in errors))
