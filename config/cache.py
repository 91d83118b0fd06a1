"""The cache on Redis, for a site that goes on without it."""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache as BaseRedisCache
from django.core.cache.backends.redis import RedisCacheClient
from django.utils.functional import cached_property
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

T = TypeVar("T")
AWAY = (RedisConnectionError, RedisTimeoutError)
REST = 1.0
"""Seconds in which Redis is not asked again once it did not answer: a page asks it several times."""
LIMITS = ("allauth:", "throttle_", "api:")
"""Beginnings of the keys of limits. While Redis is away each process keeps its own count of these."""
MOST_OWED = 100_000
logger = logging.getLogger(__name__)


class RedisCache(BaseRedisCache):
    """Redis' cache. While Redis is away nothing is found and nothing is kept; pages are only slower.

    What was to be changed meanwhile would come back as it was before: a session that has ended, for one. So
    those keys are owed, and deleted before anything is asked again. Limits go on in the memory of the
    process.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._servers: list[str]
        self._options: dict[str, Any]
        self._limits = LocMemCache("limits", {"KEY_PREFIX": self.key_prefix})
        self._state = _states.setdefault(server, _State())

    @cached_property
    def _cache(self) -> RedisCacheClient:
        """The process' one client. Django has a cache a thread: under ASGI, a connection a request."""
        with _lock:
            if self._servers_key not in _clients:
                _clients[self._servers_key] = RedisCacheClient(self._servers, **self._options)
            return _clients[self._servers_key]

    @property
    def _servers_key(self) -> tuple[str, ...]:
        return tuple(self._servers)

    def _ask(self, what: Callable[[], T], otherwise: Callable[[], T], changes: Iterable[str] = ()) -> T:
        """Ask Redis; or, while it is away, do otherwise and owe it the keys that were to change."""
        state = self._state
        if not state.may_ask():
            state.owe(changes)
            return otherwise()
        try:
            if state.owed:
                self._pay()
            found = what()
        except AWAY as error:
            state.failed(error)
        except RedisError as error:  # full, or read-only: it answers, but keeps nothing new
            state.refused(error)
            self._drop(changes)
            return otherwise()
        else:
            state.answered()
            return found
        state.owe(changes)
        return otherwise()

    def _pay(self) -> None:
        """Delete what changed while Redis was away; all of it, if that was more than could be noted."""
        with self._state.lock:
            owed, self._state.owed = self._state.owed, set()
            too_many, self._state.too_many = self._state.too_many, False
        try:
            client = self._cache.get_client(write=True)
            if too_many:
                owed = set(client.scan_iter(match=f"{self.key_prefix}:*", count=1000))
            keys = list(owed)
            for start in range(0, len(keys), 1000):
                client.delete(*keys[start : start + 1000])
        except RedisError:
            with self._state.lock:
                self._state.owed |= owed
                self._state.too_many |= too_many
            raise

    def _drop(self, keys: Iterable[str]) -> None:
        """What could not be changed must not be found as it was before."""
        try:
            self._cache.get_client(write=True).delete(*keys) if keys else None
        except RedisError:
            self._state.owe(keys)

    def _made(self, keys: Iterable[str], version: int | None) -> list[str]:
        """The keys as Redis knows them, but for those of limits: what is counted there may stay."""
        return [self.make_and_validate_key(key, version=version) for key in keys if not _is_limit(key)]

    def add(
        self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return self._ask(
            lambda: super(RedisCache, self).add(key, value, timeout, version),
            lambda: self._limits.add(key, value, timeout, version) if _is_limit(key) else True,
            self._made([key], version),
        )

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._ask(
            lambda: super(RedisCache, self).get(key, default, version),
            lambda: self._limits.get(key, default, version) if _is_limit(key) else default,
        )

    def set(
        self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        return self._ask(
            lambda: super(RedisCache, self).set(key, value, timeout, version),
            lambda: self._limits.set(key, value, timeout, version) if _is_limit(key) else None,
            self._made([key], version),
        )

    def touch(self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(lambda: super(RedisCache, self).touch(key, timeout, version), lambda: False)

    def delete(self, key: str, version: int | None = None) -> bool:
        return self._ask(
            lambda: super(RedisCache, self).delete(key, version),
            lambda: self._limits.delete(key, version) if _is_limit(key) else False,
            self._made([key], version),
        )

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        names = list(keys)
        return self._ask(lambda: super(RedisCache, self).get_many(names, version), dict)

    def has_key(self, key: str, version: int | None = None) -> bool:
        return self._ask(lambda: super(RedisCache, self).has_key(key, version), lambda: False)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """As Django's: what is not there cannot be counted on (ValueError)."""

        def otherwise() -> int:
            if _is_limit(key):
                return int(self._limits.incr(key, delta, version))
            raise ValueError("There is nothing to count on while Redis is away.")

        return self._ask(
            lambda: super(RedisCache, self).incr(key, delta, version), otherwise, self._made([key], version)
        )

    def set_many(
        self, data: dict[str, Any], timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[str]:
        return self._ask(
            lambda: super(RedisCache, self).set_many(data, timeout, version),
            lambda: list(data),
            self._made(data, version),
        )

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        names = list(keys)
        return self._ask(
            lambda: super(RedisCache, self).delete_many(names, version),
            lambda: None,
            self._made(names, version),
        )


def _is_limit(key: str) -> bool:
    return key.startswith(LIMITS)


class _State:
    """How Redis stands, for all threads of the process (each has a cache object of its own)."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.away_until = 0.0
        self.told_at = float("-inf")
        self.away = False
        self.owed: set[str] = set()
        self.too_many = False

    def may_ask(self) -> bool:
        return time.monotonic() >= self.away_until

    def failed(self, error: Exception) -> None:
        with self.lock:
            news, self.away = not self.away, True
            self.away_until = time.monotonic() + REST
        if news:
            logger.error("Redis is away, the site goes on without its cache: %s", error)

    def answered(self) -> None:
        if self.away:
            with self.lock:
                self.away = False
            logger.warning("Redis answers again.")

    def refused(self, error: Exception) -> None:
        now = time.monotonic()
        if now - self.told_at > 60:
            self.told_at = now
            logger.error("Redis keeps nothing new: %s", error)

    def owe(self, keys: Iterable[str]) -> None:
        with self.lock:
            if len(self.owed) < MOST_OWED:
                self.owed.update(keys)
            else:
                self.too_many = True


_lock = threading.Lock()
_states: dict[str, _State] = {}
_clients: dict[tuple[str, ...], RedisCacheClient] = {}
