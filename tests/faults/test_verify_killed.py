"""`manage.py verify_games`, killed in the middle, goes on where it was; what was found wrong stays found."""

import json
import signal
from uuid import UUID, uuid4

import pytest

from games.management.commands import verify_games
from games.play import services
from games.play.models import Game
from games.play.owners import Owner
from tests.faults.conftest import command, python

GAMES, KILLED_AFTER = 40, 12
KILLED = f"""
import os, signal, django
django.setup()
from django.core.management import call_command
from games.management.commands import verify_games
note = verify_games.Run.note
def noted(run, share, found):
    note(run, share, found)
    if len(run.done) == {KILLED_AFTER}:
        os.kill(os.getpid(), signal.SIGKILL)
verify_games.Run.note = noted
call_command("verify_games", share=1)
"""


def store_games() -> None:
    """Games of which the one with the first id is wrong."""
    game = services.begin(owner=Owner(visitor=uuid4()), code="KL1-D1N-AAAAAAB")
    copies = []
    for _ in range(1, GAMES):
        copy = Game.objects.get(pk=game.pk)
        copy.pk, copy.visitor = uuid4(), uuid4()
        copies.append(copy)
    copies[0].pk, copies[0].score = UUID(int=1), 5
    Game.objects.bulk_create(copies)


@pytest.mark.usefixtures("var_dir")
def test_a_check_that_is_killed_goes_on() -> None:
    store_games()
    with python("-c", KILLED) as process:
        shown, _ = process.communicate(timeout=120)
    assert process.returncode == -signal.SIGKILL
    assert "score 5, replayed 0" in shown
    noted = json.loads(verify_games._file().read_text())
    assert (len(noted["done"]), noted["wrong"]) == (KILLED_AFTER, 1)
    with command("verify_games", "--resume", "--workers", "2") as process:
        shown, said = process.communicate(timeout=120)
    assert process.returncode == 1, said
    assert f"{GAMES} games checked, 1 wrong" in shown
    assert "replayed" not in shown  # it was told before the kill
    assert not verify_games._file().exists()
