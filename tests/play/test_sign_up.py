"""Signing up and logging in on the real pages: the browser's games go with its player."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.play import services
from games.play.models import Attempt, Game
from games.play.owners import Owner
from tests.play.conftest import do, new_user

pytestmark = pytest.mark.django_db
PASS_PHRASE = "seven of hearts on eight"


def begin(browser: Client) -> tuple[Game, Owner]:
    """Begin a game by the page's own form and play one card."""
    answer = browser.post(reverse("games:new"), {"game": "klondike", "options": "D1N"})
    assert answer.status_code == 302, answer.content[:2000]
    game = Game.objects.get()
    owner = Owner(visitor=game.visitor)
    do(game, owner, "s-w")
    return game, owner


def test_signing_up_takes_the_games_of_the_browser_along(client: Client) -> None:
    game, owner = begin(client)
    services.give_up(game_id=game.pk, owner=owner)
    fields = {"username": "Camille", "email": "camille@example.org"}
    client.post(reverse("account_signup"), {**fields, "password1": PASS_PHRASE})
    user = User.objects.get(username="Camille")
    game.refresh_from_db()
    assert (game.player_id, game.visitor, game.attempt) == (user.pk, None, Attempt.FIRST)


def test_logging_in_takes_them_along_as_practice(client: Client) -> None:
    user = new_user("camille")
    game, _ = begin(client)
    client.post(reverse("account_login"), {"login": "camille", "password": "a long pass phrase"})
    game.refresh_from_db()
    assert (game.player_id, game.visitor, game.attempt) == (user.pk, None, Attempt.PRACTICE)


def test_a_login_that_fails_takes_nothing(client: Client) -> None:
    new_user("camille")
    game, owner = begin(client)
    client.post(reverse("account_login"), {"login": "camille", "password": "wrong"})
    game.refresh_from_db()
    assert (game.player_id, game.visitor) == (None, owner.visitor)


def test_looking_round_stores_no_session(client: Client) -> None:
    client.get(reverse("games:home"))
    client.get(reverse("games:new"))
    assert "sessionid" not in client.cookies
