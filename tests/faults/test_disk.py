"""A full disk, and rows that others hold: told clearly, nothing changed, and afterwards one plays on."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from games.play.models import Game
from games.play.services import verify
from tests.faults.hands import Hands
from tools.faults.player import Player
from tools.load.page import read_page

pytestmark = pytest.mark.django_db(transaction=True)
FULL = """
CREATE FUNCTION no_room() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '{state}'; END $$ LANGUAGE plpgsql;
CREATE TRIGGER no_room BEFORE UPDATE ON games_game FOR EACH ROW EXECUTE FUNCTION no_room();
"""
ROOM = "DROP TRIGGER no_room ON games_game; DROP FUNCTION no_room()"


@contextmanager
def full_disk(state: str = "53100") -> Iterator[None]:
    """No game can be stored: SQLite may take no further page; PostgreSQL raises what a full disk raises."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(FULL.format(state=state))
        else:
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(
                ROOM if connection.vendor == "postgresql" else "PRAGMA max_page_count = 1073741823"
            )


def test_a_full_disk_is_told_and_nothing_of_a_game_changes() -> None:
    hands = Hands()
    assert hands.draw() == 200
    with full_disk():
        status = next((status for status in (hands.draw() for _ in range(3000)) if status != 200), 200)
        assert status == 503
        page = hands.client.get(hands.page)
        assert page.status_code == 200
        assert read_page(page.content.decode()).data["version"] == hands.data["version"]
        assert verify.faults_of(Game.objects.get(pk=hands.id)) == []
    assert hands.draw() == 200
    assert verify.faults_of(Game.objects.get(pk=hands.id)) == []


@pytest.mark.parametrize("state", ["40P01", "55P03", "57014"], ids=["deadlock", "lock", "too long"])
def test_who_loses_to_others_is_told_to_try_again(state: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("PostgreSQL's errors")
    hands = Hands()
    with full_disk(state):
        assert hands.draw() == 503
    assert hands.draw() == 200
    assert verify.faults_of(Game.objects.get(pk=hands.id)) == []


def test_a_player_of_the_faults_knows_what_was_confirmed() -> None:
    """`bin/faults` counts on it: no answer is neither a yes nor a no."""
    player = Player("http://127.0.0.1:1")
    assert player.step() == 0
    assert player.statuses == {0: 1}
    assert player.confirmed == {}
