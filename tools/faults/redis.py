"""Faults of Redis: restarted, gone, full. It holds nothing that is not elsewhere: play goes on without it."""

import time

import redis

from tools.faults.client import NO_ANSWER
from tools.faults.ground import Ground
from tools.faults.registry import POSTGRES, check, fault

GONE_SECONDS = 20


def _undisturbed(crowd, what: str) -> None:  # type: ignore[no-untyped-def]
    turned = crowd.count(503, NO_ANSWER)
    check(not turned, f"{turned} were turned away while Redis was {what}")
    check(crowd.moves > 2 * len(crowd.players), f"nobody could play while Redis was {what}")


@fault(
    "Redis restarted", on=POSTGRES, cluster=True,
    promise="games for one go on without a word; matches go on, each seat sees the other's moves again",
)  # fmt: skip
def restarted(ground: Ground) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(20, 120)
        crowd.forget()
        for _ in range(3):
            ground.stop("redis")
            ground.start("redis")
            crowd.wait_for_moves(15, 60)
        _undisturbed(crowd, "restarted")
    return f"3 restarts, nobody turned away, {crowd.longest:.2f} s at most"


@fault(
    "Redis gone for 20 s", on=POSTGRES, cluster=True,
    promise="the same: sessions and limits are kept elsewhere meanwhile",
)  # fmt: skip
def gone(ground: Ground) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(20, 120)
        crowd.forget()
        ground.stop("redis")
        time.sleep(GONE_SECONDS)
        longest = crowd.longest
        ground.start("redis")
        crowd.resume(30)
        _undisturbed(crowd, "gone")
    return f"nobody turned away, {longest:.2f} s at most while it was gone"


@fault(
    "Redis full", on=POSTGRES, cluster=True,
    promise="the same: what it cannot take is as if it were gone",
)  # fmt: skip
def full(ground: Ground) -> str:
    client = redis.Redis(port=ground.site.redis_port)
    with ground.crowd() as crowd:
        crowd.wait_for_moves(20, 120)
        crowd.forget()
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", "1")
        try:
            crowd.wait_for_moves(60, 120)
            crowd.resume(60)
            _undisturbed(crowd, "full")
        finally:
            client.config_set("maxmemory", "0")
            client.close()
    return f"nobody turned away, {crowd.longest:.2f} s at most"
