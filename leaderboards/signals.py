"""What happens to a player: privacy takes off the boards or brings back, as does being a program; an export
holds the results."""

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import export_requested
from leaderboards import services
from leaderboards.models import Entry, Result

EXPORTED = ["run_id", "board_key", "ranked_score", "seconds", "moves", "pure", "won"]
EXPORTED += ["started_at", "ended_at", "global_ok", "deal_first", "practice", "voided", "voided_reason"]


@receiver(post_save, sender=User, dispatch_uid="leaderboards.privacy")
def follow_privacy(instance: User, created: bool, update_fields: Any = None, **_: Any) -> None:
    """Bring the boards in line with the player's privacy, and with whether it is a program, whenever they may
    have been written."""
    if created or (update_fields is not None and not {"private", "machine_since"} & set(update_fields)):
        return
    on_boards = Entry.objects.filter(player_id=instance.pk).exists()
    if instance.off_boards and on_boards:
        services.hide(instance.pk)
    elif not instance.off_boards and not on_boards and Result.objects.filter(player_id=instance.pk).exists():
        services.show(instance.pk)


@receiver(export_requested, dispatch_uid="leaderboards.export")
def export_results(player: User, **_: Any) -> dict[str, Any]:
    """Return the player's results, oldest first. The deals are with the games, where they are no secret."""
    results = Result.objects.filter(player_id=player.pk).order_by("started_at")
    return {"results": list(results.values(*EXPORTED))}
