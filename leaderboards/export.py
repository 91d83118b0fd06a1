"""A player's results, for the file that holds all the player's data."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import export_requested
from leaderboards.models import Result

COLUMNS = (
    "run_id",
    "board_key",
    "ranked_score",
    "seconds",
    "moves",
    "pure",
    "won",
    "started_at",
    "ended_at",
    "global_ok",
    "deal_first",
    "practice",
    "voided",
    "voided_reason",
)


@receiver(export_requested, dispatch_uid="leaderboards.export")
def export_results(player: User, **kwargs: Any) -> dict[str, Any]:
    """Return the player's results, oldest first. The deals are with the games, where they are no secret."""
    return {
        "results": list(Result.objects.filter(player_id=player.pk).order_by("started_at").values(*COLUMNS))
    }
