"""A player who becomes private leaves the boards; one who no longer is comes back."""

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import User
from leaderboards import services
from leaderboards.models import Entry, Result


@receiver(post_save, sender=User, dispatch_uid="leaderboards.privacy")
def follow_privacy(instance: User, created: bool, update_fields: Any = None, **_: Any) -> None:
    """Bring the boards in line with the player's privacy whenever it may have been written."""
    if created or (update_fields is not None and "private" not in update_fields):
        return
    on_boards = Entry.objects.filter(player_id=instance.pk).exists()
    if instance.private and on_boards:
        services.hide(instance.pk)
    elif not instance.private and not on_boards and Result.objects.filter(player_id=instance.pk).exists():
        services.show(instance.pk)
