"""What the sheet at the end says of where a run counts."""

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.play.models import Game
from games.play.owners import Owner
from games.play.render.sheet import sheet_context
from games.play.services.ranking import Standing
from tests.play.conftest import drawn, player, shortest_win, time, win_drawn

__all__ = ["drawn", "player", "time"]
pytestmark = pytest.mark.django_db


def test_a_private_players_run_is_not_said_to_count(player: Owner, drawn, time) -> None:
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    with translation.override("en"):
        assert sheet_context(Game.objects.get(pk=game.pk))["standing"] == str(Standing.COUNTS.label)
        user = User.objects.get(pk=player.user_id)
        user.private = True
        user.save()
        sheet = sheet_context(Game.objects.get(pk=game.pk))
    assert "no leaderboard" in sheet["standing"] and sheet["places"] == []


@pytest.mark.parametrize("hints", [0, 2])
def test_the_hints_that_were_used_stand_on_the_sheet(player: Owner, drawn, time, hints: int) -> None:
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    Game.objects.filter(pk=game.pk).update(hints=hints)
    client = Client()
    client.force_login(User.objects.get(pk=player.user_id))
    page = client.get(f"/en/partie/{game.pk}/").text
    assert ('<dt>Hints</dt><dd id="hints">2</dd>' in page) == bool(hints)
    assert ("Hints" in page) == bool(hints)
