"""The site's own settings, with the bare pair beside it: same layer, same database."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "bench.pair"]
LOGGING = {"version": 1, "disable_existing_loggers": False}
