"""What the tests of the admin site share: staff in their roles, a won game."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from accounts.roles import ADMINISTRATORS, EDITORS, MODERATORS
from games.play.models import Game
from games.play.owners import Owner
from tests.play.conftest import drawn, new_user, other, player, shortest_win, time, win_drawn

__all__ = ["drawn", "other", "player", "time"]


def in_role(name: str, role: str) -> Client:
    """Return a browser in which a member of the staff with a role is logged in."""
    user = new_user(name)
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def editor(db: Any) -> Client:
    return in_role("redaction-test", EDITORS)


@pytest.fixture
def moderator(db: Any) -> Client:
    return in_role("arbitre-test", MODERATORS)


@pytest.fixture
def administrator(db: Any) -> Client:
    return in_role("chef-test", ADMINISTRATORS)


@pytest.fixture
def won(player: Owner, drawn: Any, time: Any) -> Game:
    """A game that the site drew for the player, won."""
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    return Game.objects.get(pk=game.pk)


def user_of(client: Client) -> User:
    """Return who is logged in in a test's browser."""
    return User.objects.get(pk=client.session["_auth_user_id"])
