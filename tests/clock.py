"""The clock of the tests, in a file: the live server is another process and reads the same one."""

from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone


def _file() -> Path:
    return Path(settings.VAR_DIR) / f"test-{settings.TEST_RUN}.clock"


def set_clock(moment: datetime | None) -> None:
    """Let it be ``moment`` now, for the server too, and go on from there; ``None``: the real time again."""
    if moment is None:
        _file().unlink(missing_ok=True)
    else:
        _file().write_text(str((moment - timezone.now()).total_seconds()))


def now() -> datetime:
    """Return the time as a test has set it, else the real one: `settings.CLOCK` in tests."""
    try:
        shift = float(_file().read_text())
    except (OSError, ValueError):
        return timezone.now()
    return timezone.now() + timedelta(seconds=shift)
