"""What time takes away, and whether what is stored is true."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.play import services
from games.play.models import DealOpening, Game
from games.play.services import sweep
from games.play.services.verify import stored_games
from tests.play.conftest import do, shortest_win, win

pytestmark = pytest.mark.django_db
CODE = "KL1-D1N-AAAAAAB"


def test_visitors_unfinished_games_go_after_thirty_days(visitor, time) -> None:
    untouched = services.begin(owner=visitor, code="KL1-D1N-AAAAAAC")
    left = services.begin(owner=visitor, code=CODE)
    do(left, visitor, "s-w")
    time.tick(days=29)
    sweep.give_up_idle()
    assert sweep.delete_visitors_unfinished() == 0
    time.tick(days=2)
    assert sweep.delete_visitors_unfinished() == 2
    assert not Game.objects.filter(pk__in=[untouched.pk, left.pk]).exists()


def test_what_a_visitor_finished_and_what_players_left_stays(visitor, player, time) -> None:
    won = win(visitor, shortest_win("RU1-C"), time)
    given_up = services.begin(owner=visitor, code=CODE)
    do(given_up, visitor, "s-w")
    services.give_up(game_id=given_up.pk, owner=visitor)
    players = services.begin(owner=player, code=CODE)
    do(players, player, "s-w")
    time.tick(days=40)
    sweep.give_up_idle()
    assert sweep.delete_visitors_unfinished() == 0
    assert Game.objects.filter(pk__in=[won.pk, given_up.pk, players.pk]).count() == 3


def test_a_deal_stays_opened_when_its_game_is_gone(visitor, time, drawn) -> None:
    services.begin(owner=visitor, code=CODE)
    time.tick(days=31)
    sweep.delete_visitors_unfinished()
    assert DealOpening.objects.filter(deal="KL1-AAAAAAB").exists()
    drawn("AAAAAAB", "AAAAAAC")
    assert services.begin(owner=visitor, variant="KL", options="D1N").letters == "AAAAAAC"


def test_batches_leave_nobody_out(visitor, player, time, monkeypatch) -> None:
    monkeypatch.setattr(sweep, "BATCH", 3)
    for number in range(8):
        letter = chr(ord("A") + number)
        for owner in (visitor, player):
            do(services.begin(owner=owner, code=f"KL1-D1N-AAAAAA{letter}"), owner, "s-w")
    time.tick(days=31)
    shown: list[int] = []
    assert sweep.give_up_idle(shown.append) == 16
    assert sweep.delete_visitors_unfinished() == 8
    assert shown[-1] == 16
    assert Game.objects.unfinished().count() == 0


def test_the_command_does_it_all_and_may_run_again(visitor, time) -> None:
    do(services.begin(owner=visitor, code=CODE), visitor, "s-w")
    Session.objects.create(session_key="dead", expire_date=timezone.now() - timedelta(days=1))
    Session.objects.create(session_key="alive", expire_date=timezone.now() + timedelta(days=32))
    time.tick(days=31)
    first, second = StringIO(), StringIO()
    call_command("sweep_games", stdout=first)
    call_command("sweep_games", stdout=second)
    assert "games given up: 1" in first.getvalue()
    assert "visitors' games deleted: 1" in first.getvalue()
    assert "games given up: 0" in second.getvalue()
    assert [session.session_key for session in Session.objects.all()] == ["alive"]


# --- verify_games ---


def verify(**options) -> str:
    out = StringIO()
    call_command("verify_games", stdout=out, **options)
    return out.getvalue()


def test_every_stored_game_replays_to_what_is_stored(visitor, player, time) -> None:
    win(player, shortest_win("KL1-D3V"), time)
    game = services.begin(owner=visitor, code=CODE)
    for token in ("t7-t1", "undo", "redo", "s-w", "undo"):
        do(game, visitor, token)
    services.begin(owner=visitor, code="RU1-C-AAAAAAB")
    assert "3 games checked, 0 wrong" in verify()


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"score": 999}, "score 999, replayed 5"),
        ({"ranked_score": 1}, "ranked_score"),
        ({"moves": 9}, "moves"),
        ({"actions": " t7-t1 w-f"}, "the record stops"),
        ({"actions": " t7-t1"}, "1 actions, but 2 times"),
        ({"times": " 5 0"}, "times go back"),
    ],
)
def test_a_game_that_differs_from_its_record_is_named(visitor, time, fields: dict, fault: str) -> None:
    game = services.begin(owner=visitor, code=CODE)
    do(game, visitor, "t7-t1")
    do(game, visitor, "s-w")
    Game.objects.filter(pk=game.pk).update(**fields)
    out = StringIO()
    with pytest.raises(CommandError, match="1 games differ"):
        call_command("verify_games", stdout=out)
    assert f"{game.pk} {CODE}: " in out.getvalue()
    assert fault in out.getvalue()


def test_checking_goes_on_where_it_was_stopped(visitor, monkeypatch) -> None:
    from games.management.commands import verify_games

    monkeypatch.setattr("games.play.services.verify.BATCH", 2)
    for letter in "ABCDEFGH":
        services.begin(owner=visitor, code=f"KL1-D1N-AAAAAA{letter}")
    checked: list = []

    def stop_after_two(share: int, shares: int, bar=None) -> dict:
        if len(checked) == 2:
            raise KeyboardInterrupt
        checked.append(share)
        return real(share, shares, bar)

    real = verify_games.check
    monkeypatch.setattr(verify_games, "check", stop_after_two)
    with pytest.raises(CommandError, match="go on with --resume"):
        verify(share=2)
    monkeypatch.setattr(
        verify_games, "check", lambda share, *rest: checked.append(share) or real(share, *rest)
    )
    assert "8 games checked, 0 wrong" in verify(resume=True)
    assert checked == [0, 1, 2, 3]
    assert "8 games checked, 0 wrong" in verify(resume=True)  # nothing was left over: all of it anew


def test_the_shares_hold_every_game_once(visitor) -> None:
    for letter in "ABCDEFGHIJKL":
        services.begin(owner=visitor, code=f"KL1-D1N-AAAAAA{letter}")
    held = [game.pk for part in range(7) for game in stored_games(part, 7)]
    assert held == list(Game.objects.order_by("pk").values_list("pk", flat=True))
