"""What the staff work with: figures of each day, counts of refusals, names that players reported."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class RefusalCount(models.Model):
    """How often an action was refused for a reason on a day (Europe/Paris)."""

    day = models.DateField(_("day"))
    reason = models.CharField(_("reason"), max_length=30)
    count = models.PositiveIntegerField(_("count"), default=0)

    class Meta:
        verbose_name = _("refusals of a day")
        verbose_name_plural = _("refusals by day")
        constraints = [models.UniqueConstraint(fields=["day", "reason"], name="refusals_once")]

    def __str__(self) -> str:
        return f"{self.day}: {self.reason}"


class DayFigures(models.Model):
    """Sign-ups and games of a day that is over, counted once: the dashboard never counts the whole table."""

    day = models.DateField(_("day"), unique=True)
    sign_ups = models.PositiveIntegerField(_("sign-ups"))
    games = models.PositiveIntegerField(_("games"))
    won = models.PositiveIntegerField(_("games won"))

    class Meta:
        verbose_name = _("figures of a day")
        verbose_name_plural = _("figures by day")

    def __str__(self) -> str:
        return str(self.day)


class NameReport(models.Model):
    """A player's name that somebody finds out of place; open until a member of the staff has settled it."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="name_reports",
        verbose_name=_("player"),
    )
    name = models.CharField(_("name as it was"), max_length=60)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("reported by"),
    )
    text = models.TextField(_("what is wrong"), blank=True, max_length=1000)
    created_at = models.DateTimeField(_("reported"), default=timezone.now)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("settled by"),
    )

    class Meta:
        verbose_name = _("reported name")
        verbose_name_plural = _("reported names")
        ordering = ("-created_at",)
        constraints = [
            models.UniqueConstraint(
                fields=["player", "reporter"],
                condition=models.Q(settled_at__isnull=True, reporter__isnull=False),
                name="one_open_report_a_reporter",
            )
        ]
        indexes = [
            models.Index(
                fields=["-created_at"], condition=models.Q(settled_at__isnull=True), name="report_open"
            )
        ]

    def __str__(self) -> str:
        return self.name
