"""Tables through the API: who may open and join which, and what is said before."""

import json
from uuid import uuid4

import pytest

from accounts import services as accounts
from accounts.models import User
from games.matches import services
from games.matches.models import Match, Presence, Rated
from games.matches.services import Wishes
from games.play.owners import Owner
from tests.api.conftest import Api, make_key, problem
from tests.api.match_hands import Found, ok, opened, somebody, table_of_two
from tests.basics import Clock, time
from tests.matches.conftest import begun

__all__ = ["time"]
pytestmark = pytest.mark.django_db


# --- tables -------------------------------------------------------------------------------------------------


def test_a_program_s_table_stands_in_the_lobby_and_says_so(api: Api, other: Api, time: Clock) -> None:
    match = opened(api, options="D1A", seconds=60, rated=True)
    assert (match["state"], match["your_seat"], match["limit"]) == ("open", 1, "turn")
    assert match["rated"]["reason"] == "token" and not match["rated"]["counts"]
    assert match["seats"][0]["program"] and match["seats"][0]["name"] == "Camille"
    assert match["position"] is None and match["actions"] == []
    api.get(match["url"])  # who looks is there
    lobby = ok(Api().get("matches/"))
    assert [(row["id"], row["seats"][0]["program"]) for row in lobby["tables"]] == [(match["id"], True)]
    joined = ok(other.post(f"{match['url']}join/"))
    assert (joined["state"], joined["your_seat"]) == ("ready", 2)
    assert [seat["program"] for seat in joined["seats"]] == [True, True]
    problem(Api(make_key(somebody("Lou"))).post(f"{match['url']}join/"), 409, "full")


def test_the_same_request_twice_opens_one_table(api: Api, time: Clock) -> None:
    key = str(uuid4())
    assert opened(api, key=key)["id"] == opened(api, key=key)["id"]
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"against": "quick"}, "against"),
        ({"games": 2}, "games"),
        ({"games": "1"}, "games"),
        ({"games": True}, "games"),
        ({"games": 3, "cards_to_win": 50}, ""),
        ({"rated": "yes"}, "rated"),
        ({"level": 2}, "level"),
        ({"against": "invited"}, "invited"),
        ({"invited": "Noor"}, "invited"),
        ({"code": "DK1-D9S-AAAAAAB"}, "code"),
        ({"winner": 1}, "winner"),
    ],
)
def test_a_table_that_is_not_as_described_is_refused(api: Api, body: Found, field: str) -> None:
    faults = problem(api.post("matches/", body), 400, "invalid_request")["errors"]
    assert [fault["field"] for fault in faults] == [field]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"options": "D9S"}, "wishes"),
        ({"seconds": 60}, "wishes"),
        ({"code": "KL1-D1N-AAAAAAB"}, "wishes"),
        ({"against": "invited", "invited": "Nobody"}, "nobody"),
        ({"against": "invited", "invited": "Camille"}, "own_table"),
    ],
)
def test_a_table_that_cannot_be_is_refused(api: Api, body: Found, reason: str) -> None:
    problem(api.post("matches/", body), 422, reason)
    assert not Match.objects.exists()


def test_a_typed_deal_is_known_when_the_match_is_over_only(api: Api, other: Api, time: Clock) -> None:
    url = table_of_two(api, other, time, code="dk1-d1s-aaaaaab")
    assert "AAAAAAB" not in json.dumps(ok(api.get(url)))
    over = ok(api.post(f"{url}actions/", {"action": "resign"}))
    assert over["results"][0]["code"] == "DK1-D1S-AAAAAAB"
    assert (over["state"], over["reason"], over["winner"]) == ("over", "resigned", 2)


def test_whoever_has_the_link_may_sit_down_and_see(api: Api, other: Api, time: Clock) -> None:
    match = opened(api, against="link")
    assert len(match["link"]) == 24
    problem(other.get(match["url"]), 404, "not_found")
    problem(other.post(f"{match['url']}join/"), 422, "link")
    problem(other.post("matches/join/", {"link": "nothing"}), 422, "link")
    joined = ok(other.post("matches/join/", {"link": match["link"]}))
    assert joined["your_seat"] == 2 and joined["link"] is None
    assert other.get(match["url"]).status_code == 200


def test_an_invitation_is_declined_or_accepted(api: Api, other: Api, time: Clock) -> None:
    match = opened(api, against="invited", invited="noor")
    assert [row["id"] for row in ok(other.get("matches/"))["invitations"]] == [match["id"]]
    assert ok(other.post(f"{match['url']}cancel/"))["state"] == "cancelled"
    second = opened(api, against="invited", invited="noor")
    assert ok(other.post(f"{second['url']}join/"))["state"] == "ready"


def test_a_persons_table_is_for_people(api: Api, other: Api, noor: User) -> None:
    match = services.create(owner=Owner(user_id=noor.pk), wishes=Wishes(rated=False))
    body = problem(api.post(f"matches/{match.pk}/join/"), 422, "people")
    assert body["match"]["state"] == "open"
    rated = services.create(owner=Owner(user_id=noor.pk), wishes=Wishes(), visibility="link")
    problem(api.post("matches/join/", {"link": rated.token}), 422, "rated")


def test_no_key_acts_in_a_match_begun_by_hand(api: Api, camille: User, noor: User, time: Clock) -> None:
    match = begun(Owner(user_id=camille.pk), Owner(user_id=noor.pk), time)
    refused = problem(api.post(f"matches/{match.pk}/actions/", {"action": "s-w"}), 422, "by_hand")
    assert refused["match"]["actions"]
    for what in ("ready", "draw", "claim", "rematch", "cancel"):
        problem(api.post(f"matches/{match.pk}/{what}/"), 422, "by_hand")
    problem(api.post(f"matches/{match.pk}/say/", {"phrase": "hello"}), 422, "by_hand")
    assert ok(api.get(f"matches/{match.pk}/"))["rated"] == {
        "counts": True,
        "reason": "pending",
        "detail": Rated.PENDING.label,
    }


def test_looking_with_a_key_keeps_nobody_at_a_seat_taken_by_hand(
    api: Api, reader: Api, camille: User, noor: User, time: Clock
) -> None:
    match = begun(Owner(user_id=camille.pk), Owner(user_id=noor.pk), time)
    Presence.objects.all().delete()
    for program in (api, reader):
        ok(program.get(f"matches/{match.pk}/"))
    assert not Presence.objects.exists()


def test_quick_pairing_is_among_computer_accounts(
    api: Api, other: Api, camille: User, noor: User, time: Clock
) -> None:
    problem(api.post("matches/quick/"), 422, "computer_account")
    for user in (camille, noor):
        accounts.declare_machine(user)
    assert ok(api.post("matches/quick/", {"pace": "A"})) == {"match": None}
    assert ok(api.get("matches/"))["waiting"] == 1
    assert api.client.delete("/api/v1/matches/quick/", headers=api.headers).status_code == 204
    assert ok(api.post("matches/quick/"))["match"] is None
    match = ok(other.post("matches/quick/", {"pace": "S", "draw": 1}))["match"]
    assert match["state"] == "ready" and match["rated"]["reason"] == "token"
    assert ok(api.get("matches/"))["paired_id"] == match["id"]
    problem(Api().post("matches/quick/"), 401, "not_authenticated")
