"""The mark in the header: how many matches wait for a player, at the cost of one query."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches import selectors, services
from games.matches.models import Match
from games.matches.services import Wishes
from games.play.models import Origin
from games.play.owners import Owner
from games.play.services import begin as begin_game
from tests.matches.conftest import Clock, begun, do, fresh, player, seated

pytestmark = pytest.mark.django_db
DAYS = {"options": "D1A", "seconds": 86400}


def user_of(owner: Owner) -> User:
    return User.objects.get(pk=owner.user_id)


def at_home(owner: Owner) -> Client:
    client = Client()
    client.force_login(user_of(owner))
    return client


def awaited(*owners: Owner) -> list[int]:
    return [selectors.awaited(owner.user_id or 0) for owner in owners]


def of_days(one: Owner, two: Owner) -> Match:
    match = services.create(owner=one, wishes=Wishes(**DAYS))
    services.join(match_id=match.pk, owner=two)
    services.ready(match_id=match.pk, owner=one)
    services.ready(match_id=match.pk, owner=two)
    return fresh(match)


def test_an_invitation_waits_for_whom_it_invites_until_it_is_answered(one: Owner, two: Owner) -> None:
    match = services.create(owner=one, wishes=Wishes(), visibility="invited", invited="noor")
    assert awaited(one, two) == [0, 1]
    services.join(match_id=match.pk, owner=two)
    assert awaited(one, two) == [0, 0]


def test_a_match_of_days_waits_for_whose_turn_it_is(one: Owner, two: Owner, time: Clock) -> None:
    match = of_days(one, two)
    time.tick(seconds=10)
    first = match.first
    assert awaited(one, two) == [int(first == 1), int(first == 2)]
    do(match, first, "pass")
    assert awaited(one, two) == [int(first == 2), int(first == 1)]
    do(match, first, "resign")
    assert awaited(one, two) == [0, 0]


def test_a_live_match_waits_for_nobody(one: Owner, two: Owner, time: Clock) -> None:
    begun(one, two, time)
    begun(player("sacha"), player("lou"), time, options="D1A", seconds=60)
    assert [selectors.awaited(user.pk) for user in User.objects.all()] == [0] * 4


@pytest.mark.parametrize(
    ("prefix", "words"),
    [("", ("1 match vous attend", "2 matchs vous attendent")), ("/en", ("1 match waits", "2 matches wait"))],
)
def test_the_header_shows_the_count_and_says_it(
    prefix: str, words: tuple[str, str], one: Owner, two: Owner
) -> None:
    client = at_home(two)
    assert "tally" not in client.get(f"{prefix}/nouvelle/").text
    for count in (1, 2):
        services.create(owner=one, wishes=Wishes(), visibility="invited", invited="noor")
        page = client.get(f"{prefix}/nouvelle/").text
        assert f">{count}</span>" in page.split('id="awaited"')[1].split("</a>")[0]
        assert f"({words[count - 1]}" in page
    assert 'id="awaited"' not in Client().get(f"{prefix}/nouvelle/").text


def test_it_costs_a_player_one_query_and_visitors_none(one: Owner, visitor: Owner) -> None:
    def asked(client: Client, address: str) -> int:
        client.get(address)
        with CaptureQueriesContext(connection) as seen:
            assert client.get(address).status_code == 200
        return sum("games_match" in query["sql"] for query in seen)

    game = begin_game(owner=one, variant="KL", options="D1N", origin=Origin.RANDOM)
    table = f"/partie/{game.pk}/"
    assert asked(at_home(one), "/nouvelle/") == 1
    assert asked(Client(), "/nouvelle/") == 0
    assert asked(at_home(one), table) == 0
    assert "awaited" not in at_home(one).get(table).text


def test_the_lobby_s_lists_bring_the_mark_along(one: Owner, two: Owner) -> None:
    services.create(owner=one, wishes=Wishes(), visibility="invited", invited="noor")
    lists = at_home(two).get("/matchs/", headers={"HX-Request": "true"}).text
    assert '<span class="awaited" id="awaited" hx-swap-oob="true"><span class="tally"' in lists
    assert 'id="awaited"' not in Client().get("/matchs/", headers={"HX-Request": "true"}).text


def test_the_mark_of_the_lists_is_that_of_the_header(one: Owner, two: Owner, time: Clock) -> None:
    of_days(one, two)
    seated(two, one)
    services.create(owner=one, wishes=Wishes(), visibility="invited", invited="noor")
    time.tick(seconds=10)
    assert awaited(one, two) == [selectors.lobby(owner).awaited for owner in (one, two)]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="other planners look at how much is stored")
def test_it_is_found_by_indexes() -> None:
    with CaptureQueriesContext(connection) as seen:
        selectors.awaited(1)
    [query] = seen
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
        plan = [row[3] for row in cursor.fetchall()]
    assert not [step for step in plan if step.startswith("SCAN games_")], plan
