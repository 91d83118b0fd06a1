"""What the staff do with a result: void it and give it back. The boards follow in the same transaction."""

from uuid import UUID

from django.db import transaction

from games.play.models import Game
from games.play.owners import NotFound
from games.play.services import ranking


def void(*, game_id: UUID, why: str) -> Game:
    """Take a game's result off every board. Done twice, it is done once.

    :raises NotFound: if there is no such game.
    """
    with transaction.atomic():
        game = _locked(game_id)
        game.voided, game.standing = True, ranking.Standing.VOID
        game.on_game_board = game.on_deal_board = False
        _save(game)
        ranking.announce_void(game, why)
    return game


def restore(*, game_id: UUID) -> Game:
    """Give a voided result back to the boards it counts on.

    :raises NotFound: if there is no such game.
    """
    with transaction.atomic():
        game = _locked(game_id)
        if not game.voided:
            return game
        game.voided, game.standing = False, ""
        if game.over:
            ranking.settle(game)
        _save(game)
        ranking.announce_restored(game)
    return game


def _locked(game_id: UUID) -> Game:
    game = Game.objects.light().select_for_update().filter(pk=game_id).first()
    if game is None:
        raise NotFound(game_id)
    return game


def _save(game: Game) -> None:
    """Store where a game counts. Its version goes up: an action under way may end the game, and would store
    where it counted before over this.
    """
    game.version += 1
    game.save(update_fields=("version", "voided", "standing", "on_game_board", "on_deal_board"))


def settle(*, game_id: UUID) -> Game:
    """Take a game's flag away: the staff have looked at it and found nothing wrong.

    :raises NotFound: if there is no such game.
    """
    with transaction.atomic():
        game = _locked(game_id)
        game.flags = ""
        game.save(update_fields=("flags",))
        ranking.announce_settled(game)
    return game
