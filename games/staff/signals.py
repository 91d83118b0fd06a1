"""What goes from the staff's lists with a player who is deleted."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import player_deleted
from games.staff.models import NameReport


@receiver(player_deleted, dispatch_uid="games.staff.forget")
def forget_reports(player: User, **kwargs: Any) -> None:
    """Delete the reports of the player's name, which hold it, and the player's part in others' reports."""
    NameReport.objects.filter(player=player).delete()
    NameReport.objects.filter(reporter=player).update(reporter=None)
    NameReport.objects.filter(settled_by=player).update(settled_by=None)
