"""The parts of the export that games and boards add."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import DealSecret, Game
from tests.accounts.helpers import log_in, player

pytestmark = pytest.mark.django_db


def game(**more: object) -> Game:
    where = {
        "code": "KL1-D1N-AAAAAAB",
        "variant": "KL",
        "options": "D1N",
        "letters": "AAAAAAB",
        "deal": "KL1-AAAAAAB",
    }
    return Game.objects.create(**{**where, "origin": "random", "actions": "s-w s-w", **more})


def exported(client: Client) -> dict:
    return json.loads(client.get("/compte/donnees/").content)


def test_the_export_holds_ones_games_with_their_records_and_nobody_elses(client: Client) -> None:
    elodie, paul = player(), player("Paul", "paul@example.org")
    game(player=elodie, status="given_up", ended_at=timezone.now())
    game(player=paul)
    log_in(client, "élodie")
    data = exported(client)
    assert [g["record"] for g in data["games"]] == ["KL1-D1N-AAAAAAB\ns-w s-w\n"]
    assert data["results"] == []


def test_the_code_of_a_challenge_under_way_is_in_no_export(client: Client) -> None:
    until = timezone.now() + timedelta(hours=5)
    DealSecret.objects.create(deal="KL1-AAAAAAB", secret_until=until)
    game(player=player(), origin="daily", secret_until=until)
    log_in(client, "élodie")
    assert "AAAAAAB" not in client.get("/compte/donnees/").content.decode()
