"""Access keys: what a player's programs prove themselves with. ``accounts.tokens`` is the only writer."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 60


class Scope(models.TextChoices):
    """What a key may do; who may play may read too."""

    READ = "read", _("Read only")
    PLAY = "play", _("Read and play")


class AccessToken(models.Model):
    """An access key of a player. Only the SHA-256 of the key is kept: it is shown once, when it is made.

    ``start`` is what of the key may be shown again, so that the player can tell one from another.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        related_name="access_tokens",
        db_index=False,  # covered by the constraint
    )
    name = models.CharField(_("name of the key"), max_length=NAME_LENGTH)
    scope = models.CharField(_("what it may do"), max_length=4, choices=Scope, default=Scope.READ)
    digest = models.CharField(_("digest"), max_length=64, unique=True, editable=False)
    start = models.CharField(_("begins with"), max_length=12, editable=False)
    created_at = models.DateTimeField(_("made on"), default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("access key")
        verbose_name_plural = _("access keys")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["player", "name"], name="one_key_of_a_name"),
            models.CheckConstraint(condition=models.Q(scope__in=Scope.values), name="key_scope_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"

    @property
    def may_play(self) -> bool:
        return self.scope == Scope.PLAY
