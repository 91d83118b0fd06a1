"""The client in the documentation plays a match against the computer on a live server, as it stands there."""

import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings

from games.engine.records import replay_text
from games.matches.bot import policy
from games.matches.models import Match, MatchGame, State
from games.matches.services import begin
from games.play import deals
from tests.accounts.helpers import player
from tests.api.conftest import make_key

CARDS_GO_UP = "AAAAAAB"
"""The letters of a deal in which somebody surely plays a card: where nobody does, the match is void."""
CLIENT = settings.BASE_DIR / "docs" / "examples" / "match.py"


@pytest.mark.django_db(transaction=True)
def test_the_documented_client_plays_a_match_to_its_end(live_server, monkeypatch) -> None:
    monkeypatch.setattr(begin, "COUNTDOWN", timedelta(0))
    monkeypatch.setattr(begin, "BOT_THINKS", timedelta(0))
    monkeypatch.setattr(deals, "random_letters", lambda variant: CARDS_GO_UP)
    monkeypatch.setattr(policy, "delay", lambda level, rng: 0.0)
    key = make_key(player("Camille", "camille@example.org"))
    done = subprocess.run(
        [sys.executable, str(CLIENT), live_server.url, key, "3", "D3S1", "0"],
        capture_output=True,
        text=True,
        timeout=120,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    match, game = Match.objects.get(), MatchGame.objects.get()
    assert match.state == State.OVER and match.by_token
    assert {token[0] for token in game.actions.split()} == {"a", "b"}
    lines = done.stdout.splitlines()
    assert lines[0].startswith("a match against the computer, level 3, D3S1: http")
    assert any(line.startswith("1. ") for line in lines[1:]), "its moves are not said"
    said = next(line for line in lines if "cards." in line)
    assert f"{game.contributed_1} to {game.contributed_2} cards" in said and "aucune cote" in said
    record = lines[lines.index(said) + 1 :]
    assert record[0] == game.code
    replayed = replay_text("\n".join(record), settings.DEAL_KEY)
    assert set(replayed["contributed"].values()) == {game.contributed_1, game.contributed_2}
    assert replayed["over"]
