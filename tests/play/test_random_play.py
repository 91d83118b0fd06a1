"""Random play of every game through the services: what is stored is always what the record rebuilds."""

from random import Random

import pytest

from games.engine.variants import SOLO_VARIANTS
from games.play import services
from games.play.models import Game
from games.play.owners import Owner
from games.play.services.verify import faults_of

pytestmark = pytest.mark.django_db
ACTIONS = 120


@pytest.mark.parametrize("automatic", [True, False], ids=["automatic", "by hand"])
@pytest.mark.parametrize("variant", list(SOLO_VARIANTS))
def test_a_game_played_at_random_is_what_its_record_says(
    variant: str, automatic: bool, visitor: Owner
) -> None:
    random = Random(f"{variant} {automatic}")
    options = random.choice(SOLO_VARIANTS[variant].option_choices)
    game = services.begin(owner=visitor, code=f"{variant}1-{options}-RANDOMX")
    play = services.resume_play(game)
    for version in range(ACTIONS):
        tokens = [str(action) for action in play.position.legal_actions()]
        tokens += ["undo"] * bool(play.can_undo) + ["redo"] * bool(play.can_redo)
        outcome = services.act(
            game_id=game.pk, owner=visitor, token=random.choice(tokens), version=version, automatic=automatic
        )
        assert outcome.refusal is None
        assert not outcome.stale
        play = outcome.play
    stored = Game.objects.get(pk=game.pk)
    assert stored.version == ACTIONS
    assert faults_of(stored) == []


def test_what_the_table_can_see_is_the_same_read_anew(visitor: Owner) -> None:
    """The outcome of an action and the page asked for afterwards show one table."""
    from games.engine.view import visible

    game = services.begin(owner=visitor, code="KL1-D3N-RANDOMX")
    for version in range(40):
        play = services.resume_play(services.look(game_id=game.pk, owner=visitor))
        token = str(play.position.legal_actions()[-1])
        outcome = services.act(game_id=game.pk, owner=visitor, token=token, version=version)
        again = services.resume_play(services.look(game_id=game.pk, owner=visitor))
        assert visible(again.position) == outcome.after
        assert (again.can_undo, again.can_redo) == (outcome.play.can_undo, outcome.play.can_redo)
