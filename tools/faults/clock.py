"""A clock that is set from outside, for the sites of `bin/faults`: `settings.CLOCK` names it."""

import os
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone


def now() -> datetime:
    """The true time, and as many seconds more (or less) as the file FAULTS_CLOCK says."""
    try:
        shift = float(Path(os.environ["FAULTS_CLOCK"]).read_text())
    except (OSError, ValueError):
        shift = 0.0
    return timezone.now() + timedelta(seconds=shift)
