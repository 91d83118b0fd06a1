"""The row that the bare pair writes."""

from django.db import models


class Note(models.Model):
    """One row per pair."""

    number = models.PositiveIntegerField(default=0)
    text = models.TextField(default="")

    def __str__(self) -> str:
        return str(self.pk)
