"""Which game that was played may be looked at, and by whom: its replay and its record."""

from uuid import UUID

from django.http import Http404

from games.play import deals
from games.play.models import Game
from games.play.owners import Owner


def seen_game(game_id: UUID, owner: Owner, *, with_record: bool) -> Game:
    """Return an ended game that this person may see, its player with it; with its record if asked.

    Everybody may see how a deal was played once it is no secret to them. A game under way has no replay, not
    even for its player: it would show the table during a pause.

    :raises Http404: if there is no such game, or not for this person, or not yet.
    """
    games = Game.objects.select_related("player")
    game = (games if with_record else games.light()).filter(pk=game_id).first()
    if game is None or not game.over or game.started_at is None:
        raise Http404(game_id)
    if not owner.owns(game) and game.player_id is None:  # a visitor's games are nobody else's business
        raise Http404(game_id)
    if deals.withheld(game.deal, owner):
        raise Http404(game_id)
    return game
