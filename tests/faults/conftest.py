"""What the tests of faults share: other processes on the test database."""

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from subprocess import PIPE, Popen

import pytest
from django.conf import settings
from django.db import connection


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that works on the test database, with the settings of the tests."""
    db = connection.settings_dict
    url = f"postgres://{db['USER']}:{db['PASSWORD']}@{db['HOST']}:{db['PORT']}/{db['NAME']}"
    if connection.vendor == "sqlite":
        url = f"sqlite:///{db['NAME']}"
    return {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings_test", **more}


def command(*arguments: str) -> AbstractContextManager["Popen[str]"]:
    """A management command in a process of its own."""
    return python("manage.py", *arguments)


@contextmanager
def python(*arguments: str) -> Iterator["Popen[str]"]:
    """A Python of its own at work on the test database; it is ended, whatever happens."""
    process = Popen(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR, env=environment(PYTHONUNBUFFERED="1"), stdout=PIPE, stderr=PIPE, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def var_dir(transactional_db: None) -> Iterator[None]:
    """Leave nothing in var/ of a check that was killed."""
    before = set(settings.VAR_DIR.glob("verify-*"))
    yield
    for file in set(settings.VAR_DIR.glob("verify-*")) - before:
        file.unlink(missing_ok=True)
