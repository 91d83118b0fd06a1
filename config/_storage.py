"""Where data are kept: the database, the cache and the channel layer."""

import warnings
from typing import Any

import environ
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.retry import Retry as SyncRetry

from config._environment import VAR_DIR, address, fault, number, read, text

POSTGRESQL, SQLITE = "django.db.backends.postgresql", "django.db.backends.sqlite3"
SQLITE_FILE = f"sqlite:///{VAR_DIR / 'reussite.sqlite3'}"
WAIT = 5
"""Seconds that a request waits for one of the pool's connections; then the answer is 503 (config.gate)."""
RECONNECT = 2
"""Seconds in which the pool tries one connection again, each time later; the next request begins anew.
(Minutes by default: the site would stay away long after the database is back.)"""


def database() -> dict[str, Any]:
    """Return the default database: SQLite in var/, or what ``DATABASE_URL`` names."""
    settings = database_address()
    if settings["ENGINE"] == SQLITE:
        # Without IMMEDIATE, concurrent posts that read and then write fail with "database is locked".
        settings["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # A page of a large board reads rows from all over the file: mapped, it costs no system call each.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
            " PRAGMA mmap_size=1073741824;",
        }
    else:
        # Under ASGI each request has its own thread: persistent connections would pile up, a pool does not.
        size = number("DATABASE_POOL", 8, 1, 1000)
        pool = {"min_size": 1, "max_size": size, "timeout": WAIT, "reconnect_timeout": RECONNECT}
        settings["OPTIONS"] = {**SILENT_SERVER, **PATIENCE, **settings.get("OPTIONS", {}), "pool": pool}
        settings["CONN_MAX_AGE"] = 0
        settings["CONN_HEALTH_CHECKS"] = True
    return settings


SILENT_SERVER = {
    **{"connect_timeout": 5, "tcp_user_timeout": 15_000},
    **{"keepalives_idle": 30, "keepalives_interval": 5, "keepalives_count": 3},
}
"""How a server that vanished without a word is noticed: seconds; milliseconds for data unacknowledged."""
PATIENCE = {"options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s"}
"""How long the site waits for a row that somebody else holds: then the answer is 503, and the connection is
free for others. And after how long the server takes back what a process that vanished had locked."""


def database_address() -> dict[str, Any]:
    """Return what ``DATABASE_URL`` says; the file in var/ if it says nothing that can be understood."""
    example = "postgres://user:password@host:5432/name (signs such as @ or / in the password as %40, %2F)"
    here: dict[str, Any] = environ.Env.db_url_config(SQLITE_FILE)

    def parsed() -> dict[str, Any]:
        return dict(environ.Env.db_url_config(text("DATABASE_URL", SQLITE_FILE)))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what django-environ only warns of is a fault below
        found = read("DATABASE_URL", parsed, example, here)
    if found.get("ENGINE") not in (POSTGRESQL, SQLITE):
        fault("DATABASE_URL must begin with postgres:// or sqlite:///.")
        return here
    if not found["NAME"] or found["NAME"] == ":memory:" or (found["ENGINE"] == SQLITE and found["HOST"]):
        fault(f"DATABASE_URL names no database; it must look like {example} or sqlite:////absolute/path.")
        return here
    return found


def cache(redis_url: str) -> dict[str, Any]:
    """Return the default cache: Redis where there is one, else the memory of the process."""
    if not redis_url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    return {
        "BACKEND": "config.cache.RedisCache",
        "LOCATION": redis_url,
        "KEY_PREFIX": "reussite",
        "OPTIONS": {
            **{"socket_connect_timeout": 1, "socket_timeout": 2, "health_check_interval": 30},
            # Once more, at once: enough for a connection that a restart of Redis has cut.
            "retry": SyncRetry(NoBackoff(), 1),
        },
    }


def channel_layer(redis_url: str) -> dict[str, Any]:
    """Return the layer that carries messages between sockets: Redis' publish and subscribe, or memory.

    Publish and subscribe find their groups again after a restart of Redis, where the other Redis layer stays
    deaf. The retries bridge that restart; without ``socket_timeout: None`` idle sockets would be cut.
    """
    if not redis_url:
        return {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    host = {
        "address": redis_url,
        "socket_timeout": None,
        "socket_connect_timeout": 5,
        "socket_keepalive": True,
        "health_check_interval": 15,
        "retry": Retry(ExponentialBackoff(cap=1, base=0.05), 5),
        "retry_on_error": [RedisConnectionError],
    }
    return {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [host], "prefix": "reussite"},
    }


REDIS_URL = address("REDIS_URL", ("redis", "rediss"), "redis://host:6379/0")
DATABASES = {"default": database()}
CACHES = {"default": cache(REDIS_URL)}
CHANNEL_LAYERS = {"default": channel_layer(REDIS_URL)}
