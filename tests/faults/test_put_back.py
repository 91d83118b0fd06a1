"""A back-up put back: pages that are further are told the true table and play on from it."""

import pytest

from games.play.models import Game
from games.play.services import verify
from leaderboards.models import Result
from tests.faults.hands import Hands
from tools.load.page import read_data

pytestmark = pytest.mark.django_db


def test_a_page_that_is_further_than_the_back_up_plays_on_from_it() -> None:
    hands = Hands()
    assert [hands.draw() for _ in range(3)] == [200] * 3
    backup = Game.objects.get(pk=hands.id)
    assert [hands.draw() for _ in range(3)] == [200] * 3
    backup.save(force_update=True)  # put back as it was read
    answer = hands.post("s-w")
    assert answer.status_code == 409
    hands.data = read_data(answer.text)
    assert hands.data["version"] == 3
    assert hands.draw() == 200
    stored = Game.objects.get(pk=hands.id)
    assert stored.action_count == 4
    assert verify.faults_of(stored) == []


def test_a_game_that_the_back_up_does_not_know_is_told_as_gone() -> None:
    hands = Hands()
    assert hands.draw() == 200
    Result.objects.filter(run_id=hands.id).delete()
    Game.objects.filter(pk=hands.id).delete()
    assert hands.post("s-w").status_code == 404
    assert hands.client.get(hands.page).status_code == 404
