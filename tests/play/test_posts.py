"""Bad input over HTTP: each a clear answer, nothing lost, one row (issue 2, « Seen working »)."""

from collections import Counter
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.play import services
from games.play.models import Game
from games.play.owners import SESSION_KEY, Owner
from games.play.services.verify import faults_of
from tests.play.conftest import do, new_user

pytestmark = pytest.mark.django_db
CODE = "KL1-D1N-AAAAAAB"
HTMX = {"HX-Request": "true"}


def visit(client: Client) -> Owner:
    """Make the browser a visitor's."""
    visitor = uuid4()
    session = client.session
    session[SESSION_KEY] = str(visitor)
    session.save()
    return Owner(visitor=visitor)


@pytest.fixture
def game(client: Client) -> Game:
    return services.begin(owner=visit(client), code=CODE)


def post(client: Client, game: Game, action: str, version: object = 0, name: str = "action") -> HttpResponse:
    return client.post(
        reverse(f"games:{name}", args=[game.pk]), {"action": action, "version": version}, headers=HTMX
    )


def stored(game: Game) -> dict:
    return Game.objects.filter(pk=game.pk).values().get()


@pytest.mark.parametrize(
    "code", ["rubbish", "ZZ1-D1N-AAAAAAB", "DS1-D9N-AAAAAAB", "DK1-D1S-AAAAAAB", "x" * 10_000]
)
def test_a_code_that_cannot_be_read_is_answered_on_the_form(client: Client, code: str) -> None:
    answer = client.post(reverse("games:code"), {"code": code})
    assert 200 <= answer.status_code < 500
    assert 'role="alert"' in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize("form", [{"game": "poker"}, {"game": "klondike", "options": "D9Q"}, {}])
def test_an_unknown_game_begins_nothing(client: Client, form: dict) -> None:
    assert 200 <= client.post(reverse("games:new"), form).status_code < 500
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "action", ["", "t1-t99", "t7:3-t1", "s-t1", "w-f", "KH-t1", "t1-f*", "a/s-w", "é", "\x00", "x" * 10_000]
)
def test_a_forged_action_is_refused_with_the_table_as_it_is(client: Client, game: Game, action: str) -> None:
    before = stored(game)
    answer = post(client, game, action)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert 'id="table"' in text
    assert "x" * 100 not in text
    assert stored(game) == before


@pytest.mark.parametrize("version", ["", "abc", "-1", "1.5", "1", "9" * 50, "٣"])
def test_a_wrong_version_is_answered_with_the_true_table(client: Client, game: Game, version: str) -> None:
    before = stored(game)
    answer = post(client, game, "s-w", version)
    assert answer.status_code == 409
    assert 'id="table"' in answer.content.decode()
    assert stored(game) == before


@pytest.mark.parametrize("name", ["action", "pause", "resume", "give_up", "restart"])
def test_somebody_elses_game_is_not_found(client: Client, name: str) -> None:
    game = services.begin(owner=Owner(user_id=new_user("camille").pk), code=CODE)
    visit(client)
    for browser in (client, Client()):
        assert post(browser, game, "s-w", name=name).status_code == 404
    assert browser.get(reverse("games:table", args=[game.pk])).status_code == 404
    assert stored(game)["version"] == 0


@pytest.mark.parametrize("name", ["action", "pause", "resume", "give_up", "restart"])
def test_what_changes_a_game_is_not_done_by_a_link(client: Client, game: Game, name: str) -> None:
    assert client.get(reverse(f"games:{name}", args=[game.pk])).status_code == 405


def test_an_id_that_never_was_is_not_found(client: Client) -> None:
    visit(client)
    assert client.get(reverse("games:table", args=[uuid4()])).status_code == 404


def test_a_finished_game_refuses_and_shows_its_end(client: Client, game: Game) -> None:
    owner = Owner(visitor=game.visitor)
    do(game, owner, "s-w")
    services.give_up(game_id=game.pk, owner=owner)
    before = stored(game)
    answer = post(client, game, "s-w", before["version"])
    assert answer.status_code == 422
    assert stored(game) == before


def test_a_form_without_csrf_token_changes_nothing(game: Game) -> None:
    browser = Client(enforce_csrf_checks=True)
    session = browser.session
    session[SESSION_KEY] = str(game.visitor)
    session.save()
    assert post(browser, game, "s-w").status_code == 403
    assert stored(game)["version"] == 0


@pytest.mark.django_db(transaction=True)
def test_of_a_hundred_posts_at_once_one_is_played_and_each_is_answered(client: Client) -> None:
    game = services.begin(owner=visit(client), code=CODE)
    cookies, barrier, answers = client.cookies.output(), Barrier(100), Counter()

    def send() -> None:
        browser = Client()
        browser.cookies.load(cookies.replace("Set-Cookie: ", ""))
        barrier.wait()
        try:
            answers[post(browser, game, "s-w").status_code] += 1
        finally:
            connection.close()

    threads = [Thread(target=send) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {200: 1, 409: 99}
    row = Game.objects.get()
    assert (row.version, row.actions.split()) == (1, ["s-w"])
    assert faults_of(row) == []
