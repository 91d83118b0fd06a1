"""Which game that was played may be looked at, and by whom: its replay and its record."""

from uuid import UUID

from games.play import deals
from games.play.models import Game
from games.play.owners import NotFound, Owner
from games.play.selectors import code_shown


def seen_game(game_id: UUID, owner: Owner) -> Game:
    """Return an ended game that this person may see, its player and its record with it.

    Everybody may see how a deal was played once it is no secret to them. A game under way has no replay, not
    even for its player: it would show the table during a pause.

    :raises NotFound: if there is no such game, or not for this person, or not yet.
    """
    return _ended(_found(game_id), owner)


def has_replay(game: Game, owner: Owner) -> bool:
    """Whether `seen_game` gives this game of the owner's own: pages show no way to what is not there."""
    return game.over and game.started_at is not None and bool(code_shown(game, owner))


def seen_record(game_id: UUID, owner: Owner) -> Game:
    """Return a game whose record this person may read: an ended one, as it may be looked at, or his own that
    is under way, unless it is paused or its code is kept from him. A record names no card.

    :raises NotFound: if there is no such game, or not for this person, or not yet.
    """
    game = _found(game_id)
    going = not game.over and game.started_at is not None and not game.paused
    if going and owner.owns(game) and code_shown(game, owner):
        return game
    return _ended(game, owner)


def _found(game_id: UUID) -> Game:
    game = Game.objects.select_related("player").filter(pk=game_id).first()
    if game is None:
        raise NotFound(game_id)
    return game


def _ended(game: Game, owner: Owner) -> Game:
    if not game.over or game.started_at is None:
        raise NotFound(game.pk)
    if not owner.owns(game) and game.player_id is None:  # a visitor's games are nobody else's business
        raise NotFound(game.pk)
    if deals.withheld(game.deal, owner):
        raise NotFound(game.pk)
    return game
