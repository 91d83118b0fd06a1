"""Reading a stored game for somebody who may not see all of it."""

from games.play import clock, deals
from games.play.models import Game
from games.play.owners import Owner


def code_shown(game: Game, owner: Owner) -> str:
    """Return the game's code, or "" while it is secret to this person (a query for secret deals only)."""
    if game.secret_until is None or game.secret_until <= clock.now():
        return game.code
    return "" if deals.withheld(game.deal, owner) else game.code
