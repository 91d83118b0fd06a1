"""Ratings of players in matches, what each match changed, and the matches won in a month.

As elsewhere in this app a player's number is kept without a database constraint, and a match is known by its
UUID only.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Tempo(models.TextChoices):
    """The two ways to play a match, each with ratings of its own."""

    SIMULTANEOUS = "S", pgettext_lazy("tempo", "Simultaneous")
    ALTERNATE = "A", pgettext_lazy("tempo", "Alternate")


def _player() -> models.ForeignKey:
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )


class Rating(models.Model):
    """How strong a player is held to be at one tempo: openskill's mean and uncertainty.

    `points` is what is shown and ranked by; `provisional` until the uncertainty is small enough.
    """

    player = _player()
    tempo = models.CharField(_("tempo"), max_length=1, choices=Tempo)
    mu = models.FloatField(_("mean"))
    sigma = models.FloatField(_("uncertainty"))
    points = models.IntegerField(_("points"), default=0)
    provisional = models.BooleanField(_("provisional"), default=True)
    won = models.PositiveIntegerField(pgettext_lazy("matches", "won"), default=0)
    drawn = models.PositiveIntegerField(pgettext_lazy("matches", "drawn"), default=0)
    lost = models.PositiveIntegerField(pgettext_lazy("matches", "lost"), default=0)
    updated_at = models.DateTimeField(_("updated at"), default=timezone.now)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["player", "tempo"], name="rating_once")]
        indexes = [
            models.Index(
                fields=["tempo", "-points", "player"],
                condition=models.Q(provisional=False),
                name="rating_board",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.tempo} {self.points}"

    @property
    def matches(self) -> int:
        """How many rated matches it comes from."""
        return self.won + self.drawn + self.lost


class RatingChange(models.Model):
    """What a match changed for one player. `score` is 1, 0.5 or 0; a void match's change is taken back."""

    match_id = models.UUIDField(_("match"))
    player = _player()
    opponent_id = models.BigIntegerField(_("opponent"))
    tempo = models.CharField(_("tempo"), max_length=1, choices=Tempo)
    score = models.FloatField(_("score"))
    mu_change = models.FloatField(_("change of the mean"))
    sigma_ratio = models.FloatField(_("ratio of uncertainties"))
    points_before = models.IntegerField(_("points before"))
    points_after = models.IntegerField(_("points after"))
    at = models.DateTimeField(_("at"), default=timezone.now)
    voided = models.BooleanField(_("void"), default=False)

    class Meta:
        verbose_name = _("change of rating")
        verbose_name_plural = _("changes of rating")
        constraints = [models.UniqueConstraint(fields=["match_id", "player"], name="ratingchange_once")]
        indexes = [
            models.Index(fields=["player", "tempo", "-at"], name="ratingchange_player"),
            models.Index(fields=["player", "opponent_id", "-at"], name="ratingchange_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.player_id}"


class MonthWins(models.Model):
    """How many rated matches a player won in a month (Europe/Paris), by tempo."""

    player = _player()
    tempo = models.CharField(_("tempo"), max_length=1, choices=Tempo)
    month = models.DateField(_("month"))
    wins = models.PositiveIntegerField(_("wins"), default=0)

    class Meta:
        verbose_name = _("wins of a month")
        verbose_name_plural = _("wins of months")
        constraints = [
            models.UniqueConstraint(fields=["player", "tempo", "month"], name="monthwins_once"),
        ]
        indexes = [models.Index(fields=["tempo", "month", "-wins", "player"], name="monthwins_board")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.month} {self.wins}"
