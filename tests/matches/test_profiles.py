"""What other pages say of matches: profiles, the boards of ratings and of the month's wins, home."""

from datetime import date

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.matches import render, selectors
from games.play.owners import Owner
from leaderboards import rating_boards
from leaderboards.rating_models import Rating
from tests.matches.conftest import Clock, begin, begun, do, fresh, player, seat_playing, seated

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
    for query in ("?cadence=A", "?par=victoires", "?page=2", "?page=nonsense"):
        assert Client().get(f"/matchs/classement/{query}").status_code == 200


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
