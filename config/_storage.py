"""Where data are kept: the database, the cache and the channel layer."""

from typing import Any

from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as RedisConnectionError

from config._environment import VAR_DIR, env


def database() -> dict[str, Any]:
    """Return the default database: SQLite in var/, or what ``DATABASE_URL`` names."""
    settings: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'reussite.sqlite3'}")
    if settings["ENGINE"].endswith("sqlite3"):
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
        pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=8), "timeout": 10}
        settings["OPTIONS"] = {**settings.get("OPTIONS", {}), "pool": pool}
        settings["CONN_MAX_AGE"] = 0
        settings["CONN_HEALTH_CHECKS"] = True
    return settings


def cache(redis_url: str) -> dict[str, Any]:
    """Return the default cache: Redis where there is one, else the memory of the process."""
    if not redis_url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": redis_url,
        "KEY_PREFIX": "reussite",
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


REDIS_URL: str = env.str("REDIS_URL", default="")
DATABASES = {"default": database()}
CACHES = {"default": cache(REDIS_URL)}
CHANNEL_LAYERS = {"default": channel_layer(REDIS_URL)}
