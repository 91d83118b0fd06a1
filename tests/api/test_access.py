"""Who may: keys and their scopes, sessions and CSRF, visitors, suspended players, other people's games."""

from uuid import uuid4

import pytest
from django.test import Client

from accounts import services, tokens
from accounts.models import User
from games.play.models import Game
from tests.accounts.helpers import log_in
from tests.api.conftest import KL, Api, make_key, problem

pytestmark = pytest.mark.django_db
CHANGES = ("actions", "hint", "pause", "resume", "give-up", "restart")


def browser(path: str = "/code/") -> tuple[Client, dict[str, str]]:
    """A browser that has opened a page with a form, and the header that its scripts would send."""
    client = Client(enforce_csrf_checks=True)
    client.get(path)
    return client, {"X-CSRFToken": client.cookies["csrftoken"].value}


def body_of(name: str) -> dict[str, object]:
    body: dict[str, object] = {} if name in ("pause", "resume") else {"version": 0}
    return {**body, "action": "s-w"} if name == "actions" else body


def test_a_key_that_reads_changes_nothing(api: Api, reader: Api) -> None:
    game = api.post("games/", {"code": KL}).json()
    assert reader.get(f"games/{game['id']}/").status_code == 200
    assert len(reader.get("games/").json()["results"]) == 1
    refused = reader.post("games/", {"code": KL})
    problem(refused, 403, "insufficient_scope")
    assert 'error="insufficient_scope"' in refused["WWW-Authenticate"]
    for name in CHANGES:
        problem(reader.post(f"games/{game['id']}/{name}/", body_of(name)), 403, "insufficient_scope")
    assert Game.objects.get().version == 0


def test_without_key_and_cookie_one_is_asked_for_a_key(db: None) -> None:
    nobody = Api()
    for response in (nobody.get("games/"), nobody.post("games/", {"code": KL})):
        problem(response, 401, "not_authenticated")
        assert response["WWW-Authenticate"] == 'Bearer realm="reussite"'
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "header", ["Bearer rsst_" + "A" * 43, "Bearer", "Bearer x", "Basic YTpi", "rsst_x", "", "Bearer é"]
)
def test_a_wrong_key_is_refused_everywhere(header: str, db: None) -> None:
    for path in ("games/", "catalogue/", f"games/{uuid4()}/"):
        response = Api(**{"Authorization": header}).get(path)
        problem(response, 401, "invalid_token")
        assert 'error="invalid_token"' in response["WWW-Authenticate"]


def test_a_wrong_key_is_not_made_good_by_a_session(camille: User) -> None:
    client, csrf = browser()
    client.force_login(camille, backend="django.contrib.auth.backends.ModelBackend")
    headers = {**csrf, "Authorization": "Bearer rsst_" + "A" * 43}
    response = client.post("/api/v1/games/", {"code": KL}, content_type="application/json", headers=headers)
    problem(response, 401, "invalid_token")


def test_a_revoked_key_stops_at_once(camille: User) -> None:
    key, text = tokens.make(camille, name="one", scope="play")
    program = Api(text)
    assert program.get("games/").status_code == 200
    tokens.revoke(camille, key.pk)
    problem(program.get("games/"), 401, "invalid_token")


def test_a_suspended_player_is_kept_out_and_let_in_again(camille: User, api: Api) -> None:
    services.suspend(camille, reason="bad names", by=None)
    refused = api.get("games/")
    problem(refused, 403, "account_suspended")
    assert "bad names" not in refused.text
    services.reinstate(camille)
    assert api.get("games/").status_code == 200


def test_a_deleted_players_key_is_gone(camille: User, api: Api) -> None:
    services.delete_player(camille)
    problem(api.get("games/"), 401, "invalid_token")


@pytest.mark.parametrize("who", ["player", "visitor"])
def test_a_session_changes_something_with_its_csrf_token_only(camille: User, who: str) -> None:
    client, csrf = browser()
    if who == "player":
        client.force_login(camille, backend="django.contrib.auth.backends.ModelBackend")
    address = "/api/v1/games/"
    without = client.post(address, {"code": KL}, content_type="application/json")
    problem(without, 403, "csrf_failed")
    wrong = client.post(
        address, {"code": KL}, content_type="application/json", headers={"X-CSRFToken": "x" * 32}
    )
    problem(wrong, 403, "csrf_failed")
    assert not Game.objects.exists()
    begun = client.post(address, {"code": KL}, content_type="application/json", headers=csrf)
    assert begun.status_code == 201
    game = Game.objects.get()
    assert (game.player == camille) == (who == "player") and (game.visitor is None) == (who == "player")
    played = client.post(
        f"{address}{game.pk}/actions/",
        {"action": "s-w", "version": 0},
        content_type="application/json",
        headers=csrf,
    )
    assert played.status_code == 200
    assert played.json()["by_token"] is False  # a browser is a hand
    assert client.get(address).json()["results"][0]["id"] == str(game.pk)


def test_a_key_needs_no_csrf_token_and_ignores_the_cookie(camille: User, noor: User) -> None:
    program = Api(make_key(camille))
    program.client.force_login(noor, backend="django.contrib.auth.backends.ModelBackend")
    assert program.post("games/", {"code": KL}).status_code == 201
    assert Game.objects.get().player == camille


def test_the_site_and_the_api_show_one_game(camille: User, api: Api, client: Client) -> None:
    log_in(client, "Camille")
    client.post("/nouvelle/", {"game": "klondike"})
    (game,) = api.get("games/").json()["results"]
    assert client.get(f"/partie/{game['id']}/").status_code == 200


def test_anothers_game_is_not_there(api: Api, other: Api) -> None:
    game = api.post("games/", {"code": KL}).json()
    path = f"games/{game['id']}/"
    missing = problem(other.get(f"games/{uuid4()}/"), 404, "not_found")
    assert problem(other.get(path), 404, "not_found") == missing
    problem(other.get(f"{path}record/"), 404, "not_found")
    for name in CHANGES:
        assert problem(other.post(f"{path}{name}/", body_of(name)), 404, "not_found") == missing
    assert other.get("games/").json()["results"] == []
    assert Game.objects.get().version == 0


def test_a_program_looks_at_a_game_begun_by_hand_and_leaves_it_alone(
    camille: User, api: Api, client: Client
) -> None:
    log_in(client, "Camille")
    client.post("/nouvelle/", {"game": "klondike", "options": "D1V"})
    (game,) = api.get("games/").json()["results"]
    client.post(f"/partie/{game['id']}/action/", {"action": "s-w", "version": 0})
    path = f"games/{game['id']}/"
    assert api.get(path).json()["version"] == 1
    for name in CHANGES:
        body = {**body_of(name), "version": 1} if "version" in body_of(name) else {}
        refused = problem(api.post(f"{path}{name}/", body), 422, "begun_by_hand")
        assert refused["game"]["version"] == 1
    stored = Game.objects.get()
    assert (stored.version, stored.by_token, stored.over, stored.hints) == (1, False, False, 0)


def test_a_hand_goes_on_with_a_programs_game_and_it_stays_a_programs(
    camille: User, api: Api, client: Client
) -> None:
    game = api.post("games/", {"code": KL}).json()
    api.post(f"games/{game['id']}/actions/", {"action": "s-w", "version": 0})
    log_in(client, "Camille")
    client.post(f"/partie/{game['id']}/action/", {"action": "s-w", "version": 1})
    stored = Game.objects.get()
    assert stored.version == 2 and stored.by_token
