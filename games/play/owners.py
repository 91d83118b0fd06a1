"""Whose a game is: an account's, or a visitor's whose browser session holds a random id."""

import uuid
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from games.play import rows
from games.play.models import Game

SESSION_KEY = "visitor"


class NotFound(LookupError):
    """There is no such game."""


class NotYours(NotFound):
    """The game is somebody else's; at the edge the same answer as `NotFound`."""


@dataclass(frozen=True, slots=True)
class Owner:
    """An account, a visitor, or nobody yet. `token` is the API token through which an account acts."""

    user_id: int | None = None
    visitor: UUID | None = None
    token: UUID | None = None

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of `Game` by which the owner's games are found."""
        return {"player_id": self.user_id} if self.user_id is not None else {"visitor": self.visitor}

    @property
    def anybody(self) -> bool:
        """Whether there is somebody at all: a passer-by who never began a game owns nothing."""
        return self.user_id is not None or self.visitor is not None

    def owns(self, game: Game) -> bool:
        if self.user_id is not None:
            return game.player_id == self.user_id
        return self.visitor is not None and game.visitor == self.visitor


def owner_of(request: HttpRequest, *, create: bool = False) -> Owner:
    """Return who sends the request. With `create` (a game is being begun) a visitor gets an id if need be."""
    user = request.user
    if user.is_authenticated:
        return Owner(user_id=user.pk)
    stored = request.session.get(SESSION_KEY)
    if stored is None and create:
        stored = str(_new_visitor(request))
        request.session[SESSION_KEY] = stored
    return Owner(visitor=UUID(stored)) if stored else Owner()


def game_of(game_id: UUID, owner: Owner) -> Game:
    """Return the owner's game, without its record.

    :raises NotFound: if there is none; its kind `NotYours`, if it is somebody else's.
    """
    game = rows.read(game_id)
    if game is None:
        raise NotFound(game_id)
    if not owner.owns(game):
        raise NotYours(game_id)
    return game


def _new_visitor(request: HttpRequest) -> UUID:
    """A visitor's id, drawn from the browser's CSRF cookie if it has one.

    Two posts of a double click that both come without a session then belong to one visitor, not two.
    """
    cookie = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    if not cookie:
        return uuid.uuid4()
    return UUID(salted_hmac("games.visitor", cookie, algorithm="sha256").hexdigest()[:32])
