"""What is logged, how and where to: a line an event on standard error, which the service manager keeps."""

from typing import Any

from config._environment import DEBUG, address, one_of

LOG_LEVEL = one_of("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOG_FORMAT = one_of("LOG_FORMAT", "plain" if DEBUG else "json", ("plain", "json"))
SENTRY_DSN = address("SENTRY_DSN", ("https", "http"), "https://key@host/number")


def logging_settings(style: str, level: str, *, development: bool) -> dict[str, Any]:
    """Return Django's LOGGING.

    In development the plain form is Python's own, whole: what a developer typed himself he may read. In
    production neither form holds anything personal.
    """

    def logger(least: str, *handlers: str, **more: Any) -> dict[str, Any]:
        return {"handlers": ["console", *handlers], "level": least, "propagate": False, **more}

    own = {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "plain": own if development else {"()": "config.logs.PlainFormatter"},
            "json": {"()": "config.logs.JsonFormatter"},
        },
        "filters": {
            "no_sockets": {"()": "config.logs.NoSocketLines"},
            "outages": {"()": "config.reports.OutageFilter"},
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": style},
            "mail_admins": {"class": "config.reports.MailHandler", "level": "ERROR"},
        },
        "root": logger("WARNING"),
        "loggers": {
            "django": logger(level),
            # A request's line has its status: here only what went wrong with us is told, with its trace.
            "django.request": logger(
                "WARNING" if development else "ERROR", "mail_admins", filters=["outages"]
            ),
            # A line a request (config.requests). runserver writes its own.
            "config.access": logger("WARNING" if development else level),
            **{app: logger(level) for app in ("accounts", "config", "games", "leaderboards")},
            # uvicorn's lines a request and a socket name the visitor's address and the whole path.
            "uvicorn": logger("INFO"),
            "uvicorn.error": logger("INFO", filters=["no_sockets"]),
            "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
        },
    }


LOGGING = logging_settings(LOG_FORMAT, LOG_LEVEL, development=DEBUG)
