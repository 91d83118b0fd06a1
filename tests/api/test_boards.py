"""Boards through the API: pages that go on right, one's own place, secrets, ratings."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import declare_machine
from games.play import deals
from leaderboards import services
from leaderboards.models import Rating
from leaderboards.rating_models import MonthWins
from leaderboards.ratings import month_of
from tests.api.conftest import Api, problem
from tests.leaderboards.conftest import run_of

pytestmark = pytest.mark.django_db
Found = dict[str, Any]


def ok(response: Any) -> Found:
    assert response.status_code == 200, response.content
    found: Found = response.json()
    return found


def somebody(name: str, **fields: object) -> User:
    return User.objects.create_user(name, **fields)


def crowd(count: int, *, score: int = 500, **fields: object) -> list[User]:
    """Players with a run each, the first the best."""
    users = [somebody(f"Player{number:03d}") for number in range(count)]
    for number, user in enumerate(users):
        run = {"ended_at": timezone.now(), "seconds": 100 + number, **fields}
        services.submit(run_of(user, score, **run))
    return users


def walk(api: Api, page: str | None) -> list[Found]:
    """All rows of a board, page by page."""
    rows: list[Found] = []
    while page:
        found = ok(api.get(page))
        rows += found["results"]
        page = found["next"]
    return rows


def test_every_board_is_listed_with_its_address(api: Api) -> None:
    found = ok(Api().get("boards/"))
    assert {way["key"] for way in found["games"]} > {"KL-D1N", "KL-D3V", "RU-C", "TF-D1N"}
    vegas = next(way for way in found["games"] if way["key"] == "KL-D3V")
    assert vegas["dollars"] and vegas["points"]
    assert not next(way for way in found["games"] if way["key"] == "KL-D1S")["points"]
    for address in (vegas["url"], *found["ratings"]):
        assert ok(Api().get(address))["size"] == 0


def test_a_board_s_pages_go_on_right_whatever_comes_in_above(api: Api) -> None:
    users = crowd(103)
    first = ok(api.get("boards/KL-D1N/"))
    assert (first["size"], len(first["results"]), first["previous"]) == (103, 50, None)
    services.submit(run_of(somebody("Quick"), 500, seconds=1, ended_at=timezone.now()))
    second = ok(api.get(first["next"]))
    names = [row["name"] for row in first["results"] + second["results"]]
    assert names == [user.username for user in users[:100]]
    assert [row["rank"] for row in second["results"]] == list(range(52, 102))
    third = ok(api.get(second["next"]))
    assert (len(third["results"]), third["next"]) == (3, None)
    back = ok(api.get(third["previous"]))
    assert [row["name"] for row in back["results"]] == [row["name"] for row in second["results"]]


def test_one_reads_one_s_own_place_and_who_stands_around(api: Api, camille: User) -> None:
    crowd(60)
    services.submit(run_of(camille, 400, ended_at=timezone.now()))
    found = ok(api.get("boards/kl-d1n/"))
    assert found["place"] == {"rank": 61, "of": 61}
    assert [row["rank"] for row in found["around"]] == [58, 59, 60, 61]
    assert [row["you"] for row in found["around"]] == [False, False, False, True]
    last = ok(api.get(found["next"]))
    assert last["place"] and last["around"] == []
    assert ok(Api().get("boards/KL-D1N/"))["place"] is None


def test_equal_runs_share_a_rank_across_pages(api: Api) -> None:
    for number in range(55):
        services.submit(run_of(somebody(f"Equal{number:02d}"), 500, seconds=9, ended_at=timezone.now()))
    crowd(2, score=400)
    ranks = [row["rank"] for row in walk(api, "boards/KL-D1N/")]
    assert ranks == [1] * 55 + [56, 57]


def test_periods_pure_runs_and_bankrolls_have_boards_of_their_own(
    api: Api, camille: User, noor: User
) -> None:
    now = timezone.now()
    old = now - timedelta(days=40)
    services.submit(run_of(camille, 700, ended_at=old))
    services.submit(run_of(noor, 600, ended_at=now, pure=True))
    vegas = {"board_key": "KL-D3V", "won": False, "ended_at": now}
    services.submit(run_of(noor, -52, **vegas))
    services.submit(run_of(noor, 100, **vegas))

    def names(query: str) -> list[str]:
        return [row["name"] for row in ok(api.get(f"boards/KL-D1N/{query}"))["results"]]

    assert names("") == ["Camille", "Noor"]
    assert names("?period=day") == names("?pure=true") == ["Noor"]
    past = timezone.localtime(old).date()
    assert names(f"?period=month&day={past}") == ["Camille"]
    board = ok(api.get(f"boards/KL-D1N/?period=month&day={past}"))["board"]
    assert (board["period"], board["first_day"]) == ("month", f"{past:%Y-%m}-01")
    (bank,) = ok(api.get("boards/KL-D3V/?bankroll=true"))["results"]
    assert (bank["score"], bank["runs"], bank["seconds"], bank["record"]) == (48, 2, None, None)
    (best,) = ok(api.get("boards/KL-D3V/"))["results"]
    assert best["score"] == 100


def test_a_board_without_points_has_no_scores(api: Api, camille: User) -> None:
    services.submit(run_of(camille, 0, board_key="KL-D1S", ended_at=timezone.now()))
    (row,) = ok(api.get("boards/KL-D1S/"))["results"]
    assert row["score"] is None and row["seconds"] == 300


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?period=year", "period"),
        ("?day=2019-12-31", "day"),
        ("?day=2999-01-01", "day"),
        ("?day=yesterday", "day"),
        ("?bankroll=true", "bankroll"),
        ("?page=2", "page"),
        ("?cursor=x", "cursor"),
        ("?cursor=a1", "cursor"),
        ("?cursor=a1.9999999999999999999", "cursor"),
    ],
)
def test_what_no_board_is_asked_by_is_refused(query: str, field: str) -> None:
    faults = problem(Api().get(f"boards/KL-D1N/{query}"), 400, "invalid_request")["errors"]
    assert [fault["field"] for fault in faults] == [field]


def test_there_is_no_board_of_what_cannot_be_played() -> None:
    for path in ("boards/XX-D1N/", "boards/KL/", "boards/DK-D1S/", "boards/deals/nothing/"):
        problem(Api().get(path), 404, "not_found")
    problem(Api().get("boards/deals/DK1-D1S-AAAAAAB/"), 404, "not_found")
    problem(Api().get("boards/ratings/X/"), 404, "not_found")


def test_an_answer_that_is_known_is_not_sent_again(api: Api) -> None:
    crowd(2)
    first = api.get("boards/KL-D1N/")
    assert api.get("boards/KL-D1N/", **{"If-None-Match": first["ETag"]}).status_code == 304


def test_deals_have_a_board_for_first_attempts_and_a_list_of_practice(api: Api, camille: User) -> None:
    deal = {"deal": "KL1-QWERTYU", "ended_at": timezone.now(), "global_ok": False}
    services.submit(run_of(camille, 500, **deal))
    services.submit(run_of(camille, 700, **deal, deal_first=False, practice=True))
    (first,) = ok(api.get("boards/deals/kl1 d1n qwertyu/"))["results"]
    (again,) = ok(api.get("boards/deals/KL1-D1N-QWERTYU/?attempts=practice"))["results"]
    assert (first["score"], again["score"]) == (500, 700)
    assert first["record"].startswith("http://testserver/api/v1/games/")
    assert ok(api.get("boards/deals/KL1-D3N-QWERTYU/"))["results"] == []
    problem(api.get("boards/deals/KL1-D1N-QWERTYU/?attempts=practice&pure=true"), 400, "invalid_request")


def test_a_deal_that_is_withheld_has_no_board_to_be_read(api: Api, camille: User, noor: User) -> None:
    services.submit(run_of(noor, 500, deal="KL1-QWERTYU", ended_at=timezone.now()))
    deals.keep_secret(deal="KL1-QWERTYU", until=timezone.now() + timedelta(hours=1))
    for one in (api, Api()):
        problem(one.get("boards/deals/KL1-D1N-QWERTYU/"), 403, "withheld")
    deals.reveal("KL1-QWERTYU")
    assert ok(api.get("boards/deals/KL1-D1N-QWERTYU/"))["size"] == 1


def test_the_secret_run_of_a_board_has_no_record_to_read(api: Api, camille: User) -> None:
    soon = timezone.now() + timedelta(hours=1)
    services.submit(run_of(camille, 500, ended_at=timezone.now(), secret_until=soon))
    (row,) = ok(Api().get("boards/KL-D1N/"))["results"]
    assert row["record"] is None


def test_private_players_and_programs_stand_nowhere_deleted_ones_without_a_name(api: Api) -> None:
    one, two, three = crowd(3)
    one.private = True
    one.save(update_fields=["private"])
    declare_machine(two)
    from accounts.services import delete_player

    delete_player(three)
    (row,) = ok(api.get("boards/KL-D1N/", **{"Accept-Language": "en"}))["results"]
    assert (row["rank"], row["name"], row["shown_as"]) == (1, None, "deleted player")


def test_ratings_go_on_by_cursor_and_tied_ones_share_a_rank(
    api: Api, camille: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from leaderboards import rating_boards

    monkeypatch.setattr(rating_boards, "PAGE_SIZE", 2)
    points = [1500, 1400, 1400, 1400, 1300]
    players = [somebody(f"Rated{number}") for number in range(4)]
    for player, figure in zip([*players, camille], points, strict=True):
        Rating.objects.create(
            player_id=player.pk, tempo="S", mu=25, sigma=2, points=figure, provisional=False, won=30
        )
    hidden = somebody("Robot")
    declare_machine(hidden)
    Rating.objects.create(player_id=hidden.pk, tempo="S", mu=25, sigma=2, points=9000, provisional=False)
    first = ok(api.get("boards/ratings/S/"))
    assert (first["size"], len(first["results"])) == (5, 2)
    assert (first["you"]["rank"], first["you"]["figure"], first["you"]["you"]) == (5, 1300, True)
    newcomer = somebody("Newcomer")
    Rating.objects.create(player_id=newcomer.pk, tempo="S", mu=25, sigma=2, points=1600, provisional=False)
    rows = first["results"] + walk(api, first["next"])
    assert [row["name"] for row in rows] == ["Rated0", "Rated1", "Rated2", "Rated3", "Camille"]
    assert [row["rank"] for row in rows] == [1, 2, 3, 3, 6]
    problem(api.get("boards/ratings/S/?cursor=a1"), 400, "invalid_request")


def test_a_month_s_wins_have_a_board(api: Api, camille: User) -> None:
    month = month_of(timezone.now())
    MonthWins.objects.create(player_id=camille.pk, tempo="A", month=month, wins=3)
    MonthWins.objects.create(player_id=camille.pk, tempo="A", month=date(2026, 1, 1), wins=7)
    now = ok(api.get("boards/ratings/A/?by=wins"))
    assert (now["month"], now["results"][0]["figure"]) == (f"{month:%Y-%m}", 3)
    then = ok(api.get("boards/ratings/A/?by=wins&month=2026-01"))
    assert (then["results"][0]["figure"], then["results"][0]["matches"]) == (7, None)
    problem(api.get("boards/ratings/A/?by=wins&month=2026-13"), 400, "invalid_request")


def test_the_examples_are_of_the_shapes_that_are_described(api: Api, camille: User) -> None:
    from games.api.board_examples import PAGE, RATINGS
    from games.api.board_shapes import BoardPageShape, RatingPageShape

    services.submit(run_of(camille, 500, ended_at=timezone.now()))
    found = ok(api.get("boards/KL-D1N/"))
    assert set(found) == set(PAGE) == set(BoardPageShape().fields)
    assert set(found["board"]) == set(PAGE["board"])
    assert set(found["results"][0]) == set(PAGE["results"][0])
    assert set(ok(api.get("boards/ratings/S/"))) == set(RATINGS) == set(RatingPageShape().fields)
