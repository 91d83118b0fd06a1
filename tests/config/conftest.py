"""What the tests of the running site share: its log as in production, and addresses that go wrong."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from config._logging import logging_settings


class Log:
    """What was logged since the test began."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    def of(self, logger: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["logger"] == logger]


@pytest.fixture
def log() -> Iterator[Log]:
    """The log of a production server, in JSON."""
    log = Log()
    configure(logging_settings("json", "INFO", development=False))
    console: Any = logging.getLogger("django").handlers[0]
    console.setStream(log.stream)
    yield log
    configure(settings.LOGGING)


def configure(logging_settings: dict[str, Any]) -> None:
    """Configure the log anew; a logger keeps the filters that it had, so they are taken off."""
    for name in logging_settings["loggers"]:
        logging.getLogger(name).filters.clear()
    logging.config.dictConfig(logging_settings)
