"""The figures for Prometheus: what they count, who may ask, and several processes on one port."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.test import Client

from config import figures
from config.sockets import CountedSockets
from games.play import services
from games.play.owners import Owner
from tests.basics import new_user

TOKEN = "a-long-enough-token"


def value(text: str, name: str) -> float:
    """The figure of a series, written as Prometheus writes it; 0 if it is not there yet."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def asked(client: Client | None = None) -> str:
    answer = (client or Client()).get("/metrics")
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/plain")
    return answer.text


@pytest.mark.django_db
def test_actions_are_counted_by_game_and_refusals_by_reason() -> None:
    owner = Owner(user_id=new_user("camille").pk)
    game = services.begin(owner=owner, code="KL1-D1N-AAAAAAB")
    before = asked()
    for token, version in (("s-w", 0), ("s-w", 0), ("t1-t1", 1), ("undo", 1)):
        services.act(game_id=game.pk, owner=owner, token=token, version=version)
    after = asked()
    grown = {
        name: value(after, name) - value(before, name)
        for name in (
            'reussite_moves_total{game="KL"}',
            'reussite_refusals_total{reason="stale"}',
            'reussite_refusals_total{reason="same_column"}',
        )
    }
    assert list(grown.values()) == [2, 1, 1]


@pytest.mark.django_db
def test_answers_are_timed_by_route_and_counted_by_status(client: Client) -> None:
    before = asked()
    client.get("/manifest.webmanifest")
    client.get("/nothing-here/")
    after = asked()
    for name in (
        'reussite_request_seconds_count{route="manifest"}',
        'reussite_request_seconds_bucket{le="+Inf",route="none"}',
        'reussite_responses_total{status="404"}',
    ):
        assert value(after, name) == value(before, name) + 1, name


@pytest.mark.django_db
def test_the_site_s_matches_and_the_process_are_told() -> None:
    text = asked()
    assert "\nreussite_matches_under_way 0.0\n" in text
    if sys.platform == "linux":
        assert value(text, "process_resident_memory_bytes") > 1e6


def test_without_a_database_the_other_figures_are_still_told(monkeypatch) -> None:
    monkeypatch.setattr(figures, "matches_under_way", lambda: None)
    assert "reussite_matches_under_way" not in asked()


async def test_a_socket_counts_while_it_is_open(monkeypatch) -> None:
    monkeypatch.setattr(figures, "matches_under_way", lambda: None)
    seen = []

    def now() -> float:
        return figures.REGISTRY.get_sample_value("reussite_sockets_open", {"route": "ws:lobby"}) or 0.0

    async def inner(scope: object, receive: object, send: object) -> None:
        seen.append(now())

    before = now()
    await CountedSockets(inner)({"type": "websocket", "path": "/ws/lobby/", "headers": []}, None, None)
    assert (seen, now()) == ([before + 1], before)


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({}, 200),
        ({"REMOTE_ADDR": "203.0.113.5"}, 404),
        ({"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 404),
        ({"HTTP_FORWARDED": "for=127.0.0.1"}, 404),
        ({"REMOTE_ADDR": "203.0.113.5", "HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}, 200),
        ({"REMOTE_ADDR": "203.0.113.5", "HTTP_AUTHORIZATION": "Bearer another"}, 404),
    ],
)
@pytest.mark.django_db
def test_only_this_machine_and_who_has_the_token_may_ask(settings, more: dict[str, str], status: int) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert Client().get("/metrics", **more).status_code == status


@pytest.mark.django_db
def test_no_token_set_means_that_none_fits(settings) -> None:
    settings.METRICS_TOKEN = ""
    for given in ("Bearer ", "Bearer", ""):
        answer = Client(REMOTE_ADDR="203.0.113.5").get("/metrics", headers={"authorization": given})
        assert answer.status_code == 404


def test_machines_ask_by_any_host_over_plain_http(settings) -> None:
    settings.ALLOWED_HOSTS = ["reussite.example"]
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/healthz", headers={"host": "10.0.0.7"}).content == b"ok\n"


SCRIPT = """
import django
django.setup()
from config import figures
figures.count_act(None, game="KL", reason="")
figures.sockets.labels("ws:match").inc()
if {tells}:
    from unittest import mock
    with mock.patch.object(figures, "matches_under_way", lambda: 3):
        print(figures.text().decode())
"""


def test_processes_on_one_port_are_added_up(tmp_path: Path) -> None:
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for tells in (False, True):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT.format(tells=tells)],
            cwd=django_settings.BASE_DIR, env=environment, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert value(done.stdout, 'reussite_moves_total{game="KL"}') == 2
    assert value(done.stdout, "reussite_matches_under_way") == 3
