"""Where the settings read the environment (and a file ``.env`` at the root, if there is one).

What cannot be read is noted, and its default is taken for the moment: so that `refuse_faults`, at the end of
the settings, says all that is wrong at once, a sentence each, naming the variable.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
VAR_DIR.mkdir(exist_ok=True)

if (BASE_DIR / ".env").exists():
    environ.Env.read_env(BASE_DIR / ".env")

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")
RATE = re.compile(r"[1-9][0-9]{0,8}/(s|sec|m|min|h|hour|d|day)(/(ip|key|user))?")
MAKE_ONE = 'Make one with: python -c "import secrets; print(secrets.token_urlsafe(50))"'
faults: list[str] = []


def fault(sentence: str) -> None:
    """Note what is wrong with a variable; the sentence begins with its name and tells no secret."""
    faults.append(sentence)


def refuse_faults() -> None:
    """Raise ImproperlyConfigured if anything was wrong, with all of it."""
    if faults:
        raise ImproperlyConfigured("\n".join(dict.fromkeys(faults)))


def text(name: str, default: str = "") -> str:
    """Return a variable without the blanks around it; an empty one is one that is not set."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool) -> bool:
    """Return whether a variable says yes."""
    value = text(name, "1" if default else "0").lower()
    if value not in YES + NO:
        fault(f"{name} must be 1 or 0, not {value!r}.")
        return default
    return value in YES


def number(name: str, default: int, least: int, most: int) -> int:
    """Return a variable that is a whole number within limits."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
        fault(f"{name} must be a whole number from {least} to {most}, not {value!r}.")
        return default
    return int(value)


def one_of(name: str, default: str, choices: tuple[str, ...]) -> str:
    """Return a variable that is one of a few words."""
    value = text(name, default)
    if value not in choices:
        fault(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
        return default
    return value


def rate(name: str, default: str) -> str | None:
    """Return how often something may be done (``600/min``); set and empty, the variable sets no limit."""
    value = os.environ.get(name, default).strip()
    if value and not RATE.fullmatch(value):
        fault(f"{name} must look like 600/min (or /s, /h, /d), not {value!r}.")
        return default
    return value or None


def words(name: str) -> list[str]:
    """Return the parts of a variable between its commas."""
    return [part for raw in text(name).split(",") if (part := raw.strip())]


def address(name: str, schemes: tuple[str, ...], example: str, *, default: str = "") -> str:
    """Return a variable that is an address of one of these schemes, which names a host; it may be empty.

    The address may hold a password: a fault never repeats it.
    """
    value = text(name, default)
    if not value:
        return value
    try:
        parts = urlsplit(value)
        right = parts.scheme in schemes and bool(parts.hostname)
        _ = parts.port  # raises if it is no number
    except ValueError:
        right = False
    if not right:
        fault(f"{name} cannot be read; it must look like {example}.")
        return default
    return value


def read(name: str, reader: Callable[[], T], example: str, default: T) -> T:
    """Return what a reader makes of a variable; what it raises becomes a fault that shows an example."""
    try:
        return reader()
    except (ImproperlyConfigured, ValueError, KeyError):
        fault(f"{name} cannot be read; it must look like {example}.")
        return default


DEBUG = flag("DEBUG", default=True)


def required(name: str, development: str) -> str:
    """Return the secret ``name``; its development value only while ``DEBUG`` is on."""
    value = text(name)
    if value or DEBUG:
        return value or development
    fault(f"{name} must be set in the environment when DEBUG is off. {MAKE_ONE}")
    return "missing"


def email_settings() -> dict[str, Any]:
    """Return Django's settings of mail from ``EMAIL_URL``."""
    printed = {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    found = read(
        "EMAIL_URL",
        lambda: dict(environ.Env.email_url_config(text("EMAIL_URL", "consolemail://"))),
        "smtp+tls://user:password@host:587 (signs such as @ or / in the password as %40, %2F)",
        printed,
    )
    if found["EMAIL_BACKEND"].endswith("smtp.EmailBackend") and not found.get("EMAIL_HOST"):
        fault("EMAIL_URL names no host; it must look like smtp+tls://user:password@host:587.")
    # A mail server that does not answer must not hold a request for ever.
    return {**found, "EMAIL_TIMEOUT": 10}
