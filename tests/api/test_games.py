"""Playing through the API: what is answered, what is refused, and that a request made twice acts once."""

import pytest

from games.engine.view import visible
from games.play.models import Game
from games.play.services import resume_play
from tests.api.conftest import KL, Api

pytestmark = pytest.mark.django_db


def begin(api: Api, **body: object) -> dict:
    response = api.post("games/", body or {"code": KL})
    assert response.status_code == 201, response.content
    return response.json()


def act(api: Api, game: dict, action: str, version: int | None = None):
    number = game["version"] if version is None else version
    return api.post(f"games/{game['id']}/actions/", {"action": action, "version": number})


def test_a_code_begins_its_game(api: Api) -> None:
    response = api.post("games/", {"code": "kl1 - d1n - aaaaaab"})
    assert response.status_code == 201
    game = response.json()
    assert response["Location"] == game["url"] == f"http://testserver/api/v1/games/{game['id']}/"
    assert game["code"] == KL and game["status"] == "dealt" and game["version"] == 0
    assert api.get(response["Location"]).json()["id"] == game["id"]


def test_the_position_is_what_the_player_may_see(api: Api) -> None:
    game = begin(api)
    view = visible(resume_play(Game.objects.get(pk=game["id"])).position)
    position = game["position"]
    assert position["stock"] == view.stock == 24
    assert [column["down"] for column in position["tableau"]] == list(range(7))
    assert [len(column["up"]) for column in position["tableau"]] == [1] * 7
    assert position["waste"] == [] and position["foundations"] == [None] * 4
    assert "s-w" in game["actions"]


def test_an_action_is_played(api: Api) -> None:
    game = begin(api)
    response = act(api, game, "t7-t1")
    assert response.status_code == 200
    after = response.json()
    assert after["version"] == 1 and after["moves"] == 1 and after["score"] == 5
    assert after["by_token"] and after["status"] == "playing" and after["attempt"] == "first"
