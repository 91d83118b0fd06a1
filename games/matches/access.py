"""Who somebody is at a match: a seat, or a spectator."""

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare

from games.matches.models import Match, Seat, State, Visibility
from games.play.owners import SESSION_KEY, NotFound, NotYours, Owner

BROWSER_COOKIE = "browser"
BROWSER_KEPT = 180 * 24 * 3600


def owner_of_scope(scope: dict[str, Any]) -> Owner:
    """Return who opened a socket, by the key, or the user and the session, that its scope was given."""
    key = scope.get("access_key")
    if key is not None:
        return Owner(user_id=key.player_id, token=key.pk)
    user = scope.get("user")
    if user is not None and user.is_authenticated:
        return Owner(user_id=user.pk)
    session = scope.get("session")
    stored = session.get(SESSION_KEY) if session is not None else None
    return Owner(visitor=UUID(stored)) if stored else Owner()


def owner_query(owner: Owner) -> dict[str, Any] | None:
    """Return the fields of `Seat` by which an owner's seats are found; `None` for a passer-by."""
    if owner.user_id is not None:
        return {"user_id": owner.user_id}
    return {"visitor": owner.visitor} if owner.visitor is not None else None


def seat_of(match_id: UUID, owner: Owner) -> int:
    """Return the number of an owner's seat at a match, 0 for somebody who only watches."""
    fields = owner_query(owner)
    if fields is None:
        return 0
    found = Seat.objects.filter(match_id=match_id, **fields).values_list("number", flat=True).first()
    return found or 0


def own_seat(match_id: UUID, owner: Owner) -> int:
    """Return the number of an owner's seat.

    :raises NotYours: if the owner has none at this match.
    """
    number = seat_of(match_id, owner)
    if not number:
        raise NotYours(match_id)
    return number


def may_see(match: Match, number: int, owner: Owner, token: str = "") -> bool:
    """Whether somebody may open a match's page: those who sit, those invited, and anybody once it is begun.

    Before it is begun only what the lobby lists is for everybody.
    """
    if number or match.state not in (State.OPEN, State.CANCELLED):
        return True
    if match.visibility in (Visibility.LOBBY, Visibility.QUICK, Visibility.BOT):
        return True
    if match.visibility == Visibility.INVITED:
        return owner.user_id is not None and owner.user_id == match.invited_id
    return bool(token) and constant_time_compare(token, match.token)


# --- browsers: who opened a table cannot join it as somebody else -----------------------------------------


def browser_of(request: HttpRequest) -> str:
    """Return the browser's own id, empty if it has none yet."""
    return request.COOKIES.get(BROWSER_COOKIE, "")[:40]


def remember_browser(request: HttpRequest, response: HttpResponseBase) -> None:
    """Give the browser an id if it has none: to be called on the lobby's and the invitation's pages."""
    if not browser_of(request):
        response.set_cookie(
            BROWSER_COOKIE,
            uuid4().hex,
            max_age=BROWSER_KEPT,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )


__all__ = [
    "NotFound",
    "NotYours",
    "browser_of",
    "may_see",
    "own_seat",
    "owner_of_scope",
    "owner_query",
    "remember_browser",
    "seat_of",
]
