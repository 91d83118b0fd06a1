"""What every test shares: order, isolation of the cache, and no file left behind."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from pytest_django import DjangoDbBlocker

from games.matches.services import begin
from games.play import deals

# Playwright's sync API leaves a loop running in the main thread, which Django takes for async code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

BROWSER = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark browser tests and put them last: after one of them, async tests can no longer start their loop."""
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_unconfigure() -> None:
    """Remove what SQLite leaves beside the test databases; not in a worker: its siblings still use theirs."""
    if settings.configured and "PYTEST_XDIST_WORKER" not in os.environ:
        for file in settings.VAR_DIR.glob(f"test*-{os.environ.get('TEST_RUN')}*.sqlite3*"):
            file.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """End every other session before PostgreSQL drops the database: a live server's threads may keep some."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """Begin each test with an empty cache. On Redis only this run's keys go: it may be shared."""
    if settings.REDIS_URL:
        client = cache._cache.get_client(write=True)  # type: ignore[attr-defined]
        keys = list(client.scan_iter(match=f"{settings.CACHES['default']['KEY_PREFIX']}:*", count=1000))
        if keys:
            client.delete(*keys)
    else:
        cache.clear()
    yield


@pytest.fixture(autouse=True)
def same_lots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw deals and seats from the test's name: among random deals one in some hundreds is blocked from the
    start or ends by itself, and a test would fail once in as many runs."""
    lots = SimpleNamespace(randbelow=Random(request.node.nodeid).randrange)
    for module in (deals, begin):
        monkeypatch.setattr(module, "secrets", lots)


@pytest.fixture
def half_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the half minute of an authenticator's codes not end between a code's making and its use."""
    moment = time.time()
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", SimpleNamespace(time=lambda: moment))


@pytest.fixture(autouse=True)
def default_language() -> None:
    """Begin each test in the site's language: a request made in English leaves its thread speaking it."""
    translation.deactivate()
