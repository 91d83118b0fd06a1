"""What every template may use."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url
from django.utils.translation import get_language, get_language_info


def site_languages(request: HttpRequest) -> dict[str, Any]:
    """Return ``site_languages``: per language its code, own name, and the address of the same page in it."""
    here = request.get_full_path()
    return {
        "site_languages": [
            {
                "code": code,
                "name": get_language_info(code)["name_local"].capitalize(),
                "url": translate_url(here, code),
                "current": code == get_language(),
            }
            for code, _ in settings.LANGUAGES
        ]
    }
