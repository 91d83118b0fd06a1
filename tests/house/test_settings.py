"""The settings of production: what is missing is named, what is unsafe is refused."""

import os
import subprocess
import sys
from datetime import date

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

PRODUCTION = {
    "DEBUG": "0",
    "SECRET_KEY": "x9" * 30 + "qwertyuiopasdfghjkl",
    "DEAL_KEY": "another secret of the site",
    "ALLOWED_HOSTS": "reussite.example",
}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``manage.py`` in a process of its own, with this environment and no other setting."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "DATABASE_URL") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_production_settings_pass_the_deployment_check() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["SECRET_KEY", "DEAL_KEY"])
def test_production_refuses_to_start_without_a_secret_and_says_which(name: str) -> None:
    done = manage("check", **{**PRODUCTION, name: ""})
    assert done.returncode != 0
    assert f"{name} must be set in the environment when DEBUG is off" in done.stderr


def test_several_processes_without_redis_are_refused() -> None:
    done = manage("check", WEB_CONCURRENCY="2")
    assert done.returncode != 0
    assert "WEB_CONCURRENCY is 2, but REDIS_URL is not set" in done.stderr


def test_the_server_itself_refuses_what_the_check_refuses() -> None:
    done = manage("shell", "-v0", "-c", "import config.asgi", WEB_CONCURRENCY="2")
    assert "WEB_CONCURRENCY is 2, but REDIS_URL is not set" in done.stderr


def test_development_needs_no_environment_at_all() -> None:
    assert manage("check").returncode == 0


@pytest.mark.django_db
def test_pages_travel_compressed(client: Client) -> None:
    answer = client.get("/compte/login/", headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"


def test_dates_in_english_name_the_month() -> None:
    with translation.override("en"):
        assert date_format(date(2026, 11, 30), "SHORT_DATE_FORMAT") == "30 Nov 2026"
