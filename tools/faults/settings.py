"""The site's settings, with a clock that faults can set."""

from config.settings import *  # noqa: F403

CLOCK = "tools.faults.clock.now"
