"""The client in the documentation plays whole games on a live server, as it stands there."""

import socket
import subprocess
import sys

import pytest
from django.conf import settings

from accounts import tokens
from accounts.token_models import Scope
from games.engine.codes import parse_code
from games.engine.records import replay_text
from games.play.models import Game
from games.play.services.verify import faults_of
from tests.accounts.helpers import player
from tests.api.conftest import make_key
from tests.letters import fix_letters

CLIENT = settings.BASE_DIR / "docs" / "examples" / "play.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(CLIENT), *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        encoding="utf-8",
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", [["klondike", "D1N"], ["RU1-C-IRXBEQX"]])
def test_the_documented_client_plays_a_game_to_its_end(live_server, what: list[str]) -> None:
    camille = player("Camille", "camille@example.org")
    fix_letters("AAAAAAB")
    try:
        done = run(live_server.url, make_key(camille), *what)
    finally:
        fix_letters()
    assert done.returncode == 0, done.stderr
    game = Game.objects.get()
    assert game.over and game.by_token and game.player == camille and game.moves > 2
    assert game.standing == "token" and faults_of(game) == []
    first, standing, *record = done.stdout.splitlines()
    assert first == f"{game.code}: {game.status}, score {game.score}, {game.moves} moves"
    assert "nulle part" in standing
    replayed = replay_text("\n".join(record), settings.DEAL_KEY)
    assert replayed["code"] == parse_code(game.code).text and replayed["score"] == game.score


@pytest.mark.django_db(transaction=True)
def test_the_documented_client_says_why_it_is_refused(live_server) -> None:
    done = run(live_server.url, "rsst_" + "A" * 43)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("The site refuses. invalid_token: ")


@pytest.mark.django_db(transaction=True)
def test_the_documented_client_says_that_its_key_only_reads(live_server) -> None:
    _, key = tokens.make(player("Camille", "camille@example.org"), name="Lecture", scope=Scope.READ)
    done = run(live_server.url, key)
    assert done.returncode == 1 and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("The site refuses. insufficient_scope: ") and "«\u00a0Lire et jouer\u00a0»" in line


def test_the_documented_client_says_what_it_needs_and_that_nobody_answers() -> None:
    done = run()
    assert done.returncode == 1 and "play.py https://reussite.example rsst_" in done.stderr
    with socket.socket() as held:  # a port that answers nobody: bound, not listening
        held.bind(("127.0.0.1", 0))
        done = run(f"http://127.0.0.1:{held.getsockname()[1]}", "rsst_" + "A" * 43)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("The site does not answer: ")
