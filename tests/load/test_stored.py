"""The stored games of a load run are games like any other: they replay, and their boards are right."""

from io import StringIO
from random import Random

import pytest
from django.core.management import call_command

from accounts.models import User
from games.engine.codes import LETTERS_LIMIT, number_to_letters
from games.play import deals
from games.play.models import DealOpening, Game
from leaderboards.models import Board, Entry, Result
from tools.load import stored

SOME_WON = 6
"""A seed with which at least one of ten games ends on a board."""

pytestmark = pytest.mark.django_db


def test_copies_are_whole_games_of_players_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(SOME_WON)
    monkeypatch.setattr(deals, "random_letters", lambda _: number_to_letters(rng.randrange(LETTERS_LIMIT)))
    assert stored.store(40, players=2, each=5, progress=lambda words: None) == 40
    assert Game.objects.count() == DealOpening.objects.count() == Result.objects.count() == 40
    assert Game.objects.values("player").distinct().count() == User.objects.count() == 8
    assert Game.objects.values("deal").distinct().count() == 10
    assert set(Result.objects.values_list("run_id", flat=True)) == set(
        Game.objects.values_list("pk", flat=True)
    )
    assert sum(Board.objects.values_list("size", flat=True)) == Entry.objects.count() > 0
    far = User.objects.order_by("-pk").values_list("username", flat=True)[0].replace("3z", "999999z")
    assert far.startswith("999999z") and len(far) <= User._meta.get_field("username").max_length
    out = StringIO()
    call_command("verify_games", stdout=out)
    assert "40 games checked, 0 wrong" in out.getvalue()
    call_command("rebuild_boards", check=True, stdout=out)
    assert ", 0 wrong" in out.getvalue().splitlines()[-1]


def test_new_players_and_games_come_after_the_copies() -> None:
    stored.store(20, players=1, each=2, progress=lambda words: None)
    before = set(User.objects.values_list("pk", flat=True))
    assert User.objects.create_user("camille", "camille@example.org").pk not in before
    assert len(list(stored.sessions(3))) == 3
