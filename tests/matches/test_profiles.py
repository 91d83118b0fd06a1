"""What other pages say of matches: profiles, the boards of ratings and of the month's wins, home."""

import re
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.matches import render, selectors
from games.play.owners import Owner
from leaderboards import rating_boards
from leaderboards.rating_models import Rating
from tests.matches.conftest import Clock, begin, begun, do, fresh, new_user, player, seat_playing, seated

pytestmark = pytest.mark.django_db


def as_owner(owner: Owner) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=owner.user_id), backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


def lose(loser: Owner, winner: Owner, time: Clock, **wishes: object) -> None:
    do(begun(loser, winner, time, **wishes), 1, "resign")


def test_a_profile_shows_ratings_last_matches_and_how_one_fared(one: Owner, two: Owner, time: Clock) -> None:
    lose(one, two, time)
    lose(two, one, time)
    lose(one, two, time, options="D1A")
    page = as_owner(one).get("/joueur/noor/").content.decode()
    assert "Contre vous, victoires\u00a0: 2, nulles\u00a0: 0, défaites\u00a0: 1" in page
    assert page.count("<dt>Simultané</dt>") == page.count("<dt>Alterné</dt>") == 1
    points = Rating.objects.get(player_id=two.user_id, tempo="A").points
    assert f"<b>{points}</b>" in page and "noor gagne" in page
    stranger = Client().get("/joueur/noor/").content.decode()
    assert "Contre vous" not in stranger and f"<b>{points}</b>" in stranger
    # At the table each reads it from the own side, before a match and after it.
    words = "Matchs cotés entre vous – gagnés\u00a0: {}, nuls\u00a0: 0, perdus\u00a0: {}"
    time.tick(days=1)  # three rated matches a day between the same two count
    match = seated(two, one)
    for owner, figures in ((one, (1, 2)), (two, (2, 1))):
        assert words.format(*figures) in render.draw_match(selectors.match_for(match.pk, owner))
    begin(match, two, one, time)
    do(match, 1, "resign")
    for owner, figures in ((one, (2, 2)), (two, (2, 2))):
        assert words.format(*figures) in render.draw_match(selectors.match_for(match.pk, owner))


def test_the_boards_list_sure_ratings_and_wins_of_the_month(one: Owner, two: Owner, time: Clock) -> None:
    for _ in range(2):
        lose(one, two, time)
    lose(two, one, time)
    month = date(2026, 11, 1)
    board = rating_boards.by_wins("S", month, me=one.user_id)
    assert [(line.rank, line.name, line.figure) for line in board.lines] == [
        (1, "noor", 2),
        (2, "camille", 1),
    ]
    assert board.me is not None and board.me.rank == 2
    assert rating_boards.by_wins("S", date(2026, 12, 1)).lines == []
    assert rating_boards.by_wins("A", month).lines == []
    # Nobody stands on the other board as long as a rating is provisional.
    page = as_owner(one).get("/matchs/classement/").content.decode()
    assert "noor" not in page
    Rating.objects.filter(tempo="S").update(provisional=False)
    page = as_owner(one).get("/matchs/classement/?cadence=S").content.decode()
    assert page.index("noor") < page.index('class="me"')
    for query in ("?cadence=A", "?par=victoires", "?apres=nonsense", "?avant=1.2.3"):
        assert Client().get(f"/matchs/classement/{query}").status_code == 200


BOARD = "/matchs/classement/"


@pytest.fixture
def five(db: None, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Five with sure ratings, on pages of two."""
    monkeypatch.setattr(rating_boards, "PAGE_SIZE", 2)
    users = [new_user(f"joueur{number}").pk for number in range(5)]
    for place, pk in enumerate(users):
        Rating.objects.create(player_id=pk, tempo="A", mu=25, sigma=2, points=1500 - place, provisional=False)
    return users


def names(page: Any) -> list[str]:
    return re.findall(r"/joueur/(joueur\d)/", page.content.decode())


def test_the_links_of_a_board_lead_on_and_back(client: Client, five: list[int]) -> None:
    def follow(page: Any, rel: str) -> Any:
        (href,) = re.findall(rf'rel="{rel}" href="([^"]+)"', page.content.decode())
        return client.get(BOARD + unescape(href))

    first = client.get(f"{BOARD}?cadence=A")
    second = follow(first, "next")
    third = follow(second, "next")
    assert [names(page) for page in (first, second, third)] == [
        ["joueur0", "joueur1"],
        ["joueur2", "joueur3"],
        ["joueur4"],
    ]
    assert names(follow(third, "prev")) == names(second)
    assert 'rel="prev"' not in first.content.decode() and 'rel="next"' not in third.content.decode()
    assert "cadence=A&amp;apres=" in first.content.decode()


@pytest.mark.parametrize(
    ("page", "first"),
    [("1", "joueur0"), ("2", "joueur2"), ("3", "joueur4"), ("4", "joueur0"), ("x", "joueur0")],
)
def test_numbers_of_pages_in_old_links_still_lead_there(
    client: Client, five: list[int], page: str, first: str
) -> None:
    found = client.get(f"{BOARD}?cadence=A&page={page}", follow=True)
    assert found.status_code == 200 and names(found)[0] == first
    assert "page=" not in found.request["QUERY_STRING"] and "cadence=A" in found.request["QUERY_STRING"]
    assert client.get(f"{BOARD}?par=victoires&page=2")["Location"] == f"{BOARD}?cadence=S&par=victoires"
    english = client.get(f"/en{BOARD}?cadence=A&page={page}")
    assert english["Location"].startswith(f"/en{BOARD}?cadence=A")


@pytest.mark.parametrize("query", ["apres=1000.1", "avant=2000.1", "apres=-999999999.999999999999999999"])
def test_a_place_beyond_which_nobody_stands_leads_to_the_first_page(
    client: Client, five: list[int], query: str
) -> None:
    found = client.get(f"{BOARD}?cadence=A&{query}", follow=True)
    assert names(found) == ["joueur0", "joueur1"]
    assert found.request["QUERY_STRING"] == "cadence=A"


def test_home_tells_in_how_many_matches_of_days_it_is_one_s_turn(time: Clock, one: Owner, two: Owner) -> None:
    other = player("sacha")
    matches = [begun(one, host, time, options="D1A", seconds=86_400) for host in (two, other)]
    for match in matches:
        if seat_playing(match, "a") == 1:
            do(match, 1, "s-w")
    assert all(fresh(match).snapshot[0] == "ab"[fresh(match).first == 1] for match in matches)
    assert "C’est à vous dans" not in as_owner(one).get("/").content.decode()
    for match in matches:
        do(match, 2, "pass")
    assert "C’est à vous dans 2 matchs." in as_owner(one).get("/").content.decode()
