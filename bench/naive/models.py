"""One row a game, with a text as long as a stored position."""

from django.db import models


class Row(models.Model):
    """What the naive view reads and saves."""

    text = models.TextField()
    version = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "naive"

    def __str__(self) -> str:
        return str(self.pk)
