"""A game of a match seen again: both tables, step by step, at the speed at which it was played."""

import json
import re
from uuid import uuid4

import pytest
from django.test import Client

from games.engine.view import visible_duel
from games.matches import services
from games.matches.models import Match, MatchGame
from games.matches.replays import MatchReplay
from games.play.owners import Owner
from games.play.replays import REST_MS
from tests.matches.conftest import Clock, begun, do, duel_of, fresh, play_out, sit

pytestmark = pytest.mark.django_db


def address(match: Match, step: int | str = "", number: int = 1) -> str:
    return f"/match/{match.pk}/revoir/{number}/?pas={step}"


def test_every_step_shows_both_tables_as_each_player_saw_the_own_one(
    one: Owner, two: Owner, time: Clock
) -> None:
    match = begun(one, two, time, options="D3SM")
    seen = [{letter: visible_duel(duel_of(match), letter).seats[letter] for letter in "ab"}]
    for number, token in ((1, "s-w"), (2, "s-w"), (2, "s-w"), (1, "s-w"), (2, "pass")):
        do(match, number, token)
        seen.append({letter: visible_duel(duel_of(match), letter).seats[letter] for letter in "ab"})
    do(match, 1, "resign")
    replay = MatchReplay(MatchGame.objects.get())
    assert replay.last == 6
    for step, tables in enumerate(seen):
        assert replay.view(step).seats == tables, step
    assert replay.view(99) == replay.view(6) and replay.view(-3) == replay.view(0)


def test_owners_of_the_foundations_grow_with_the_steps(one: Owner, two: Owner, time: Clock) -> None:
    play_out(begun(one, two, time), time)
    game = MatchGame.objects.get()
    replay = MatchReplay(game)
    for step in (0, replay.last // 3, replay.last):
        view, owners = replay.view(step), replay.owners(step)
        assert [len(slot) for slot in owners] == list(view.foundations)
        for letter in "ab":
            assert "".join(owners).count(letter) == view.seats[letter].contributed
    assert ",".join(replay.owners(replay.last)) == game.owners


def test_the_pace_of_play_is_kept_but_for_long_rests(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    for number, seconds in ((1, 1.5), (2, 0.25), (1, 300), (2, 2)):
        for passed in range(int(seconds) // 10):
            time.tick(seconds=10)
            sit(match)
            assert passed < 30
        time.tick(seconds=seconds % 10)
        do(match, number, "s-w")
    do(match, 1, "resign")
    waits = MatchReplay(MatchGame.objects.get()).waits
    assert waits[1:5] == [250, REST_MS, 2000, 0]
    page = Client().get(address(match)).content.decode()
    data = re.search(r'<script id="replay-data"[^>]*>(.*?)</script>', page)
    assert data is not None and json.loads(data[1]) == {"last": 5, "waits": waits}
    assert '<option value="played">' in page


def test_a_step_sends_the_script_only_what_differs(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    first = fresh(match).first
    do(match, first, "s-w")
    do(match, 3 - first, "resign")
    answer = Client().get(address(match, 1) + "&de=0", headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert set(re.findall(r'id="((?:their-)?pile-\w+)"', html)) in (
        {"pile-s", "pile-w"},
        {"their-pile-s", "their-pile-w"},
    )
    assert "étape 1 sur 2" in html and "HX-Request" in answer["Vary"]
    assert "étape 0 sur 2" in Client().get(address(match, "rien")).content.decode()


def test_nothing_is_replayed_before_the_match_is_over(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, games=3)
    play_out(match, time)
    assert fresh(match).ended_at is None and MatchGame.objects.count() == 1
    assert Client().get(address(match)).status_code == 404
    services.void(match_id=match.pk, why="test")
    assert Client().get(address(match)).status_code == 200
    assert Client().get(address(match, number=7)).status_code == 404
    assert Client().get(f"/match/{uuid4()}/revoir/1/").status_code == 404
