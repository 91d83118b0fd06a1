"""Profiles and statistics through the API: the same figures as on the pages, and private ones like none."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.matches.models import Block
from leaderboards import services
from leaderboards.models import Rating
from tests.api.conftest import Api, problem
from tests.leaderboards.conftest import run_of

pytestmark = pytest.mark.django_db
Found = dict[str, Any]


def ok(response: Any) -> Found:
    assert response.status_code == 200, response.content
    found: Found = response.json()
    return found


def play(user: User, *scores: int, **fields: object) -> None:
    for number, score in enumerate(scores):
        at = timezone.now() + timedelta(minutes=number)
        services.submit(run_of(user, score, ended_at=at, seconds=100 + number, moves=90 + number, **fields))


def test_a_key_says_whose_it_is(api: Api, camille: User) -> None:
    me = ok(api.get("me/"))
    assert (me["name"], me["private"], me["machine"]) == ("Camille", False, False)
    assert me["profile"] == "http://testserver/api/v1/players/Camille/"
    accounts.declare_machine(camille)
    assert ok(api.get("me/"))["machine"]
    problem(Api().get("me/"), 401, "account_required")


def test_one_s_statistics_are_those_of_one_s_own_games(api: Api, camille: User, noor: User) -> None:
    play(camille, 700, 500)
    play(camille, 0, won=False)
    play(camille, 900, practice=True, deal_first=False)
    play(noor, 300)
    found = ok(api.get("me/statistics/"))
    (klondike,) = found["games"]
    figures = klondike["figures"]
    assert klondike["key"] == "KL-D1N"
    assert (figures["played"], figures["won"], figures["practice"]) == (3, 2, 1)
    assert figures["rate"] == pytest.approx(2 / 3)
    assert (figures["best_score"], figures["average_score"]) == (700, 600)
    assert (figures["best_seconds"], figures["fewest_moves"]) == (100, 90)
    assert found["total"]["best_score"] is None and found["total"]["won"] == 2
    assert sum(day["games"] for day in found["days"]) == 4
    assert found["charts"] is None


def test_the_charts_of_a_game_are_given_as_numbers(api: Api, camille: User) -> None:
    play(camille, -52, 100, board_key="KL-D3V", won=False)
    charts = ok(api.get("me/statistics/?game=kl-d3v"))["charts"]
    assert sum(step["games"] for step in charts["scores"]) == 2
    assert charts["bankroll"][-1]["dollars"] == 48
    empty = ok(api.get("me/statistics/?game=RU-C"))["charts"]
    assert (empty["scores"], empty["bankroll"]) == ([], [])
    problem(api.get("me/statistics/?game=XX-Y"), 400, "invalid_request")
    problem(Api().get("me/statistics/"), 401, "account_required")


def test_a_profile_opens_to_everybody_in_any_spelling(api: Api, noor: User, camille: User) -> None:
    play(noor, 700)
    Rating.objects.create(
        player_id=noor.pk, tempo="S", mu=30, points=1300, sigma=2, provisional=False, won=12
    )
    for reader in (api, Api()):
        found = ok(reader.get("players/NOOR/"))
        assert (found["name"], found["you"], found["machine"]) == ("Noor", False, False)
        assert found["games"][0]["figures"]["won"] == 1
        assert found["ratings"][0]["points"] == 1300
    assert ok(api.get("players/Noor/"))["head_to_head"] == {"won": 0, "drawn": 0, "lost": 0}
    assert ok(Api().get("players/Noor/"))["head_to_head"] is None
    assert ok(api.get("players/Camille/"))["you"]
    accounts.declare_machine(noor)
    assert ok(api.get("players/Noor/"))["machine"]


def test_a_private_profile_is_answered_like_one_that_is_not_there(api: Api, other: Api, noor: User) -> None:
    noor.private = True
    noor.save(update_fields=["private"])
    for reader in (api, Api()):
        private, missing = reader.get("players/Noor/"), reader.get("players/Nobody/")
        problem(private, 404, "not_found")
        assert private.content == missing.content
        for answer in (private, missing):
            del answer["X-Request-ID"]
        assert dict(private.items()) == dict(missing.items())
    assert ok(other.get("players/Noor/"))["you"]
    accounts.delete_player(noor)
    problem(api.get("players/Noor/"), 404, "not_found")


@pytest.mark.parametrize("name", ["a%00b", "%F0%9F%83%8F", "x" * 300, "..", "%27%20OR%201=1"])
def test_no_name_at_all_is_not_found(name: str, db: None) -> None:
    assert Api().get(f"players/{name}/").status_code in (400, 404)


def test_a_player_is_blocked_and_unblocked(api: Api, reader: Api, noor: User, camille: User) -> None:
    assert ok(api.post("players/noor/block/")) == {"blocked": True}
    assert ok(api.post("players/Noor/block/", {"blocked": True})) == {"blocked": True}
    assert ok(api.get("players/Noor/"))["blocked"]
    assert ok(api.post("players/Noor/block/", {"blocked": False})) == {"blocked": False}
    assert not Block.objects.exists()
    problem(api.post("players/Nobody/block/"), 404, "not_found")
    problem(api.post("players/Camille/block/"), 422, "nobody")
    problem(reader.post("players/Noor/block/"), 403, "insufficient_scope")
    problem(Api().post("players/Noor/block/"), 401, "not_authenticated")


def test_what_is_answered_is_what_is_described(api: Api, camille: User) -> None:
    from games.api.people_shapes import ME, MeShape, ProfileShape, StatisticsShape

    play(camille, 700)
    assert set(ok(api.get("me/"))) == set(ME) == set(MeShape().fields)
    found = ok(api.get("me/statistics/?game=KL-D1N"))
    assert set(found) == set(StatisticsShape().fields)
    for name in ("games", "days"):
        assert set(found[name][0]) == set(StatisticsShape().fields[name].child.fields)
    assert set(found["charts"]) == set(StatisticsShape().fields["charts"].fields)
    profile = ok(api.get("players/Camille/"))
    assert set(profile) == set(ProfileShape().fields)
    assert set(profile["total"]) == set(ProfileShape().fields["total"].fields)
