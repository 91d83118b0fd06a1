"""Settings, all from the environment, with defaults that are safe for development only.

docs/settings.md lists the variables. Long parts stand in ``_environment``, ``_storage``,
``_security`` and ``_players``.
"""

import warnings

from config._api import API_RATES, REST_FRAMEWORK, SPECTACULAR_SETTINGS  # noqa: F401
from config._environment import (  # noqa: F401
    BASE_DIR,
    DEBUG,
    VAR_DIR,
    address,
    email_settings,
    number,
    refuse_faults,
    required,
    text,
    words,
)
from config._languages import languages
from config._logging import LOG_FORMAT, LOG_LEVEL, LOGGING, SENTRY_DSN  # noqa: F401
from config._players import *  # noqa: F403
from config._security import *  # noqa: F403
from config._security import TRUSTED_PROXIES
from config._storage import CACHES, CHANNEL_LAYERS, DATABASES, REDIS_URL  # noqa: F401

SECRET_KEY = required("SECRET_KEY", development="development-only-not-a-secret")
# The key of the shuffle. Empty in development, tests and vectors; it must never change once games are stored.
DEAL_KEY = required("DEAL_KEY", development="")
# Keys that signed what is still about, after a change of SECRET_KEY (docs/deploy.md).
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")
# Read by uvicorn as its number of processes.
WEB_CONCURRENCY = number("WEB_CONCURRENCY", 1, 1, 1000)

INSTALLED_APPS = [
    "daphne",  # first: it replaces runserver by one that speaks ASGI
    "config",
    "accounts",
    "leaderboards",
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "simple_history",
    "template_partials",
]

MIDDLEWARE = [
    "config.inside.InsideMiddleware",  # first: what machines ask needs no host, no session, no HTTPS
    "config.requests.RequestMiddleware",  # then all that follows is named, timed and counted
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",  # before GZip: it has its files compressed already
    "django.middleware.gzip.GZipMiddleware",  # safe: tokens are masked anew, lengths padded
    "csp.middleware.CSPMiddleware",
    "accounts.middleware.PrivateMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.gate.GateMiddleware",  # before anything that asks the database
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context_processors.site_languages",
            ],
        },
    },
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- players: the rest is in config/_players.py ---------------------------------------------------
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
# A visitor's games hang on the session: it lasts as long as one may want to come back to them.
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_AGE = 180 * 24 * 3600

# --- mail: printed to the console unless EMAIL_URL says otherwise ----------------------------------
vars().update(email_settings())
EMAIL_SUBJECT_PREFIX = "[Réussite] "
DEFAULT_FROM_EMAIL = SERVER_EMAIL = text("DEFAULT_FROM_EMAIL", "Réussite <reussite@localhost>")
# In mails sent by commands.
SITE_URL = address("SITE_URL", ("http", "https"), "https://reussite.example", default="http://localhost:8000")
ADMINS = [(mail, mail) for mail in words("ADMINS")]

# --- languages and time --------------------------------------------------------------------------
LANGUAGE_CODE = "fr"
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGES = languages(LOCALE_PATHS[0])
FORMAT_MODULE_PATH = ["config.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Paris"  # the day of the challenge and of the boards begins here

# --- static files --------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = text("STATIC_ROOT", str(BASE_DIR / "staticfiles"))
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_STORAGE = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
    if DEBUG
    else "config.static_storage.StaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATIC_STORAGE},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Our static files are small: that WhiteNoise reads them synchronously under ASGI costs nothing.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

refuse_faults()
