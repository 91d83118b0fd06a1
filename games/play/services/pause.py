"""Pausing and resuming: the clock stands still, and the table is withheld meanwhile."""

from uuid import UUID

from games.play import clock, rows
from games.play.models import Game, Status
from games.play.owners import Owner, game_of
from games.play.services import ranking
from games.play.services.end import TRIES, end_if_due
from games.play.services.outcome import Stale


def pause(*, game_id: UUID, owner: Owner) -> Game:
    """Stop the clock of a game under way. One that is untouched, paused or over stays as it is.

    :raises NotFound: if the owner has no such game.
    """
    return _switch(game_id, owner, paused=True)


def resume(*, game_id: UUID, owner: Owner) -> Game:
    """Start the clock of a paused game again; any other stays as it is.

    :raises NotFound: if the owner has no such game.
    """
    return _switch(game_id, owner, paused=False)


def _switch(game_id: UUID, owner: Owner, *, paused: bool) -> Game:
    """Pause or resume. The version goes up: an action under way meanwhile is then made on an old one."""
    for _ in range(TRIES):
        game = game_of(game_id, owner)
        if game.status != Status.PLAYING or game.paused is paused:
            return game
        if end_if_due(game):
            return game
        at, version = clock.now(), game.version
        game.elapsed_ms = clock.elapsed_ms(game, at)
        game.paused, game.running_since, game.version = paused, None if paused else at, version + 1
        if rows.store(game, ("elapsed_ms", "paused", "running_since", "version"), version=version):
            if paused:
                ranking.announce_progress(game)
            return game
    raise Stale(game)
