"""The site goes on without Redis: nothing is found, nothing old comes back, limits still hold."""

from typing import Any
from uuid import uuid4

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import OutOfMemoryError

from config import cache as module
from config.cache import RedisCache
from tests.config.conftest import Log


class FakeRedis:
    """What the cache asks of Redis' client: a dictionary that can be away, or full."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.error: Exception | None = None
        self.asked = 0

    def _ask(self, writes: bool = False) -> None:
        self.asked += 1
        if self.error is not None and (writes or not isinstance(self.error, OutOfMemoryError)):
            raise self.error

    def get(self, key: str) -> Any:
        self._ask()
        return self.kept.get(key)

    def set(self, key: str, value: Any, ex: int | None = None, nx: bool = False) -> bool:
        self._ask(writes=True)
        if nx and key in self.kept:
            return False
        self.kept[key] = value
        return True

    def delete(self, *keys: str) -> int:
        self._ask()
        return len([self.kept.pop(key) for key in keys if key in self.kept])

    def exists(self, key: str) -> bool:
        self._ask()
        return key in self.kept

    def scan_iter(self, match: str, count: int) -> list[str]:
        self._ask()
        return [key for key in self.kept if key.startswith(match.removesuffix("*"))]

    def incr(self, key: str, delta: int) -> int:
        self._ask(writes=True)
        self.kept[key] += delta
        return self.kept[key]


@pytest.fixture
def clock(monkeypatch) -> Any:
    class Clock:
        now = 1000.0

    monkeypatch.setattr(module.time, "monotonic", lambda: Clock.now)
    return Clock


@pytest.fixture
def redis(monkeypatch) -> FakeRedis:
    fake = FakeRedis()
    monkeypatch.setattr(module.RedisCacheClient, "get_client", lambda self, key=None, *, write=False: fake)
    return fake


@pytest.fixture
def cache(redis: FakeRedis, clock: Any) -> RedisCache:
    return RedisCache(f"redis://{uuid4()}", {"KEY_PREFIX": str(uuid4())})


def go_away(redis: FakeRedis) -> None:
    redis.error = RedisConnectionError("refused")


def test_with_redis_it_is_a_cache(cache: RedisCache) -> None:
    cache.set("a", 1)
    assert cache.add("a", 2) is False and cache.add("b", 5) is True
    assert (cache.get("a"), cache.incr("b"), cache.has_key("c")) == (1, 6, False)
    assert cache.delete("a") and cache.get("a", "gone") == "gone"


def test_without_redis_nothing_is_found_and_nothing_fails(cache: RedisCache, redis: FakeRedis) -> None:
    cache.set("a", 1)
    go_away(redis)
    assert cache.get("a", "nothing") == "nothing"
    cache.set("b", 2)
    cache.delete("a")
    cache.set_many({"c": 3})
    cache.delete_many(["c"])
    assert cache.get_many(["a", "b"]) == {} and not cache.has_key("a") and not cache.touch("a")
    assert cache.add("claim", 1) is True
    with pytest.raises(ValueError):
        cache.incr("b")


def test_it_is_not_asked_again_within_a_second(cache: RedisCache, redis: FakeRedis, clock: Any) -> None:
    go_away(redis)
    for _again in range(5):
        cache.get("a")
    assert redis.asked == 1
    clock.now += 1.5
    cache.get("a")
    assert redis.asked == 2


def test_what_changed_meanwhile_does_not_come_back_as_it_was(
    cache: RedisCache, redis: FakeRedis, clock: Any
) -> None:
    cache.set("session", "logged in")
    cache.set("other", "kept")
    go_away(redis)
    cache.delete("session")
    redis.error = None
    assert cache.get("session") is None, "not asked yet"
    clock.now += 1.5
    assert cache.get("session") is None
    assert cache.get("other") == "kept"


def test_too_much_to_note_is_all_deleted(
    cache: RedisCache, redis: FakeRedis, clock: Any, monkeypatch
) -> None:
    monkeypatch.setattr(module, "MOST_OWED", 1)
    redis.kept["of-another-site"] = 1
    for key in ("a", "b", "c"):
        cache.set(key, "old")
    go_away(redis)
    cache.delete("a")
    cache.delete("b")
    cache.delete("c")
    redis.error = None
    clock.now += 1.5
    assert [cache.get(key) for key in ("a", "b", "c")] == [None, None, None]
    assert redis.kept == {"of-another-site": 1}


def test_limits_go_on_in_the_process(cache: RedisCache, redis: FakeRedis, clock: Any) -> None:
    cache.add("api:player:7", 41)
    go_away(redis)
    assert cache.add("api:player:7", 1) is True
    assert cache.add("api:player:7", 1) is False
    assert cache.incr("api:player:7") == 2
    redis.error = None
    clock.now += 1.5
    assert cache.incr("api:player:7") == 42, "what Redis had counted stands"


def test_a_full_redis_answers_but_what_could_not_be_renewed_is_gone(
    cache: RedisCache, redis: FakeRedis, log: Log
) -> None:
    cache.set("session", "old")
    redis.error = OutOfMemoryError("OOM command not allowed")
    cache.set("session", "new")
    cache.set("session", "newer")
    assert cache.get("session") is None
    assert [line["message"] for line in log.of("config.cache")] == [
        "Redis keeps nothing new: OOM command not allowed"
    ]


def test_going_and_coming_is_told_once_each(
    cache: RedisCache, redis: FakeRedis, clock: Any, log: Log
) -> None:
    go_away(redis)
    for _again in range(3):
        cache.get("a")
        clock.now += 1.5
    redis.error = None
    for _again in range(3):
        cache.get("a")
    assert [line["level"] for line in log.of("config.cache")] == ["ERROR", "WARNING"]


def test_all_threads_share_one_client(redis: FakeRedis) -> None:
    server = f"redis://{uuid4()}"
    first, second = (RedisCache(server, {}) for _ in range(2))
    assert first._cache is second._cache
