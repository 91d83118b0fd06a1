"""A hint: one useful action shown, and the game counts it: a run with hints is no pure one."""

from dataclasses import dataclass
from uuid import UUID

from games.engine.actions import Action
from games.engine.hints import hint as useful_action
from games.engine.hints import knowledge
from games.engine.play import Play
from games.engine.refusals import Refusal
from games.play import rows
from games.play.models import Game
from games.play.owners import Owner, game_of
from games.play.rows import Outrun
from games.play.services.act import may_act, resume_play


@dataclass(frozen=True, slots=True)
class Hinted:
    """What asking for a hint came to.

    action: the one that is of use, `None` if there is none. Refused or stale: nothing was said or counted.
    """

    game: Game
    play: Play
    action: Action | None = None
    refusal: Refusal | None = None
    stale: bool = False


def hint(*, game_id: UUID, owner: Owner, version: int) -> Hinted:
    """Say one useful action of the owner's game if it still has `version`, and count the hint.

    That there is no useful action is said, and counted, too. The version goes up, so that a request that is
    made twice counts once.

    :raises NotFound: if the owner has no such game.
    """
    game = game_of(game_id, owner)
    if game.version != version:
        return Hinted(game, resume_play(game), stale=True)
    play = resume_play(game)
    try:
        may_act(game, owner)
        action = useful_action(knowledge(play.position, play.history), play.position.rules)
        game.hints += 1
        game.by_token = game.by_token or owner.token is not None
        rows.store(game, ("hints", "by_token"))
    except Refusal as refusal:
        return Hinted(game, play, refusal=refusal)
    except Outrun:
        game = game_of(game_id, owner)
        return Hinted(game, resume_play(game), stale=True)
    return Hinted(game, play, action)
