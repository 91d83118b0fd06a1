"""Who sends a request: a program with an access key, or a browser with a session and its CSRF token.

A visitor is a browser with a session but no account. As on the site's pages, whatever changes something needs
the CSRF token from him too: DRF by itself would ask only those who are logged in.
"""

from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from accounts import tokens
from accounts.models import User
from accounts.token_models import AccessToken
from games.api.problems import BEARER, Problem
from games.api.reasons import Why
from games.play.owners import Owner, owner_of

SCHEME = "bearer"
INVALID = {"WWW-Authenticate": f'{BEARER}, error="invalid_token"'}


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer rsst_…`."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        header = request.headers.get("Authorization")
        if header is None:
            return None
        scheme, _, text = header.strip().partition(" ")
        if scheme.lower() != SCHEME:
            sentence = gettext("In the header Authorization, write Bearer and the access key.")
            raise Problem(Why.INVALID_TOKEN, sentence, headers=INVALID)
        key = tokens.find(text.strip())
        if key is None:
            sentence = gettext("It was never made, or has been revoked.")
            raise Problem(Why.INVALID_TOKEN, sentence, headers=INVALID)
        if not key.player.is_active:
            raise Problem(Why.ACCOUNT_SUSPENDED)
        return key.player, key

    def authenticate_header(self, request: Request) -> str:
        return BEARER


class SessionAuthentication(BaseAuthentication):
    """The session of the site's pages; changes need the CSRF token in `X-CSRFToken`."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        plain = request._request
        if request.method not in SAFE_METHODS:
            _check_csrf(plain)
        user = cast(Any, plain).user
        return (user, None) if user.is_authenticated and user.is_active else None


class _Check(CsrfViewMiddleware):
    """Django's own check, which tells the reason instead of answering with a page."""

    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def _nothing(*args: Any, **kwargs: Any) -> HttpResponse:
    return HttpResponse()


def _check_csrf(request: HttpRequest) -> None:
    """Refuse a change without the CSRF token.

    :raises Problem: 401 to a program that shows neither key nor cookie, 403 to a browser.
    """
    check = _Check(_nothing)
    check.process_request(request)
    if check.process_view(request, _nothing, (), {}) is None:
        return
    cookies = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
    if not cookies & set(request.COOKIES):
        raise Problem(Why.NOT_AUTHENTICATED)
    raise Problem(Why.CSRF_FAILED)


def api_owner(request: Request, *, create: bool = False) -> Owner:
    """Return whose games the request is about: as `owner_of` for pages, with the key if a program asks."""
    if isinstance(request.auth, AccessToken):
        return Owner(user_id=request.user.pk, token=request.auth.pk)
    return owner_of(request._request, create=create)
