"""What goes from the staff's lists with a player who is deleted."""

from collections.abc import Iterable
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.dispatch import receiver
from django.utils.translation import gettext

from accounts.models import User
from accounts.signals import player_deleted
from games.staff.models import NameReport


@receiver(player_deleted, dispatch_uid="games.staff.forget")
def forget_reports(player: User, **kwargs: Any) -> None:
    """Delete the reports of the player's name, which hold it, and the player's part in others' reports."""
    reports = NameReport.objects.filter(player=player)
    _logged(NameReport, reports.values_list("pk", flat=True)).update(object_repr=gettext("deleted player"))
    reports.delete()
    NameReport.objects.filter(reporter=player).update(reporter=None)
    NameReport.objects.filter(settled_by=player).update(settled_by=None)


@receiver(player_deleted, dispatch_uid="games.staff.forget_in_log")
def forget_in_log(player: User, **kwargs: Any) -> None:
    """Keep what the staff did to the player in their log, without the name and the words that it was done
    with."""
    about = _logged(User, [player.pk])
    about.update(object_repr=gettext("deleted player"))
    for entry in about.exclude(change_message="").exclude(change_message__startswith="["):
        entry.change_message = entry.change_message.partition(".")[0] + "."
        entry.save(update_fields=["change_message"])


def _logged(model: type[Model], ids: Iterable[int]) -> QuerySet[LogEntry]:
    """The entries of the staff's log that are about some rows of a model."""
    kind = ContentType.objects.get_for_model(model)
    return LogEntry.objects.filter(content_type=kind, object_id__in=[str(pk) for pk in ids])
