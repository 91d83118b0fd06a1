"""The form of answers: problems everywhere, languages, entity tags, limits, pages, bodies that are none."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError
from django.test import Client

from accounts.models import User
from games.api import playing
from games.api.parsing import LARGEST
from games.play import listing, services
from games.play.models import Game
from games.play.owners import Owner
from tests.api.conftest import KL, Api, make_key, problem

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path", ["/api/nowhere", "/api/v1/", "/api/v2/games/", "/api/v1/games/x/", "/api/v1/games"]
)
@pytest.mark.parametrize("method", ["get", "post", "options", "put"])
def test_what_is_not_there_is_a_problem_too(client: Client, path: str, method: str) -> None:
    problem(getattr(client, method)(path), 404, "not_found")


# What browsers send, and what programs do: curl and most libraries take anything.
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize(("language", "docs"), [("fr", "/api/docs/"), ("en-GB,en", "/en/api/docs/")])
def test_where_the_api_begins_a_browser_is_led_to_its_pages(client: Client, language: str, docs: str) -> None:
    headers = {"Accept": BROWSER, "Accept-Language": language}
    answer = client.get("/api/", headers=headers)
    assert (answer.status_code, answer["Location"]) == (302, docs)
    assert {"Accept", "Accept-Language"} <= set(answer["Vary"].split(", "))
    assert client.head("/api/", headers=headers)["Location"] == docs
    assert client.get(docs).status_code == 200


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/json, text/html"])
def test_where_the_api_begins_a_program_is_told_where_everything_is(client: Client, accept: str) -> None:
    answer = client.get("/api/", headers={"Accept": accept, "Accept-Language": "en"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert answer.json()["docs"] == "http://testserver/en/api/docs/"
    for address in answer.json().values():
        assert client.get(address).status_code == 200
    known = {"Accept": accept, "Accept-Language": "en", "If-None-Match": answer["ETag"]}
    assert client.get("/api/", headers=known).status_code == 304
    problem(client.post("/api/", headers={"Accept": accept}), 405, "method_not_allowed")
    problem(client.get("/api/", headers={"Accept": "application/pdf"}), 406, "not_acceptable")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("delete", "games/"), ("put", "games/"), ("options", "games/"), ("post", "catalogue/"),
        ("get", f"games/{UUID(int=1)}/actions/"), ("patch", f"games/{UUID(int=1)}/"),
    ],
)  # fmt: skip
def test_another_method_is_refused_with_those_that_are_possible(api: Api, method: str, path: str) -> None:
    response = getattr(api.client, method)(f"/api/v1/{path}", headers=api.headers)
    problem(response, 405, "method_not_allowed")
    assert response["Allow"]


def test_an_answer_in_another_form_is_refused(api: Api) -> None:
    problem(api.get("games/", Accept="text/html"), 406, "not_acceptable")
    problem(api.get(f"games/{UUID(int=1)}/record/", Accept="application/pdf"), 406, "not_acceptable")
    problem(api.get(f"games/{UUID(int=1)}/record/"), 404, "not_found")


def send(api: Api, body: bytes, content_type: str = "application/json"):
    return api.client.post("/api/v1/games/", body, content_type=content_type, headers=api.headers)


@pytest.mark.parametrize(
    "body",
    [
        b"{", b"\xff\xfe", b'{"code": NaN}', b'{"code": "\\ud800"}', b'{"\\ud800": 1}',
        b"[" * 15_000, b'{"a":' * 3_000, b'{"version": ' + b"9" * 5_000 + b"}", b'{"code": 1, "code": 2}',
        b"\xef\xbb\xbf{}",
    ],
    ids=range(10),
)  # fmt: skip
def test_a_body_that_is_no_json_is_refused(api: Api, body: bytes) -> None:
    problem(send(api, body), 400, "invalid_json")


@pytest.mark.parametrize("body", [b"[]", b"null", b"5", b'"x"', b"true"])
def test_a_body_that_is_no_object_is_refused(api: Api, body: bytes) -> None:
    problem(send(api, body), 400, "invalid_request")


def test_a_large_body_is_refused_unread(api: Api) -> None:
    problem(send(api, b'{"code": "' + b"x" * LARGEST + b'"}'), 413, "too_large")
    problem(send(api, b" " * 10_000_000), 413, "too_large")


@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]
)
def test_a_body_of_another_kind_is_refused(api: Api, kind: str) -> None:
    problem(send(api, b"code=KL1-D1N-AAAAAAB", kind), 415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("asked", "language", "sentence"),
    [
        ("fr", "fr", "Il n’y a rien ici"),
        ("en-GB,fr;q=0.5", "en", "There is nothing here"),
        ("de", "fr", "Il n’y a rien"),
    ],
)
def test_sentences_are_in_the_language_asked(api: Api, asked: str, language: str, sentence: str) -> None:
    response = api.get(f"games/{UUID(int=1)}/", **{"Accept-Language": asked})
    assert problem(response, 404, "not_found")["detail"].startswith(sentence)
    assert response["Content-Language"] == language
    assert "Accept-Language" in response["Vary"]


def test_the_rules_speak_the_language_asked(api: Api) -> None:
    game = api.post("games/", {"code": KL}).json()
    said = {}
    for language in ("fr", "en"):
        body = {"action": "t1-t2", "version": 0}
        response = api.post(f"games/{game['id']}/actions/", body, **{"Accept-Language": language})
        said[language] = response.json()["detail"]
    assert said["fr"] != said["en"] and "column" not in said["fr"].lower()


def test_an_error_of_the_server_is_a_problem_and_is_logged(
    api: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**given: Any) -> None:
        raise DatabaseError("a secret of the database")

    monkeypatch.setattr(playing.services, "begin", fail)
    api.client.raise_request_exception = False
    response = api.post("games/", {"code": KL})
    problem(response, 500, "server_error")
    assert "secret" not in response.text
    assert "a secret of the database" in caplog.text


def test_a_position_that_is_known_is_not_sent_again(api: Api) -> None:
    game = api.post("games/", {"code": KL}).json()
    path = f"games/{game['id']}/"
    first = api.get(path)
    again = api.get(path, **{"If-None-Match": first["ETag"]})
    assert again.status_code == 304 and again.content == b"" and again["ETag"] == first["ETag"]
    assert (
        api.get(path, **{"If-None-Match": '"other", ' + first["ETag"].removeprefix("W/")}).status_code == 304
    )
    english = api.get(path, **{"If-None-Match": first["ETag"], "Accept-Language": "en"})
    assert english.status_code == 200
    api.post(f"{path}actions/", {"action": "s-w", "version": 0})
    assert api.get(path, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_time_that_passes_is_no_change(api: Api) -> None:
    game = api.post("games/", {"code": KL}).json()
    path = f"games/{game['id']}/"
    tag = api.post(f"{path}actions/", {"action": "s-w", "version": 0})["ETag"]
    assert api.get(path, **{"If-None-Match": tag}).status_code == 304


def test_answers_stay_in_no_shared_cache(api: Api) -> None:
    for response in (api.get("games/"), api.post("games/", {"code": KL}), api.get("nowhere/")):
        assert "private" in response["Cache-Control"]


# --- limits -----------------------------------------------------------------------------------------------


def test_a_player_who_asks_too_often_is_told_when_to_come_back(
    camille: User, api: Api, other: Api, limits: Callable[..., None]
) -> None:
    limits(api_user="3/h")
    second = Api(make_key(camille, name="second"))
    assert [api.get("games/").status_code for _ in range(3)] == [200] * 3
    refused = second.get("games/")  # another key is the same player
    body = problem(refused, 429, "throttled")
    assert 1 <= int(refused["Retry-After"]) == body["retry_after"] <= 3600
    assert other.get("games/").status_code == 200


def test_an_address_is_held_to_its_limit_whatever_it_sends(db: None, limits: Callable[..., None]) -> None:
    limits(api_address="3/h")
    wrong = Api("rsst_" + "A" * 43)
    assert [wrong.get("games/").status_code for _ in range(3)] == [401] * 3
    problem(wrong.get("games/"), 429, "throttled")
    elsewhere = wrong.client.get("/api/v1/games/", headers=wrong.headers, REMOTE_ADDR="203.0.113.9")
    assert elsewhere.status_code == 401


def test_one_connections_ipv6_addresses_count_as_one(db: None, limits: Callable[..., None]) -> None:
    limits(api_address="1/h")
    client = Client()
    asked = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"]
    found = [client.get("/api/v1/catalogue/", REMOTE_ADDR=address).status_code for address in asked]
    assert found == [200, 429, 200]


def test_a_forged_address_does_not_dodge_the_limit(db: None, limits: Callable[..., None]) -> None:
    limits(api_address="1/h")
    client = Client()
    found = [
        client.get("/api/v1/catalogue/", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status_code
        for n in range(2)
    ]
    assert found == [200, 429]


def test_beginning_has_a_limit_of_its_own(api: Api, limits: Callable[..., None]) -> None:
    limits(api_begin="2/h")
    assert [api.post("games/", {"game": "KL"}).status_code for _ in range(3)] == [201, 201, 429]
    assert api.get("games/").status_code == 200


# --- pages ------------------------------------------------------------------------------------------------


def test_a_list_is_read_page_by_page_while_games_are_begun(
    camille: User, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "PAGE_SIZE", 2)
    owner = Owner(user_id=camille.pk)
    begun = [str(services.begin(owner=owner, variant="KL", options="D1N").pk) for _ in range(5)]
    Game.objects.update(
        created_at=Game.objects.earliest("created_at").created_at
    )  # ties are parted by the id
    found, address = [], "games/"
    while address:
        page = api.get(address).json()
        found += [game["id"] for game in page["results"]]
        address = page["next"]
        services.begin(owner=owner, variant="RU", options="C")
    assert sorted(found) == sorted(begun) and len(set(found)) == 5


def test_a_list_may_be_narrowed_down(api: Api) -> None:
    first, second = (api.post("games/", {"game": "KL"}).json() for _ in range(2))
    api.post(f"games/{first['id']}/give-up/", {"version": 0})
    assert [game["id"] for game in api.get("games/", {"over": "true"}).json()["results"]] == [first["id"]]
    assert [game["id"] for game in api.get("games/", {"over": "false"}).json()["results"]] == [second["id"]]


@pytest.mark.parametrize(
    "cursor", ["x", "é", "\0", "=" * 9, "A" * 300, "MjAyNi0wMS0wMQ", "OTk5OTktMDEtMDEgeA"]
)
def test_a_forged_cursor_is_refused(api: Api, cursor: str) -> None:
    body = problem(api.get("games/", {"cursor": cursor}), 400, "invalid_request")
    assert body["errors"][0]["field"] == "cursor"


def test_an_unknown_query_is_refused(api: Api) -> None:
    body = problem(api.get("games/", {"player": "noor"}), 400, "invalid_request")
    assert body["errors"] == [{"field": "player", "reason": "unknown", "detail": body["errors"][0]["detail"]}]


# --- catalogue and deals ----------------------------------------------------------------------------------


def test_the_catalogue_names_every_game_and_form(db: None) -> None:
    games = {game["code"]: game for game in Api().get("catalogue/").json()["games"]}
    assert set(games) == {"KL", "DS", "TS", "RU", "YU", "TF"}
    assert [form["options"] for form in games["RU"]["options"]] == ["C", "R"]
    english = json.loads(Api(**{"Accept-Language": "en"}).get("catalogue/").content)
    assert english["games"][0]["options"][0]["name"].startswith("Draw 1")


def test_a_deal_is_told_without_its_cards_and_without_opening_it(api: Api) -> None:
    response = api.get("deals/kl1-d1n-aaaaaab/")
    assert response.json()["code"] == KL and response.json()["first"]
    game = api.post("games/", {"code": KL}).json()
    api.post(f"games/{game['id']}/actions/", {"action": "s-w", "version": 0})
    after = api.get(f"deals/{KL}/").json()
    assert not after["first"] and after["played"] == [game["id"]]


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("x", "shape"),
        ("ZZ1-D1N-AAAAAAB", "game"),
        ("KL9-D1N-AAAAAAB", "version"),
        ("KL1-D9N-AAAAAAB", "options"),
        ("DK1-D1S-AAAAAAB", "game"),
    ],
)
def test_a_code_that_cannot_be_read_says_which_part_is_wrong(db: None, code: str, part: str) -> None:
    assert problem(Api().get(f"deals/{code}/"), 404, "not_found")["part"] == part


def test_what_is_allowed_is_named_and_nothing_else(api: Api) -> None:
    """OPTIONS was named as allowed, and refused; an address that is none named it as well."""
    refused = api.client.options("/api/v1/games/", headers=api.headers)
    assert refused["Allow"] == "GET, POST, HEAD"
    problem(refused, 405, "method_not_allowed")
    assert "Allow" not in api.client.get("/api/v1/nowhere/")
