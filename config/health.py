"""What a load balancer asks: is this process alive, and could it serve a player now?"""

import logging
from collections.abc import Callable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from config.private import error_words

logger = logging.getLogger(__name__)
_migrated: list[bool] = []


@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """Answer 200: the process runs. It asks nothing of the database: a restart there must kill no process."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 when database, migrations, cache and channel layer work; else 503 with what does not.

    The body names the part only; the cause goes to the log.
    """
    database = works("database", check_database)
    parts = {
        "database": database,
        "migrations": database and works("migrations", check_migrations),
        "cache": works("cache", check_cache),
        "channels": works("channels", check_channels),
    }
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def works(name: str, check: Callable[[], None]) -> bool:
    """Return whether ``check`` passes; log why not."""
    try:
        check()
    except Exception as error:  # whatever it is, this process is not ready
        logger.warning("not ready, %s: %s", name, error_words(error))
        return False
    return True


def check_database() -> None:
    """Ask the database for anything at all."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def check_migrations() -> None:
    """Compare once: a process whose migrations were all applied does not come to need others."""
    if _migrated:
        return
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise ImproperlyConfigured("there are migrations to apply")
    _migrated.append(True)


def check_cache() -> None:
    """Write to the cache and read it back."""
    cache.set("readyz", "yes", 5)
    if cache.get("readyz") != "yes":
        raise ImproperlyConfigured("the cache forgets, or is away")


def check_channels() -> None:
    """Send a message to a group that nobody is in."""
    layer = get_channel_layer()
    async_to_sync(layer.group_send)("readyz", {"type": "readyz"})
