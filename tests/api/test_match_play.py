"""Matches through the API: two programs play to the end, and nobody reads a hidden card."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine.view import visible_duel
from games.matches import render, selectors
from games.matches.bot import policy
from games.matches.models import ChatLine, Match, State
from games.matches.services.ending import position_of
from tests.api.conftest import Api, make_key, problem
from tests.api.match_hands import ok, opened, sides, somebody, table_of_two
from tests.basics import Clock, time
from tests.matches.conftest import fresh, sit
from tests.matches.test_secrets import shuffled

__all__ = ["time"]
pytestmark = pytest.mark.django_db


# --- playing ------------------------------------------------------------------------------------------------


def test_two_programs_play_a_match_to_its_end(api: Api, other: Api, time: Clock) -> None:
    url = table_of_two(api, other, time, options="D1A")
    players, rng = sides(url, api, other), Random(3)
    for _ in range(2000):
        match = fresh(Match.objects.get())
        if match.state != State.PLAYING:
            break
        duel = position_of(match)
        letter = duel.turn or "a"
        action = policy.choose(visible_duel(duel, letter), letter, 2, rng, duel.settings.passes)
        found = ok(players[letter].post(f"{url}actions/", {"action": action}))
        time.tick(seconds=1)
    assert found["state"] == "over" and found["rated"]["reason"] == "token"
    assert found["results"][0]["cards"] and sum(found["results"][0]["cards"]) > 10
    record = api.get(f"{url}games/1/record/")
    assert record["Content-Type"].startswith("text/plain")
    text = record.content.decode()
    assert text.startswith(f"{found['results'][0]['code']}\n") and "a/" in text and "b/" in text
    problem(api.get(f"{url}games/2/record/"), 404, "not_found")
    problem(api.get(f"{url}games/99999999999999999999/record/"), 404, "not_found")


def test_an_action_is_played_once_and_refused_with_its_reason(api: Api, other: Api, time: Clock) -> None:
    url = table_of_two(api, other, time)
    before = ok(api.get(url))
    body = {"action": "s-w", "id": "one"}
    after = ok(api.post(f"{url}actions/", body))
    assert after["version"] > before["version"]
    assert after["position"]["seats"][after["your_letter"]]["waste_size"] == 1
    assert ok(api.post(f"{url}actions/", body))["version"] == after["version"]
    for action, reason in (("t1-t1", "same_column"), ("x", "unreadable"), ("undo", "unreadable")):
        refused = problem(api.post(f"{url}actions/", {"action": action}), 422, reason)
        assert refused["match"]["version"] == after["version"]
    theirs = f"{'b' if after['your_letter'] == 'a' else 'a'}/s-w"
    problem(api.post(f"{url}actions/", {"action": theirs}), 422, "other_seat")
    problem(Api(make_key(somebody("Lou"))).post(f"{url}actions/", {"action": "s-w"}), 404, "not_found")


def test_a_record_is_no_one_s_before_the_end(api: Api, other: Api, time: Clock) -> None:
    url = table_of_two(api, other, time)
    problem(api.get(f"{url}games/1/record/"), 404, "not_found")


def test_nothing_is_dealt_before_the_countdown_is_over(api: Api, other: Api, time: Clock) -> None:
    url = opened(api)["url"]
    ok(other.post(f"{url}join/"))
    assert ok(api.post(f"{url}ready/"))["seats"][0]["ready"]
    assert not ok(api.post(f"{url}ready/", {"ready": False}))["seats"][0]["ready"]
    ok(api.post(f"{url}ready/"))
    counting = ok(other.post(f"{url}ready/"))
    assert (counting["state"], counting["position"], counting["actions"]) == ("countdown", None, [])
    problem(api.post(f"{url}actions/", {"action": "s-w"}), 422, "not_started")


def test_a_draw_is_offered_declined_agreed_and_a_rematch_begins(api: Api, other: Api, time: Clock) -> None:
    url = table_of_two(api, other, time)
    problem(api.post(f"{url}rematch/"), 409, "state")
    assert ok(api.post(f"{url}draw/"))["draw_offered_by"] == 1
    assert ok(other.post(f"{url}draw/", {"offer": False}))["draw_offered_by"] is None
    ok(api.post(f"{url}draw/"))
    over = ok(other.post(f"{url}draw/"))
    assert (over["state"], over["reason"], over["winner"]) == ("over", "agreed", None)
    assert ok(api.post(f"{url}rematch/"))["rematch_wished_by"] == [1]
    again = ok(other.post(f"{url}rematch/"))["next_id"]
    assert ok(api.get(f"matches/{again}/"))["rated"]["reason"] == "token"


def test_the_win_is_claimed_over_who_has_left(api: Api, other: Api, time: Clock) -> None:
    url = table_of_two(api, other, time)
    problem(api.post(f"{url}claim/"), 422, "present")
    for _ in range(5):
        time.tick(seconds=30)
        found = ok(api.get(url))
    assert not found["seats"][1]["present"] and found["claim_from"]
    won = ok(api.post(f"{url}claim/"))
    assert (won["state"], won["reason"], won["winner"]) == ("over", "left", 1)


def test_phrases_are_said_to_the_other_only(api: Api, other: Api, time: Clock) -> None:
    url = table_of_two(api, other, time)
    ok(api.post(f"{url}say/", {"phrase": "hello"}))
    english = {"Accept-Language": "en"}
    assert [line["text"] for line in ok(other.get(url, **english))["chat"]] == ["Hello, have a good game!"]
    assert ok(Api().get(url))["chat"] == []
    problem(api.post(f"{url}say/", {"phrase": "rude"}), 400, "invalid_request")
    problem(api.post(f"{url}say/", {"text": "words"}), 400, "invalid_request")
    assert ChatLine.objects.count() == 1


def test_the_computer_answers_whoever_looks(api: Api, time: Clock) -> None:
    match = opened(api, against="bot", level=1)
    assert match["seats"][1]["kind"] == "computer" and match["seats"][1]["level"] == 1
    for _ in range(6):
        time.tick(seconds=4)
        found = ok(api.get(match["url"]))
    other = "b" if found["your_letter"] == "a" else "a"
    assert found["version"] > match["version"]
    side = found["position"]["seats"][other]
    assert side["waste_size"] or any(len(column["up"]) != 1 for column in side["tableau"])


def test_a_reading_key_sees_its_player_s_side_and_changes_nothing(
    api: Api, reader: Api, other: Api, time: Clock
) -> None:
    url = table_of_two(api, other, time)
    assert ok(reader.get(url))["your_seat"] == 1
    for what in ("actions/", "ready/", "draw/", "say/", "claim/", "rematch/", "cancel/", "join/"):
        problem(reader.post(f"{url}{what}"), 403, "insufficient_scope")
    problem(reader.post("matches/"), 403, "insufficient_scope")


def test_an_answer_that_is_known_is_not_sent_again(api: Api, other: Api, time: Clock) -> None:
    url = table_of_two(api, other, time)
    first = api.get(url)
    again = api.get(url, **{"If-None-Match": first["ETag"]})
    assert again.status_code == 304 and not again.content
    ok(other.post(f"{url}actions/", {"action": "s-w"}))
    assert api.get(url, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_one_s_own_matches_go_on_by_cursor(api: Api, camille: User, time: Clock, monkeypatch: Any) -> None:
    from games.api import matches

    monkeypatch.setattr(matches, "PAGE_SIZE", 2)
    ids = []
    for _ in range(5):
        ids.append(opened(api, against="bot")["id"])
        time.tick(minutes=1)
    ok(api.post(f"matches/{ids[0]}/actions/", {"action": "resign"}))
    seen, page = [], "matches/mine/"
    while page:
        found = ok(api.get(page))
        seen += [row["id"] for row in found["results"]]
        page = found["next"]
        opened(api, against="bot")  # what comes in above moves nothing below
    assert seen == ids[::-1]
    assert [row["id"] for row in ok(api.get("matches/mine/?over=true"))["results"]] == [ids[0]]
    problem(api.get("matches/mine/?cursor=x"), 400, "invalid_request")
    problem(Api().get("matches/mine/"), 401, "not_authenticated")


def test_a_visitor_plays_the_computer_by_session(time: Clock, db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/")
    client.get("/matchs/")
    client.get("/compte/login/")
    token = client.cookies["csrftoken"].value
    made = client.post(
        "/api/v1/matches/",
        {"against": "bot"},
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )
    assert made.status_code == 201, made.content
    assert made.json()["seats"][0]["kind"] == "visitor" and not made.json()["seats"][0]["program"]
    refused = client.post(
        "/api/v1/matches/", {}, content_type="application/json", headers={"X-CSRFToken": token}
    )
    problem(refused, 401, "account_required")


# --- secrets ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["D1S", "D3SM"])
def test_every_byte_is_the_same_with_other_hidden_cards(
    api: Api, other: Api, time: Clock, options: str
) -> None:
    url = table_of_two(api, other, time, options=options)
    players, rng = sides(url, api, other), Random(5)
    viewers: dict[str, Callable[[str], Any]] = {"a": players["a"].get, "b": players["b"].get, "": Api().get}
    for turn in range(24):
        match = Match.objects.get()
        letter = "ab"[turn % 2]
        duel = position_of(match)
        action = policy.choose(visible_duel(duel, letter), letter, 1, rng, duel.settings.passes)
        players[letter].post(f"{url}actions/", {"action": action})
        if turn % 12:
            continue
        for viewer, get in viewers.items():
            get(url)  # whoever looks is there from now on
            true = Match.objects.get()
            expected = get(url).content
            lie = shuffled(position_of(true), "ab", rng)
            if "M" in options:
                lie = shuffled(lie, "ab".replace(viewer, "") if viewer else "ab", rng, whole=True)
            assert lie.snapshot() != true.snapshot
            Match.objects.update(snapshot=lie.snapshot())
            assert get(url).content == expected
            Match.objects.update(snapshot=true.snapshot)
            assert b'"tableau"' in expected and true.code.encode() not in expected


def test_a_mirror_deal_conceals_the_other_side_until_the_end(api: Api, other: Api, time: Clock) -> None:
    url = table_of_two(api, other, time, options="D1SM")
    players = sides(url, api, other)
    found = ok(players["a"].get(url))["position"]["seats"]
    assert found["b"]["concealed"] and not found["a"]["concealed"]
    assert found["b"]["waste"] == [] and all(not column["up"] for column in found["b"]["tableau"])
    both = ok(Api().get(url))["position"]["seats"]
    assert all(side["concealed"] for side in both.values())
    ok(api.post(f"{url}actions/", {"action": "resign"}))
    assert not any(side["concealed"] for side in ok(Api().get(url))["position"]["seats"].values())


def test_what_sockets_and_requests_show_is_the_same(api: Api, other: Api, time: Clock) -> None:
    url = table_of_two(api, other, time)
    table = selectors.table_of(Match.objects.get(), 1)
    found = ok(api.get(url))
    assert json.loads(json.dumps(render.match_data(table))) == {
        name: value for name, value in found.items() if name != "url"
    }


def test_the_example_is_of_the_shape_that_is_described(api: Api, other: Api, time: Clock) -> None:
    from games.api.match_examples import LISTED, MATCH
    from games.api.match_shapes import ListedMatchShape, MatchShape

    url = table_of_two(api, other, time)
    assert set(ok(api.get(url))) == set(MATCH) == set(MatchShape().fields)
    sit(Match.objects.get())
    (row,) = ok(api.get("matches/mine/"))["results"]
    assert set(row) == set(LISTED) == set(ListedMatchShape().fields)
