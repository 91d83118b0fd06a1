"""One's own matches, beside one's own games: whose turn it is, and how those went that have ended."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches import selectors, services
from games.matches.models import Match
from games.matches.selectors import Listed
from games.matches.services import Wishes
from games.play.cursors import Cursor
from games.play.owners import SESSION_KEY, Owner
from tests.matches.conftest import Clock, begun, do, fresh, play_out, player, seated

pytestmark = pytest.mark.django_db
MINE, MATCHES = "/en/mes-parties/", "/en/mes-parties/matchs/"


def at_home(owner: Owner) -> Client:
    client = Client()
    if owner.user_id is not None:
        client.force_login(User.objects.get(pk=owner.user_id))
        return client
    session = client.session
    session[SESSION_KEY] = str(owner.visitor)
    session.save()
    return client


def ended(one: Owner, two: Owner, time: Clock, loser: int = 2) -> Match:
    match = begun(one, two, time)
    do(match, loser, "resign")
    time.tick(minutes=5)
    return fresh(match)


def ids(matches: list[Listed]) -> list[UUID]:
    return [match.match_id for match in matches]


def test_without_a_match_the_page_leads_to_the_lobby(one: Owner) -> None:
    for client in (Client(), at_home(one)):
        main = client.get(MATCHES).text.split("<main")[1]
        assert 'class="empty"' in main and 'href="/en/matchs/"' in main
        assert f'href="{MATCHES}"' in client.get(MINE).text


def test_a_match_under_way_says_whose_turn_it_is(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D1A")
    mine, theirs = (one, two) if match.first == 1 else (two, one)
    for address in (MINE, MATCHES):
        page = at_home(mine).get(address).text
        assert f'href="/en/match/{match.pk}/"' in page and "<b>your turn</b>" in page
        page = at_home(theirs).get(address).text
        assert "<span>the opponent’s turn</span>" in page and "your turn</b>" not in page
    assert 'class="empty"' not in at_home(one).get(MINE).text


@pytest.mark.parametrize(
    ("state", "words"),
    [("open", "waiting for an opponent"), ("ready", "about to begin"), ("playing", "under way")],
)
def test_and_how_it_stands_otherwise(state: str, words: str, one: Owner, two: Owner, time: Clock) -> None:
    if state == "open":
        services.create(owner=one, wishes=Wishes())
    else:
        seated(one, two) if state == "ready" else begun(one, two, time)
    assert f"<span>{words}</span>" in at_home(one).get(MATCHES).text


def test_matches_in_which_it_is_ones_turn_come_first(one: Owner, two: Owner, time: Clock) -> None:
    matches = [begun(one, two, time, options="D1A") for _ in range(4)]
    begun(one, two, time)
    mine = {match.pk for match in matches if match.first == 1}
    found = selectors.unfinished(one)
    assert set(ids(found[: len(mine)])) == mine and len(found) == 5
    assert [match.my_turn for match in found] == [True] * len(mine) + [False] * (5 - len(mine))


def test_an_ended_match_has_its_result_and_its_replay(one: Owner, two: Owner, time: Clock) -> None:
    match = ended(one, two, time)
    pages = [at_home(owner).get(MATCHES).text for owner in (one, two)]
    for page, result in zip(pages, ("You win!", "camille wins"), strict=True):
        assert f"<b>{result}</b>" in page
        assert f'href="/en/match/{match.pk}/"' in page
        assert f'href="/en/match/{match.pk}/revoir/1/"' in page
    assert at_home(one).get(f"/en/match/{match.pk}/revoir/1/").status_code == 200
    assert 'id="running-title"' not in pages[0] and str(match.pk) not in at_home(one).get(MINE).text


def test_a_series_is_seen_again_from_its_first_game(one: Owner, two: Owner, time: Clock) -> None:
    match = play_out(begun(one, two, time, games=3), time)
    do(match, 2, "resign")
    assert [listed.replay for listed in selectors.played(one).matches] == [1]


def test_others_matches_and_closed_tables_are_not_there(one: Owner, two: Owner, time: Clock) -> None:
    theirs = ended(player("sacha"), player("lou"), time)
    closed = services.create(owner=one, wishes=Wishes())
    services.cancel(match_id=closed.pk, owner=one)
    page = at_home(one).get(MATCHES).text
    assert 'class="empty"' in page and str(theirs.pk) not in page and str(closed.pk) not in page


def test_a_visitor_finds_his_matches_and_how_to_keep_them(visitor: Owner) -> None:
    match = services.create(owner=visitor, wishes=Wishes(rated=False), visibility="bot", bot_level=1)
    page = at_home(visitor).get(MATCHES).text
    assert str(match.pk) in page and "keep-note" in page
    assert str(match.pk) not in Client().get(MATCHES).text


def test_pages_follow_one_another_without_gap_or_repeat(one: Owner, two: Owner, time: Clock) -> None:
    matches = [ended(one, two, time) for _ in range(5)]
    Match.objects.filter(pk__in=[match.pk for match in matches[:3]]).update(ended_at=matches[0].ended_at)
    seen: list[Listed] = []
    after = None
    while True:
        page = selectors.played(one, after, size=2)
        seen += page.matches
        after = page.after and Cursor.read(page.after.text())
        if after is None:
            break
    rows = [(fresh(match).ended_at, match.pk) for match in matches]
    assert ids(seen) == [pk for _, pk in sorted(rows, reverse=True)]


def test_a_forged_place_in_the_list_shows_its_beginning(one: Owner, two: Owner, time: Clock) -> None:
    match = ended(one, two, time)
    for forged in ("x", "é", "A" * 500):
        assert str(match.pk) in at_home(one).get(MATCHES, {"apres": forged}).text
    after = selectors.played(one).matches[-1]
    assert after.ended_at is not None
    last = Cursor(after.ended_at - timedelta(days=1), after.match_id).text()
    assert "nothing further back" in at_home(one).get(MATCHES, {"apres": last}).text


def test_more_matches_ask_no_more_queries(one: Owner, two: Owner, time: Clock) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert client.get(MATCHES).status_code == 200
        return len(seen)

    client = at_home(one)
    ended(one, two, time)
    begun(one, two, time)
    client.get(MATCHES)
    few = asked()
    for _ in range(3):
        ended(one, player_again("sacha"), time)
        begun(player_again("lou"), one, time)
    assert asked() == few <= 22


def player_again(name: str) -> Owner:
    found = User.objects.filter(username=name).first()
    return Owner(user_id=found.pk) if found else player(name)
