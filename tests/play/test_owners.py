"""Whose a game is: accounts, and visitors known by their session."""

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import RequestFactory

from games.play import services
from games.play.models import Game
from games.play.owners import NotFound, NotYours, Owner, game_of, owner_of
from tests.play.conftest import new_user

pytestmark = pytest.mark.django_db


def request_of(user=None, session: SessionStore | None = None, cookie: str = "") -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = user or AnonymousUser()
    request.session = session if session is not None else SessionStore()
    if cookie:
        request.COOKIES[settings.CSRF_COOKIE_NAME] = cookie
    return request


def test_looking_round_makes_no_visitor_and_no_session() -> None:
    request = request_of()
    assert owner_of(request) == Owner()
    assert request.session.is_empty()


def test_beginning_a_game_makes_a_visitor_who_stays_the_same() -> None:
    request = request_of()
    visitor = owner_of(request, create=True)
    assert visitor.visitor is not None
    assert owner_of(request) == owner_of(request, create=True) == visitor


def test_two_browsers_are_two_visitors() -> None:
    visitors = {owner_of(request_of(cookie=cookie), create=True).visitor for cookie in ("", "", "a", "b")}
    assert len(visitors) == 4


def test_a_double_click_without_a_session_comes_from_one_visitor() -> None:
    first = owner_of(request_of(cookie="the same browser"), create=True)
    second = owner_of(request_of(cookie="the same browser"), create=True)
    assert first == second


def test_an_account_is_an_owner_without_a_visitor() -> None:
    user = new_user("camille")
    request = request_of(user)
    assert owner_of(request, create=True) == Owner(user_id=user.pk)
    assert request.session.is_empty()


def test_a_game_is_found_by_its_owner_only(player: Owner, other: Owner, visitor: Owner) -> None:
    game = services.begin(owner=player, variant="KL", options="D1N")
    assert game_of(game.pk, player) == game
    for stranger in (other, visitor, Owner()):
        with pytest.raises(NotYours):
            game_of(game.pk, stranger)


def test_a_game_without_an_owner_is_nobodys(player: Owner) -> None:
    game = services.begin(owner=player, variant="KL", options="D1N")
    Game.objects.update(player=None)
    for stranger in (player, Owner()):
        with pytest.raises(NotYours):
            game_of(game.pk, stranger)


def test_an_unknown_id_is_not_found(player: Owner, visitor: Owner) -> None:
    assert visitor.visitor is not None
    with pytest.raises(NotFound):
        game_of(visitor.visitor, player)


@pytest.mark.parametrize(
    "call",
    [
        lambda game, owner: services.pause(game_id=game.pk, owner=owner),
        lambda game, owner: services.resume(game_id=game.pk, owner=owner),
        lambda game, owner: services.give_up(game_id=game.pk, owner=owner),
        lambda game, owner: services.restart(game_id=game.pk, owner=owner),
    ],
    ids=["pause", "resume", "give_up", "restart"],
)
def test_nobody_touches_somebody_elses_game(call, player: Owner, other: Owner) -> None:
    game = services.begin(owner=player, variant="KL", options="D1N")
    with pytest.raises(NotYours):
        call(game, other)
    assert Game.objects.get().version == 0
