"""Every game of a match replays to what is stored of it, whose cards lie where included."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.matches.models import Match, MatchGame
from games.matches.services import verify
from tests.matches.conftest import begun, do, fresh, play_out, seat_playing

pytestmark = pytest.mark.django_db


def test_a_game_that_has_ended_and_one_under_way_replay(one, two, time) -> None:
    play_out(begun(one, two, time), time)
    under_way = begun(one, two, time, options="D1A")
    do(under_way, seat_playing(under_way, "a"), "s-w")
    out = StringIO()
    call_command("verify_games", stdout=out)
    assert "2 games checked, 0 wrong" in out.getvalue()


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"contributed_1": 52}, "cards 52 and"),
        ({"over": "cleared"}, "ended as cleared"),
        ({"actions": "a/s-w"}, "1 actions, but"),
        ({"owners": ",,,,,,,"}, "other players'"),
        ({"snapshot": ""}, "another position"),
        ({"actions": "a/f1-t1", "times": "0"}, "the record stops"),
    ],
)
def test_a_game_that_differs_is_named(one, two, time, drawn, fields: dict, fault: str) -> None:
    drawn("AAAAAAB")  # a game that nobody clears
    play_out(begun(one, two, time), time)
    game = MatchGame.objects.get()
    assert verify.faults_of(game) == []
    MatchGame.objects.update(**fields)
    out = StringIO()
    with pytest.raises(CommandError, match="1 games differ"):
        call_command("verify_games", stdout=out)
    assert f"match game {game.pk} {game.code}" in out.getvalue()
    assert fault in out.getvalue()


def test_a_match_under_way_that_differs_is_named(one, two, time) -> None:
    match = begun(one, two, time)
    do(match, 1, "s-w")
    assert verify.faults_of(fresh(match)) == []
    Match.objects.update(actions=" b/s-w" if match.first == 1 else " a/s-w")
    assert verify.faults_of(fresh(match)) == ["the snapshot is of another position"]
