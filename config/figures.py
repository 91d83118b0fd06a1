"""What is counted for Prometheus, and how it is asked for.

A process counts in its own memory and answers for itself, on its own port: a scrape of each process, which
costs the others nothing and says which one is slow. Only `uvicorn --workers`, whose processes share a port,
needs PROMETHEUS_MULTIPROC_DIR: then the figures stand in files there, and any process answers for all
(docs/deploy.md).
"""

import os
from collections.abc import Iterator
from typing import Any

from django.db import DatabaseError, connection
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from games.matches.models import UNDER_WAY, Match

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

moves = Counter("reussite_moves", "Actions stored, of players and computers.", ["game"])
refusals = Counter("reussite_refusals", "Actions refused.", ["reason"])
sockets = Gauge("reussite_sockets_open", "Sockets open.", ["route"], multiprocess_mode="livesum")
latency = Histogram("reussite_request_seconds", "Seconds to an answer.", ["route"], buckets=BUCKETS)
responses = Counter("reussite_responses", "Answers.", ["status"])


def answered(route: str, status: int, seconds: float) -> None:
    """Count a request that was answered."""
    latency.labels(route).observe(seconds)
    responses.labels(status).inc()


def count_act(sender: object, *, game: str, reason: str, **more: Any) -> None:
    """Count an action that was stored, or refused for a reason."""
    if reason:
        refusals.labels(reason).inc()
    else:
        moves.labels(game).inc()


class Stored(Collector):
    """What is known only when it is asked for: matches under way, and how the pool of connections stands.

    The matches are those of the whole site, whichever process is asked: take the greatest, not the sum.
    """

    def collect(self) -> Iterator[Metric]:
        found = matches_under_way()
        if found is not None:
            yield GaugeMetricFamily("reussite_matches_under_way", "Matches under way, of the site.", found)
        pool = getattr(connection, "pool", None)
        if pool is not None:
            known = pool.get_stats()
            family = GaugeMetricFamily(
                "reussite_database_pool", "The pool of connections.", labels=["figure"]
            )
            for name in ("pool_size", "pool_available", "requests_waiting", "requests_errors"):
                family.add_metric([name], known.get(name, 0))
            yield family

    def describe(self) -> list[Metric]:
        """Nothing is asked of the database before somebody wants the figures."""
        return []


def matches_under_way() -> int | None:
    """Return how many matches are being played; none if the database cannot say."""
    try:
        return Match.objects.filter(state__in=UNDER_WAY).count()
    except DatabaseError:
        return None


stored = Stored()
if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    REGISTRY.register(stored)


def text() -> bytes:
    """Return all figures in Prometheus' text form."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(stored)
    return generate_latest(registry)
