"""What the sheet at the end says of where a run counts."""

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.play.models import Game
from games.play.owners import Owner
from games.play.render.score import Line
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


def test_a_line_whose_amounts_differ_says_how_often_and_how_much_in_all(
    player: Owner, drawn, time, monkeypatch
) -> None:
    """« 6 × −420 » would say that each took 420."""
    lines = [Line("Défausse", 6, -420, False, {-100, -20}), Line("Pioche", 1, -46, False, {-46, -47})]
    monkeypatch.setattr("games.play.render.sheet.score_lines", lambda *given: lines)
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    client = Client()
    client.force_login(User.objects.get(pk=player.user_id))
    page = client.get(f"/partie/{game.pk}/").text
    assert '<td>6 fois</td><td class="amount">−420</td>' in page
    assert "<td>1 time</td>" in client.get(f"/en/partie/{game.pk}/").text


@pytest.mark.parametrize("hints", [0, 2])
def test_the_hints_that_were_used_stand_on_the_sheet(player: Owner, drawn, time, hints: int) -> None:
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    Game.objects.filter(pk=game.pk).update(hints=hints)
    client = Client()
    client.force_login(User.objects.get(pk=player.user_id))
    page = client.get(f"/en/partie/{game.pk}/").text
    assert ('<dt>Hints</dt><dd id="hints">2</dd>' in page) == bool(hints)
    assert ("Hints" in page) == bool(hints)
