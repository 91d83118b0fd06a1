"""The few answers that belong to no app."""

import hashlib
import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, override
from django.views.decorators.http import require_safe

OFFLINE_FILES = ("css/tokens.css", "css/base.css", "img/icon.svg")


def icon(request: HttpRequest) -> HttpResponseRedirect:
    """Send browsers that ask for /favicon.ico unasked to the site's icon."""
    return HttpResponseRedirect(static("img/icon.svg"))


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Say how the site is installed as an app."""

    def picture(name: str, size: str, purpose: str = "any") -> dict[str, str]:
        kind = "image/svg+xml" if name.endswith("svg") else "image/png"
        return {"src": static(f"img/{name}"), "sizes": size, "type": kind, "purpose": purpose}

    found = {
        "name": gettext("Réussite"),
        "short_name": gettext("Réussite"),
        "description": gettext("Card games for one and for two."),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": "#1b4a3b",
        "background_color": "#25604d",
        "icons": [
            picture("icon.svg", "any"),
            picture("icon-192.png", "192x192"),
            picture("icon-512.png", "512x512"),
            picture("icon-mask.png", "512x512", "maskable"),
        ],
    }
    return JsonResponse(found, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the service worker shows when the site cannot be reached."""
    return render(request, "offline.html")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker; it changes, and so renews what it keeps, with the files it keeps."""
    files = [static(name) for name in OFFLINE_FILES]
    pages = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            pages[language] = reverse("offline")
    version = hashlib.sha256(json.dumps([files, pages]).encode()).hexdigest()[:12]
    context = {"files": json.dumps(files), "pages": json.dumps(pages), "version": version}
    response = render(request, "sw.js", context, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response
