"""What a load balancer asks: is this process alive, and could it serve a player now?"""

import logging
from collections.abc import Callable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

logger = logging.getLogger(__name__)


@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """Answer 200: the process runs. It asks nothing of the database: a restart there must kill no process."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 when database, migrations, cache and channel layer work; else 503 with what does not.

    The body names the part only; the cause goes to the log.
    """
    checks = {
        "database": check_database,
        "migrations": check_migrations,
        "cache": check_cache,
        "channels": check_channels,
    }
    parts = {name: works(name, check) for name, check in checks.items()}
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def works(name: str, check: Callable[[], None]) -> bool:
    """Return whether ``check`` passes; log why not."""
    try:
        check()
    except Exception:  # whatever it is, this process is not ready
        logger.exception("Not ready: %s", name)
        return False
    return True


def check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def check_migrations() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise RuntimeError("There are migrations to apply.")


def check_cache() -> None:
    cache.set("readyz", "yes", 5)
    if cache.get("readyz") != "yes":
        raise RuntimeError("The cache forgets.")


def check_channels() -> None:
    layer = get_channel_layer()
    async_to_sync(layer.group_send)("readyz", {"type": "readyz"})
