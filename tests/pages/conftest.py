"""People and games for the tests of the pages. Games are played through the services, as on the site."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.play import services
from games.play.models import Game
from games.play.owners import SESSION_KEY, Owner


@pytest.fixture
def visitor(client: Client, db: None) -> Owner:
    """The visitor whose browser ``client`` is."""
    session = client.session
    session[SESSION_KEY] = str(uuid.uuid4())
    session.save()
    return Owner(visitor=uuid.UUID(session[SESSION_KEY]))


@pytest.fixture
def ada(db: None) -> User:
    """A registered player."""
    return User.objects.create_user("Ada", "ada@example.org", "a long password")


@pytest.fixture
def other(db: None) -> Owner:
    """Somebody else: a visitor with another browser."""
    return Owner(visitor=uuid.uuid4())


@pytest.fixture
def play() -> Callable[..., Game]:
    """``play(owner, code, moves)``: begin a deal and make that many moves, the first legal one each time."""

    def run(owner: Owner, code: str, moves: int = 3, *, end: bool = False) -> Game:
        game = services.begin(owner=owner, code=code)
        for _ in range(moves):
            position = services.resume_play(game).position
            token = str(position.legal_actions()[0])
            game = services.act(game_id=game.pk, owner=owner, token=token, version=game.version).game
        return services.give_up(game_id=game.pk, owner=owner) if end else game

    return run
