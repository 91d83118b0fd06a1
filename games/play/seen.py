"""Which game that was played may be looked at, and by whom: its replay and its record."""

from uuid import UUID

from games.play import deals
from games.play.models import Game
from games.play.owners import NotFound, Owner


def seen_game(game_id: UUID, owner: Owner) -> Game:
    """Return an ended game that this person may see, its player and its record with it.

    Everybody may see how a deal was played once it is no secret to them. A game under way has no replay, not
    even for its player: it would show the table during a pause.

    :raises NotFound: if there is no such game, or not for this person, or not yet.
    """
    game = Game.objects.select_related("player").filter(pk=game_id).first()
    if game is None or not game.over or game.started_at is None:
        raise NotFound(game_id)
    if not owner.owns(game) and game.player_id is None:  # a visitor's games are nobody else's business
        raise NotFound(game_id)
    if deals.withheld(game.deal, owner):
        raise NotFound(game_id)
    return game
