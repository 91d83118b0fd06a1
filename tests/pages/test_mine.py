"""One's own games, and the records of ended ones."""

import base64
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.records import replay_text
from games.play import clock, listing
from games.play.cursors import Cursor
from games.play.models import Game
from games.play.owners import Owner

pytestmark = pytest.mark.django_db
MINE = "/mes-parties/"


def test_a_stranger_without_games_is_led_to_the_tables(client: Client) -> None:
    page = client.get(MINE).content.decode()
    assert 'class="empty"' in page and 'href="/"' in page


def test_unfinished_games_can_be_resumed(client: Client, visitor: Owner, play: Callable[..., Game]) -> None:
    game = play(visitor, "KL1-D1N-AAAAAAB")
    page = client.get(MINE).content.decode()
    assert reverse("games:table", args=[game.pk]) in page
    assert reverse("games:replay", args=[game.pk]) not in page


def test_finished_games_have_a_replay_and_a_record(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    game = play(visitor, "KL1-D1N-AAAAAAB", end=True)
    page = client.get(MINE).content.decode()
    assert reverse("games:replay", args=[game.pk]) in page
    assert reverse("games:record", args=[game.pk]) in page


def test_visitors_are_told_how_to_keep_their_games(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    play(visitor, "KL1-D1N-AAAAAAB")
    assert reverse("account_signup") in client.get(MINE).content.decode().split("<main")[1]


def test_a_player_sees_only_his_own_games(
    client: Client, ada: User, other: Owner, play: Callable[..., Game]
) -> None:
    own = play(Owner(user_id=ada.pk), "KL1-D1N-AAAAAAB", end=True)
    theirs = play(other, "KL1-D1N-AAAAAAC", end=True)
    client.force_login(ada)
    page = client.get(MINE).content.decode()
    assert str(own.pk) in page and str(theirs.pk) not in page


def test_pages_follow_one_another_without_gap_or_repeat(
    client: Client, visitor: Owner, play: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [play(visitor, f"KL1-D1N-AAAAAA{letter}", 1, end=True) for letter in "BCDEF"]
    Game.objects.update(ended_at=games[0].ended_at)  # the hard case: all ended at the same moment
    seen: list[Game] = []
    after = None
    while True:
        page = listing.finished(visitor, after, size=2)
        seen += page.games
        after = page.after and Cursor.read(page.after.text())
        if after is None:
            break
    assert [game.pk for game in seen] == sorted((game.pk for game in games), reverse=True)


BEFORE_TIME, AFTER_TIME = (
    base64.urlsafe_b64encode(f"{moment} {UUID(int=0)}".encode()).decode()
    for moment in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00")
)


@pytest.mark.parametrize("forged", ["x", "%00", "MjAyNi0xMS0zMA", "é", "A" * 500, BEFORE_TIME, AFTER_TIME])
def test_a_forged_place_in_the_list_shows_its_beginning(
    client: Client, visitor: Owner, play: Callable[..., Game], forged: str
) -> None:
    play(visitor, "KL1-D1N-AAAAAAB", end=True)
    assert client.get(MINE, {"apres": forged}).status_code == 200


def test_a_game_whose_time_is_over_is_among_the_finished(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    game = play(visitor, "KL1-D1N-AAAAAAB")
    Game.objects.update(last_action_at=clock.now() - clock.EXPIRY - timedelta(minutes=1))
    page = client.get(MINE).content.decode()
    assert reverse("games:replay", args=[game.pk]) in page
    assert 'class="resume"' not in page


def test_a_record_is_a_text_file_that_the_engine_reads(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    game = play(visitor, "KL1-D1N-AAAAAAB", 5, end=True)
    answer = client.get(reverse("games:record", args=[game.pk]))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="KL1-D1N-AAAAAAB.txt"'
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    assert " ".join(lines).split() == ["KL1-D1N-AAAAAAB", *Game.objects.get(pk=game.pk).actions.split()]
    assert replay_text(answer.text, key="")["moves"] == Game.objects.get(pk=game.pk).moves


def test_a_game_under_way_gives_no_record(client: Client, visitor: Owner, play: Callable[..., Game]) -> None:
    game = play(visitor, "KL1-D1N-AAAAAAB")
    assert client.get(reverse("games:record", args=[game.pk])).status_code == 404
