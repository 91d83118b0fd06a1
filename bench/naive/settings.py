"""The site's own settings, with the naive view beside it: same middleware, same process, same database."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS, TEMPLATES

INSTALLED_APPS = [*INSTALLED_APPS, "bench.naive"]
ROOT_URLCONF = "bench.naive.urls"
TEMPLATES[0]["OPTIONS"]["loaders"] = [
    (
        "django.template.loaders.cached.Loader",
        ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"],
    )
]
TEMPLATES[0]["APP_DIRS"] = False
LOGGING = {"version": 1, "disable_existing_loggers": False}
DEAL_KEY = ""  # the key of the vectors, whose winning line is played
