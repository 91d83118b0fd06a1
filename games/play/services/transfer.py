"""A visitor's games pass to an account: at sign-up as they are, at a later login as practice."""

from uuid import UUID

from django.db import transaction

from games.play.models import Attempt, DealOpening, Game, Status
from games.play.services import ranking


def pass_at_sign_up(*, visitor: UUID, user_id: int) -> int:
    """Give all of a visitor's games to the account just made, as they are; return how many.

    First attempts stay first, lost ones included; what has ended takes its places on the boards by the day it
    ended. The deals that the visitor was shown are from now on deals that the account was shown: all but
    those that it was shown before. Between sign-up and first login one is a visitor again: what is looked at
    then, of a deal that the account has, was looked at by somebody else.
    """
    with transaction.atomic():
        games = _lock(visitor)
        _pass_openings(visitor, user_id)
        taken = _deals_of(user_id)
        for game in games:
            practice = game.attempt == Attempt.FIRST and game.deal in taken
            _pass(game, user_id, Attempt.PRACTICE if practice else game.attempt)
    return len(games)


def pass_at_login(*, visitor: UUID, user_id: int) -> int:
    """Give all of a visitor's games to an account that was there before, as practice; return how many.

    What the visitor was shown stays a visitor's: a run of the account's own on a deal that somebody else
    opened in another window doesn't become the only one by logging in there.
    """
    with transaction.atomic():
        games = _lock(visitor)
        for game in games:
            _pass(game, user_id, Attempt.PRACTICE)
    return len(games)


def _lock(visitor: UUID) -> list[Game]:
    """The visitor's games, without records, locked: an action under way comes before or after."""
    games = Game.objects.light().filter(visitor=visitor).select_for_update()
    return list(games.order_by("created_at", "id"))


def _deals_of(user_id: int) -> set[str]:
    """The deals that an account has a first attempt at: none, for one just made."""
    first = Game.objects.filter(player_id=user_id, attempt=Attempt.FIRST)
    return set(first.values_list("deal", flat=True))


def _pass_openings(visitor: UUID, user_id: int) -> None:
    own = DealOpening.objects.filter(user_id=user_id, looked=False).values("deal")
    new = DealOpening.objects.filter(visitor=visitor).exclude(deal__in=own)
    new.update(visitor=None, user_id=user_id)


def _pass(game: Game, user_id: int, attempt: str) -> None:
    """Change one game's owner. Its version goes up: a table still open in another window is made anew."""
    if game.status == Status.DEALT and _has_untouched(game, user_id):
        game.delete()
        return
    game.visitor, game.player_id, game.attempt = None, user_id, attempt
    game.version += 1
    found = ranking.settle(game) if game.over else None
    names = ("visitor", "player", "attempt", "version", "standing", "on_game_board", "on_deal_board")
    game.save(update_fields=names)
    if found is not None:
        ranking.announce_end(game, found)
    else:
        ranking.announce_start(game)


def _has_untouched(game: Game, user_id: int) -> bool:
    return Game.objects.filter(player_id=user_id, code=game.code, status=Status.DEALT).exists()
