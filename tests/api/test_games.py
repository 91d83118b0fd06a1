"""Playing through the API: what is answered, what is refused, and that a request made twice acts once."""

from dataclasses import replace
from uuid import uuid4

import pytest

from accounts import preferences
from accounts.models import User
from games.engine.variants import SOLO_VARIANTS
from games.engine.view import visible
from games.play.models import Game
from games.play.services import resume_play
from games.staff.models import RefusalCount
from tests.api.conftest import KL, Api, problem
from tests.play.conftest import wins

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


def test_a_request_sent_twice_acts_once(api: Api) -> None:
    game = begin(api)
    first, second = act(api, game, "s-w"), act(api, game, "s-w")
    assert first.status_code == 200
    body = problem(second, 409, "stale_version")
    assert body["game"]["version"] == 1 and body["game"]["position"] == first.json()["position"]
    assert Game.objects.get().actions.split() == ["s-w"]


def test_beginning_twice_with_one_key_begins_one_game(api: Api) -> None:
    body = {"game": "klondike", "key": str(uuid4())}
    assert begin(api, **body)["id"] == begin(api, **body)["id"]
    assert Game.objects.count() == 1


def test_anothers_key_begins_nothing(api: Api, other: Api) -> None:
    body = {"game": "klondike", "key": str(uuid4())}
    begin(api, **body)
    problem(other.post("games/", body), 409, "conflict")
    assert Game.objects.count() == 1


@pytest.mark.parametrize("game", ["klondike", "KL", "RU", "double"])
def test_the_server_draws_a_deal_of_a_game(api: Api, game: str) -> None:
    found = begin(api, game=game)
    assert found["origin"] == "random"
    assert found["options"] == SOLO_VARIANTS[found["game"]].option_choices[0]


def test_an_illegal_action_is_refused_with_reason_rule_and_position(api: Api) -> None:
    game = begin(api)
    body = problem(act(api, game, "t1-f"), 422, "foundation_order")
    assert body["game"]["version"] == 0 and body["game"]["position"] == game["position"]
    assert RefusalCount.objects.get(reason="foundation_order").count == 1


@pytest.mark.parametrize("token", ["", "x", "t1-f*", "a/s-w", "é", "finish " * 9])
def test_an_unreadable_action_is_refused(api: Api, token: str) -> None:
    assert act(api, begin(api), token).status_code == 422


def test_undo_and_redo_are_actions(api: Api) -> None:
    game = begin(api)
    assert not game["can_undo"]
    played = act(api, game, "s-w").json()
    assert played["can_undo"] and not played["can_redo"]
    undone = act(api, played, "undo").json()
    assert undone["position"] == game["position"] and undone["undos"] == 1 and undone["can_redo"]
    assert act(api, undone, "redo").json()["position"] == played["position"]
    problem(act(api, undone, "redo"), 409, "stale_version")


def test_a_hint_names_a_legal_action_and_is_counted(api: Api) -> None:
    game = begin(api)
    response = api.post(f"games/{game['id']}/hint/", {"version": 0})
    assert response.status_code == 200
    hint = response.json()
    assert hint["action"] in game["actions"] and hint["detail"]
    assert hint["game"]["hints"] == 1 and hint["game"]["version"] == 1
    problem(api.post(f"games/{game['id']}/hint/", {"version": 0}), 409, "stale_version")


def test_a_paused_game_shows_no_card_and_takes_no_action(api: Api) -> None:
    game = act(api, begin(api), "s-w").json()
    paused = api.post(f"games/{game['id']}/pause/").json()
    assert paused["paused"] and paused["position"] is None and paused["actions"] == []
    assert api.post(f"games/{game['id']}/pause/").json()["version"] == paused["version"]
    assert api.get(f"games/{game['id']}/").json()["position"] is None
    refused = problem(act(api, paused, "s-w"), 422, "paused")
    assert refused["game"]["position"] is None
    resumed = api.post(f"games/{game['id']}/resume/").json()
    assert not resumed["paused"] and resumed["position"] == game["position"]


def test_a_game_is_given_up_once_and_its_record_opens(api: Api, other: Api) -> None:
    game = act(api, begin(api), "s-w").json()
    path = f"games/{game['id']}/"
    problem(api.post(f"{path}give-up/", {"version": 0}), 409, "stale_version")
    over = api.post(f"{path}give-up/", {"version": 1})
    assert over.status_code == 200
    assert over.json()["status"] == "given_up" and over.json()["actions"] == []
    assert api.post(f"{path}give-up/", {"version": 1}).json()["version"] == over.json()["version"]
    problem(act(api, over.json(), "s-w"), 422, "game_over")
    record = api.get(f"{path}record/")
    assert record.status_code == 200 and record["Content-Type"] == "text/plain; charset=utf-8"
    assert record.text.splitlines()[1:] == [KL, "s-w"]
    assert other.get(f"{path}record/").text == record.text  # as on the pages: a run may be looked at


