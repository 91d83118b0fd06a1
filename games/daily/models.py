"""The challenge of the day: which games it has, and which deals it gave."""

from datetime import date

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.dates import written
from games.engine.codes import DealCode


class ProgrammeEntry(models.Model):
    """A game, with its options, that is part of every day's challenge from now on."""

    variant = models.CharField(pgettext_lazy("kind of game", "game"), max_length=2)
    options = models.CharField(_("options"), max_length=8)
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    active = models.BooleanField(_("active"), default=True)

    class Meta:
        verbose_name = _("game of the programme")
        verbose_name_plural = _("games of the programme")
        ordering = ("order", "pk")
        constraints = [models.UniqueConstraint(fields=["variant", "options"], name="programme_once")]

    def __str__(self) -> str:
        return self.board_key

    @property
    def board_key(self) -> str:
        """The game and its options, for example ``KL-D1N``."""
        return f"{self.variant}-{self.options}"


class DailyDeal(models.Model):
    """One game of one day's challenge. ``DealSecret`` (games.play) holds until when it is a secret."""

    date = models.DateField(_("day"))
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    variant = models.CharField(pgettext_lazy("kind of game", "game"), max_length=2)
    options = models.CharField(_("options"), max_length=8)
    letters = models.CharField(_("letters"), max_length=7)
    deal = models.CharField(_("deal"), max_length=16, unique=True)
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("deal of the day")
        verbose_name_plural = _("deals of the day")
        ordering = ("-date", "order", "pk")
        constraints = [models.UniqueConstraint(fields=["date", "variant", "options"], name="daily_once")]

    def __str__(self) -> str:
        return f"{self.day_words} · {self.board_key}"

    @property
    def board_key(self) -> str:
        """The game and its options, for example ``KL-D1N``."""
        return f"{self.variant}-{self.options}"

    @property
    def code(self) -> DealCode:
        """The deal's code; keep it from players until the deal is no secret to them."""
        return DealCode.make(self.variant, self.options, self.letters)

    @property
    def day_words(self) -> str:
        day: date = self.date
        return written(day)
