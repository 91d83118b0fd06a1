"""A player's games as files: one game's record, and the part of the file that holds all the player's data."""

from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext

from accounts.models import User
from accounts.signals import export_requested
from games.engine.records import write_record
from games.play.models import Game
from games.play.owners import Owner
from games.play.selectors import code_shown


def record_text(game: Game) -> str:
    """Return the record of a game as a text that `manage.py replay` reads."""
    code = game.deal_code
    title = gettext("%(game)s on Réussite") % {"game": gettext(code.variant.name)}
    ended = f", {game.ended_at:%Y-%m-%d %H:%M} UTC" if game.ended_at else ""
    return f"# {title}{ended}\n{write_record(code, game.actions.split())}"


@receiver(export_requested, dispatch_uid="games.export")
def export_games(player: User, **kwargs: Any) -> dict[str, Any]:
    """Return the player's games with their records, oldest first."""
    games = Game.objects.filter(player=player).order_by("created_at")
    return {"games": [_exported(game) for game in games.iterator(chunk_size=500)]}


def _exported(game: Game) -> dict[str, Any]:
    # A challenge's code is a secret from its own player too, until the attempt that counts has ended.
    secret = not code_shown(game, Owner(user_id=game.player_id))
    return {
        "id": game.pk,
        "code": None if secret else game.code,
        "origin": game.origin,
        "dealt": game.created_at,
        "first_action": game.started_at,
        "ended": game.ended_at,
        "status": game.status,
        "attempt": game.attempt,
        "score": game.score,
        "ranked_score": game.ranked_score,
        "moves": game.moves,
        "undos": game.undos,
        "hints": game.hints,
        "time_ms": game.elapsed_ms,
        "record": None if secret else write_record(game.deal_code, game.actions.split()),
    }
