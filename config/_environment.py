"""Where the settings read the environment (and a file ``.env`` at the root, if there is one)."""

from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
VAR_DIR.mkdir(exist_ok=True)

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DEBUG", default=True)


def required(name: str, development: str) -> str:
    """Return the secret ``name``; its development value only while ``DEBUG`` is on."""
    value: str = env.str(name, default="")
    if value:
        return value
    if DEBUG:
        return development
    raise ImproperlyConfigured(
        f"{name} must be set in the environment when DEBUG is off. "
        'Make one with: python -c "import secrets; print(secrets.token_urlsafe(50))"'
    )
