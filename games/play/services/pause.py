"""Pausing and resuming: the clock stands still, and the table is withheld meanwhile."""

from uuid import UUID

from games.play import clock, rows
from games.play.models import Game, Status
from games.play.owners import Owner
from games.play.services import ranking, refusals
from games.play.services.end import end_due, insist


def pause(*, game_id: UUID, owner: Owner) -> Game:
    """Stop the clock of a game under way. One that is untouched, paused or over stays as it is.

    :raises NotFound: if the owner has no such game.
    :raises TableRefusal: to a program, on a game that was begun by hand.
    """
    return _switch(game_id, owner, paused=True)


def resume(*, game_id: UUID, owner: Owner) -> Game:
    """Start the clock of a paused game again; any other stays as it is.

    :raises NotFound: if the owner has no such game.
    :raises TableRefusal: as `pause`.
    """
    return _switch(game_id, owner, paused=False)


def _switch(game_id: UUID, owner: Owner, *, paused: bool) -> Game:
    """Pause or resume. The version goes up: an action under way meanwhile is then made on an old one."""

    def change(game: Game) -> None:
        end_due(game)
        refusals.refuse_program(game, owner)
        if game.status != Status.PLAYING or game.paused is paused:
            return
        at = clock.now()
        game.elapsed_ms = clock.elapsed_ms(game, at)
        game.paused, game.running_since = paused, None if paused else at
        rows.store(game, ("elapsed_ms", "paused", "running_since"))
        if paused:
            ranking.announce_progress(game)

    return insist(game_id, owner, change)
