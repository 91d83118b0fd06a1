"""What is wrong with the environment is said at the start: a sentence each, all at once, and no traceback."""

from collections.abc import Callable
from functools import partial

import pytest

from config import _environment
from config._environment import email_settings, rate
from config._storage import database
from tests.house.test_settings import PRODUCTION, manage

WRONG = {
    "DEBUG": "ja",
    "HTTPS": "2",
    "ALLOWED_HOSTS": "https://reussite.example, reussite.example:443",
    "CSRF_TRUSTED_ORIGINS": "reussite.example",
    "TRUSTED_PROXIES": "-1",
    "DATABASE_URL": "posgres://reussite:p4ssw0rd@db/reussite",
    "REDIS_URL": "localhost:6379",
    "EMAIL_URL": "smpt+tls://u:p4ssw0rd@mail",
    "WEB_CONCURRENCY": "many",
    "LOG_LEVEL": "loud",
    "LOG_FORMAT": "xml",
    "METRICS_TOKEN": "short",
    "SITE_URL": "reussite.example",
    "SENTRY_DSN": "sentry",
    "API_RATE_PLAYER": "often",
}


def test_every_fault_is_named_at_once_without_a_traceback_or_a_secret() -> None:
    done = manage("check", **WRONG)
    assert done.returncode == 1
    first, *sentences = done.stderr.strip().splitlines()
    assert first == "Réussite cannot start:"
    assert {sentence.split()[0] for sentence in sentences} == WRONG.keys()
    assert "Traceback" not in done.stderr and "p4ssw0rd" not in done.stderr
    assert "ALLOWED_HOSTS holds 'https://reussite.example': it takes host names without" in done.stderr


@pytest.mark.parametrize(
    ("reader", "name", "value", "sentence"),
    [
        (database, "DATABASE_URL", "postgres://u:pa/ss@db/reussite", "DATABASE_URL cannot be read"),
        (database, "DATABASE_URL", "postgres://u@db:5432", "DATABASE_URL names no database"),
        (database, "DATABASE_URL", "sqlite://reussite.sqlite3", "DATABASE_URL names no database"),
        (email_settings, "EMAIL_URL", "smtp://", "EMAIL_URL names no host"),
        (partial(rate, "API_RATE_BEGIN", "60/min"), "API_RATE_BEGIN", "0/min", "API_RATE_BEGIN must look"),
    ],
)
def test_what_reads_well_but_cannot_be_is_named_too(
    monkeypatch, reader: Callable[[], object], name: str, value: str, sentence: str
) -> None:
    monkeypatch.setattr(_environment, "faults", [])
    monkeypatch.setenv(name, value)
    reader()
    (fault,) = _environment.faults
    assert fault.startswith(sentence)


def test_what_the_key_before_signed_is_still_good(settings) -> None:
    """What `SECRET_KEY_FALLBACKS` is for."""
    from django.core import signing

    settings.SECRET_KEY = "the old key"
    signed = signing.dumps("x")
    settings.SECRET_KEY = "the new key"
    with pytest.raises(signing.BadSignature):
        signing.loads(signed)
    settings.SECRET_KEY_FALLBACKS = ["the old key"]
    assert signing.loads(signed) == "x"


def test_old_keys_come_from_the_environment() -> None:
    done = manage(
        "shell", "-v0", "-c", "from django.conf import settings; print(settings.SECRET_KEY_FALLBACKS)",
        **PRODUCTION, SECRET_KEY_FALLBACKS="one, two",
    )  # fmt: skip
    assert done.stdout.strip() == "['one', 'two']", done.stderr
