"""``request.preferences`` for every page, the player's language before the address's, no shared caches."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse, translate_url
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

from accounts import preferences


class PreferencesMiddleware:
    """Adds ``request.preferences`` (read when first used) and sends readers to the language they chose."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.preferences = SimpleLazyObject(  # type: ignore[attr-defined]
            lambda: preferences.of_request(request)
        )
        return _to_chosen_language(request) or self.get_response(request)


def _to_chosen_language(request: HttpRequest) -> HttpResponse | None:
    """Return a redirect if the page exists in the chosen language and this is another one.

    Only whole pages are redirected, never a form or a fragment. The language switch stores the choice before
    it goes to the other page, so it is never sent back.
    """
    if request.method not in {"GET", "HEAD"} or "HX-Request" in request.headers:
        return None
    chosen: str = request.preferences.language  # type: ignore[attr-defined]
    if not chosen or chosen == get_language():
        return None
    here = request.get_full_path()
    there = translate_url(here, chosen)
    return HttpResponseRedirect(there) if there != here else None


class PrivateMiddleware:
    """Keeps pages out of caches that several people share, and the account's out of every cache.

    A page names its reader and holds a token of the session. What sets ``Cache-Control`` itself keeps it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "Cache-Control" not in response:
            if request.path.startswith(reverse("accounts:overview")):
                add_never_cache_headers(response)
            else:
                response["Cache-Control"] = "private, no-cache"
        return response
