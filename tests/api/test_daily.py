"""The challenge through the API: what is secret until when, and that no program burns an attempt."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.daily import days
from games.daily.models import DailyDeal
from games.play.models import Game
from games.play.owners import Owner
from games.play.services import act, give_up
from tests.api.conftest import Api, problem
from tests.basics import Clock, time
from tests.daily.conftest import TODAY, dailies, line, store_day
from tests.play.conftest import play_all

__all__ = ["dailies", "time"]
pytestmark = pytest.mark.django_db
Found = dict[str, Any]


def ok(response: Any) -> Found:
    assert response.status_code == 200, response.content
    found: Found = response.json()
    return found


class Hand:
    """A player in a browser."""

    def __init__(self, user: User | None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        if user is not None:
            self.client.force_login(user)
        self.client.get("/compte/preferences/")
        self.token = self.client.cookies["csrftoken"].value

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/{path}")

    def post(self, path: str) -> Any:
        headers = {"X-CSRFToken": self.token}
        return self.client.post(f"/api/v1/{path}", {}, content_type="application/json", headers=headers)


@pytest.fixture
def hand(camille: User) -> Hand:
    return Hand(camille)


def attempt(daily: DailyDeal) -> str:
    return f"daily/{daily.date}/{daily.board_key}/attempt/"


def test_today_is_shown_and_gives_no_code_away(api: Api, dailies: list[DailyDeal]) -> None:
    for reader in (api, Api()):
        response = reader.get("daily/")
        found = ok(response)
        assert (found["day"], found["today"], found["secret"]) == (str(TODAY), True, True)
        assert [game["key"] for game in found["games"]] == [daily.board_key for daily in dailies]
        assert {game["state"] for game in found["games"]} == {"new"}
        assert found["waiting"] == 0
        assert not any(daily.letters in response.content.decode() for daily in dailies)


def test_a_hand_begins_its_attempt_once_and_the_day_says_how_it_stands(
    hand: Hand, api: Api, camille: User, dailies: list[DailyDeal]
) -> None:
    game = ok(hand.post(attempt(dailies[0])))
    assert (game["origin"], game["status"], game["code"]) == ("daily", "dealt", None)
    assert ok(hand.post(attempt(dailies[0])))["id"] == game["id"]
    act(game_id=game["id"], owner=Owner(user_id=camille.pk), token=line(dailies[0])[0], version=0)
    shown = ok(api.get("daily/"))["games"][0]
    assert (shown["state"], shown["counted"], shown["attempt"]["id"]) == ("playing", True, game["id"])
    assert ok(hand.get("daily/"))["streak"] == {"now": 1, "longest": 1, "today": True}


def test_no_program_begins_an_attempt_or_plays_in_one(
    api: Api, hand: Hand, dailies: list[DailyDeal], camille: User
) -> None:
    problem(api.post(attempt(dailies[0])), 403, "by_hand_only")
    assert not Game.objects.exists()
    game = ok(hand.post(attempt(dailies[0])))
    first = {"action": line(dailies[0])[0], "version": 0}
    problem(api.post(f"games/{game['id']}/actions/", first), 422, "begun_by_hand")
    problem(api.post("games/", {"code": dailies[0].code.text}), 403, "withheld")
    act(game_id=game["id"], owner=Owner(user_id=camille.pk), token=first["action"], version=0)
    assert Game.objects.get().daily_counts


def test_a_visitor_s_attempt_is_begun_by_session(dailies: list[DailyDeal]) -> None:
    visitor = Hand(None)
    game = ok(visitor.post(attempt(dailies[0])))
    assert Game.objects.get(pk=game["id"]).visitor is not None
    problem(Api().post(attempt(dailies[0])), 401, "not_authenticated")


def test_the_code_is_known_to_whose_attempt_has_ended_and_an_hour_after_the_day_to_all(
    api: Api, hand: Hand, other: Api, camille: User, dailies: list[DailyDeal], time: Clock
) -> None:
    daily, page = dailies[0], f"daily/{TODAY}/"
    ok(hand.post(attempt(daily)))
    game = Game.objects.get()
    play_all(game, Owner(user_id=camille.pk), line(daily), time)
    mine = ok(api.get(page))["games"][0]
    assert (mine["code"], mine["state"], mine["place"]) == (daily.code.text, "won", {"rank": 1, "of": 1})
    assert ok(other.get(page))["games"][0]["code"] is None
    board = f"daily/{TODAY}/{daily.board_key.lower()}/"
    (row,) = ok(api.get(board))["results"]
    assert row["you"] and row["record"] and api.get(row["record"]).status_code == 200
    (row,) = ok(other.get(board))["results"]
    assert row["name"] == "Camille" and row["record"] is None
    time.at = days.opens_to_all(TODAY)
    assert ok(other.get(page))["games"][0]["code"] == daily.code.text
    assert ok(other.get(board))["results"][0]["record"]
    assert not ok(other.get(page))["secret"]


def test_unwon_attempts_come_after_won_ones(
    hand: Hand, camille: User, noor: User, dailies: list[DailyDeal], time: Clock
) -> None:
    daily = dailies[0]
    for user, won in ((noor, False), (camille, True)):
        game = ok(Hand(user).post(attempt(daily)))
        owner = Owner(user_id=user.pk)
        play_all(Game.objects.get(pk=game["id"]), owner, line(daily)[: None if won else 30], time)
        if not won:
            give_up(game_id=game["id"], owner=owner)
    rows = ok(Api().get(f"daily/{TODAY}/{daily.board_key}/"))["results"]
    assert [(row["rank"], row["name"], row["won"]) for row in rows] == [
        (1, "Camille", True),
        (2, "Noor", False),
    ]


def test_other_days(hand: Hand, api: Api, time: Clock) -> None:
    [before] = store_day(TODAY - timedelta(days=1), "KL1-D1N")
    [after] = store_day(TODAY + timedelta(days=1), "RU1-C")
    assert ok(api.get(f"daily/{before.date}/"))["games"][0]["code"] == before.code.text
    problem(hand.post(attempt(before)), 409, "not_today")
    problem(hand.post(attempt(after)), 404, "not_found")
    for day in (after.date, "2026-02-30", "20261130", "today", TODAY - timedelta(days=9)):
        problem(api.get(f"daily/{day}/"), 404, "not_found")
    problem(api.get(f"daily/{before.date}/RU-C/"), 404, "not_found")


def test_a_month_shows_its_days_up_to_today(api: Api, hand: Hand, camille: User, dailies: Any) -> None:
    game = ok(hand.post(attempt(dailies[0])))
    act(game_id=game["id"], owner=Owner(user_id=camille.pk), token=line(dailies[0])[0], version=0)
    found = ok(api.get("daily/calendar/"))
    assert found["month"] == "2026-11" and len(found["days"]) == 30
    assert found["days"][-1] == {"day": "2026-11-30", "games": 5, "played": 1, "won": 0, "medals": []}
    assert ok(api.get("daily/calendar/?month=2026-12")) == {"month": "2026-12", "days": []}
    problem(api.get("daily/calendar/?month=2026-00"), 400, "invalid_request")


def test_the_example_is_of_the_shape_that_is_described(api: Api, dailies: list[DailyDeal]) -> None:
    from games.api.daily_shapes import EXAMPLE, DayShape

    found = ok(api.get("daily/"))
    assert set(found) == set(EXAMPLE) == set(DayShape().fields)
    assert set(found["games"][0]) == set(EXAMPLE["games"][0])