def test_the_record_of_a_game_under_way_is_its_player_s_alone(api: Api, other: Api) -> None:
    begun = begin(api)
    path = f"games/{begun['id']}/"
    problem(api.get(f"{path}record/"), 404, "not_found")  # nothing was played yet
    act(api, begun, "s-w")
    record = api.get(f"{path}record/")
    assert record.status_code == 200 and record.text.splitlines()[1:] == [KL, "s-w"]
    problem(other.get(f"{path}record/"), 404, "not_found")
    assert api.post(f"{path}pause/").status_code == 200
    problem(api.get(f"{path}record/"), 404, "not_found")


def test_the_same_deal_again_is_a_new_game(api: Api) -> None:
    game = act(api, begin(api), "s-w").json()
    again = api.post(f"games/{game['id']}/restart/", {"version": 1})
    assert again.status_code == 201 and again.json()["origin"] == "restart"
    assert again["Location"].endswith(f"{again.json()['id']}/")
    assert api.get(f"games/{game['id']}/").json()["end_reason"] == "restarted"


def test_finish_plays_the_rest_up(camille: User, api: Api) -> None:
    preferences.keep_for(camille, replace(preferences.Preferences(), automatic=False))
    line = next(line for line in wins().values() if line["code"].startswith("KL1-D1N"))
    game = begin(api, code=line["code"])
    for token in line["actions"].split():
        if game["can_finish"]:
            break
        game = act(api, game, token).json()
    done = act(api, game, "finish").json()
    assert done["status"] == "won" and done["standing"]["reason"] == "token"
    assert done["position"]["foundations"] == ["KS", "KH", "KD", "KC"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, ""),
        ({"code": KL, "game": "KL"}, ""),
        ({"code": KL, "options": "D1N"}, "options"),
        ({"code": "KL1-D9N-AAAAAAB"}, "code"),
        ({"code": "DK1-D1S-AAAAAAB"}, "code"),
        ({"code": 5}, "code"),
        ({"code": "\0"}, "code"),
        ({"code": None}, "code"),
        ({"code": "x" * 10_000}, "code"),
        ({"game": "poker"}, "game"),
        ({"game": "KL", "options": "D9N"}, "options"),
        ({"game": "KL", "key": "no"}, "key"),
    ],
)
def test_a_game_that_cannot_be_begun_says_what_is_wrong(api: Api, body: dict, field: str) -> None:
    found = problem(api.post("games/", body), 400, "invalid_request")
    assert [fault["field"] for fault in found["errors"]] == [field]
    assert found["errors"][0]["detail"]
    assert not Game.objects.exists()


@pytest.mark.parametrize("name", ["score", "by_token", "status", "player", "elapsed_ms", "letters", "origin"])
def test_what_a_request_may_not_say_is_refused(api: Api, name: str) -> None:
    found = problem(api.post("games/", {"game": "KL", name: 1}), 400, "invalid_request")
    assert [(fault["field"], fault["reason"]) for fault in found["errors"]] == [(name, "unknown")]
    game = begin(api)
    body = {"action": "s-w", "version": 0, name: 1}
    problem(api.post(f"games/{game['id']}/actions/", body), 400, "invalid_request")
    assert Game.objects.get().version == 0


@pytest.mark.parametrize("version", ["0", 0.0, True, None, -1, 2**31, 10**400, [0]])
def test_a_version_is_a_whole_number(api: Api, version: object) -> None:
    game = begin(api)
    body = {"action": "s-w", "version": version}
    problem(api.post(f"games/{game['id']}/actions/", body), 400, "invalid_request")


def test_automatic_cards_follow_the_players_preference(camille: User, api: Api) -> None:
    line = next(line for line in wins().values() if line["code"].startswith("KL1-D1N"))
    counts = {}
    for automatic in (True, False):
        preferences.keep_for(camille, replace(preferences.Preferences(), automatic=automatic))
        game = begin(api, code=line["code"])
        for token in line["actions"].split()[:40]:
            response = act(api, game, token)
            game = response.json() if response.status_code == 200 else game
        counts[automatic] = Game.objects.get(pk=game["id"]).actions.count("*")
        api.post(f"games/{game['id']}/give-up/", {"version": game["version"]})
    assert counts[True] > 0 and counts[False] == 0


def test_an_action_costs_three_statements(api: Api, django_assert_num_queries) -> None:
    """The key, the game, the change: as many as an action on the page, and none for a session."""
    game = act(api, begin(api), "s-w").json()
    with django_assert_num_queries(3):
        assert act(api, game, "s-w").status_code == 200
