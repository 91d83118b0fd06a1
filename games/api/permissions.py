"""Who may use an endpoint. Each class also holds an access key to its scope: reading, or playing as well."""

from django.utils.translation import gettext
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.token_models import AccessToken
from games.api.authentication import api_owner
from games.api.problems import BEARER, Problem
from games.api.reasons import Why

NARROW = {"WWW-Authenticate": f'{BEARER}, error="insufficient_scope", scope="play"'}


class Anybody(BasePermission):
    """Everybody, known or not; a key that only reads changes nothing."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        key = request.auth
        if isinstance(key, AccessToken) and request.method not in SAFE_METHODS and not key.may_play:
            sentence = gettext("This access key only reads. Make one of the kind “Read and play”.")
            raise Problem(Why.INSUFFICIENT_SCOPE, sentence, headers=NARROW)
        return True


class PlayerOrVisitor(Anybody):
    """Somebody whose games the site knows. A visitor may begin one, as on the pages (see `api_owner`)."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if request.method in SAFE_METHODS and not api_owner(request).anybody:
            raise Problem(Why.NOT_AUTHENTICATED)
        return super().has_permission(request, view)


class PlayerOnly(Anybody):
    """Somebody with an account."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not request.user.is_authenticated:
            raise Problem(Why.ACCOUNT_REQUIRED)
        return super().has_permission(request, view)
