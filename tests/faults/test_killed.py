"""A process that is killed in mid-move: the move is stored whole or not at all, and may be sent again."""

import signal
from typing import Any

import pytest

from games.matches.models import Match
from games.matches.services import act_as, ready
from games.play import clock, services
from games.play.models import Game
from games.play.owners import Owner
from games.play.services import verify
from leaderboards.models import Result
from tests.basics import new_user
from tests.faults.conftest import python
from tests.matches.conftest import fresh, seated

pytestmark = pytest.mark.django_db(transaction=True)
CODE = "KL1-D1N-AAAAAAB"
KILLED = """
import os, signal, django
from uuid import UUID
django.setup()
from django.db import connection
from games.matches.services import act_as
from games.play import services
from games.play.owners import Owner
def die_after_writing(execute, sql, params, many, context):
    found = execute(sql, params, many, context)
    if sql.startswith(('UPDATE "games_game"', 'UPDATE "games_match"')):
        os.kill(os.getpid(), signal.SIGKILL)
    return found
with connection.execute_wrapper(die_after_writing):
    """
"""Killed with the row written, but before what belongs to it is, and before that is committed together."""


def die_in(call: str) -> None:
    """Have a process of its own call something of the site, and die in the middle."""
    with python("-c", KILLED + call) as process:
        _, said = process.communicate(timeout=120)
    assert process.returncode == -signal.SIGKILL, said


@pytest.fixture
def owner() -> Owner:
    return Owner(user_id=new_user("camille").pk)


def kept(game: Game) -> dict[str, Any]:
    """All that the database knows of a game, its place on the boards included."""
    results = list(Result.objects.filter(run_id=game.pk).values())
    return {"results": results, **Game.objects.filter(pk=game.pk).values().get()}


def whose(owner: Owner) -> str:
    return f"owner=Owner(user_id={owner.user_id!r})"


def test_the_first_action_is_stored_with_its_place_or_not_at_all(owner: Owner) -> None:
    game = services.begin(owner=owner, code=CODE)
    before = kept(game)
    die_in(f"services.act(game_id=UUID('{game.pk}'), {whose(owner)}, token='s-w', version=0)")
    assert kept(game) == before
    outcome = services.act(game_id=game.pk, owner=owner, token="s-w", version=0)
    assert not outcome.stale and outcome.tokens == ["s-w"]
    assert len(kept(game)["results"]) == 1


def test_an_action_whose_answer_was_never_sent_is_done_once(owner: Owner) -> None:
    game = services.begin(owner=owner, code=CODE)
    services.act(game_id=game.pk, owner=owner, token="s-w", version=0)
    die_in(f"services.act(game_id=UUID('{game.pk}'), {whose(owner)}, token='s-w', version=1)")
    again = services.act(game_id=game.pk, owner=owner, token="s-w", version=1)
    assert again.stale and again.game.version == 2
    assert kept(game)["actions"].split() == ["s-w", "s-w"]
    assert verify.faults_of(Game.objects.get(pk=game.pk)) == []


def test_a_game_ends_together_with_its_result(owner: Owner) -> None:
    game = services.begin(owner=owner, code=CODE)
    services.act(game_id=game.pk, owner=owner, token="s-w", version=0)
    before = kept(game)
    die_in(f"services.give_up(game_id=UUID('{game.pk}'), {whose(owner)}, version=1)")
    assert kept(game) == before
    services.give_up(game_id=game.pk, owner=owner, version=1)
    (result,) = Result.objects.filter(run_id=game.pk)
    assert kept(game)["ended_at"] == result.ended_at


def test_a_move_of_a_match_acts_once_by_its_id(owner: Owner) -> None:
    other = Owner(user_id=new_user("noor").pk)
    match = seated(owner, other)
    for one in (owner, other):
        ready(match_id=match.pk, owner=one)
    Match.objects.filter(pk=match.pk).update(starts_at=clock.now())
    die_in(f"act_as(match_id=UUID('{match.pk}'), number=1, token='s-w', action_id='one')")
    act_as(match_id=match.pk, number=1, token="s-w", action_id="one")
    act_as(match_id=match.pk, number=1, token="s-w", action_id="one")
    stored = fresh(match)
    assert stored.actions.split() == [f"{stored.letter(1)}/s-w"]
