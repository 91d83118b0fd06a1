"""Pages of words, worked examples and announcements: what editors write, in French and in English."""

from typing import Any

from django.core.cache import cache
from django.db import models
from django.utils import timezone
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.content.markdown import render

ANNOUNCED = "content:announcements"


def in_language(instance: models.Model, field: str) -> str:
    """Return ``field`` in the language of the page, in English where that is a third one; in the other of the
    two where it is empty.
    """
    first, second = ("fr", "en") if (get_language() or "fr").startswith("fr") else ("en", "fr")
    return getattr(instance, f"{field}_{first}") or getattr(instance, f"{field}_{second}")


class Page(models.Model):
    """A page of words. ``html_*`` are caches of ``body_*``, made by ``save``."""

    class Kind(models.TextChoices):
        RULES = "rules", _("rules")
        ADVICE = "advice", _("advice")
        QUESTIONS = "questions", _("questions and answers")
        SITE = "site", _("page of the site")

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    game = models.CharField(
        pgettext_lazy("kind of game", "game"),
        max_length=12,
        blank=True,
        help_text=_("Key of the game (klondike, double…); empty for the whole site."),
    )
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    published = models.BooleanField(_("published"), default=True)
    title_fr = models.CharField(_("title in French"), max_length=120)
    title_en = models.CharField(_("title in English"), max_length=120)
    summary_fr = models.CharField(_("summary in French"), max_length=240, blank=True)
    summary_en = models.CharField(_("summary in English"), max_length=240, blank=True)
    body_fr = models.TextField(_("text in French"), help_text=_("Markdown."))
    body_en = models.TextField(_("text in English"), help_text=_("Markdown."))
    html_fr = models.TextField(editable=False, blank=True)
    html_en = models.TextField(editable=False, blank=True)
    seeded = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text=_("Digest of the text as seed_content last wrote it."),
    )
    updated_at = models.DateTimeField(_("changed"), auto_now=True)
    history = HistoricalRecords(excluded_fields=["html_fr", "html_en"], verbose_name=_("older text"))

    class Meta:
        verbose_name = _("page")
        verbose_name_plural = _("pages")
        ordering = ("game", "order", "slug")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"], condition=~models.Q(kind="site"), name="one_page_per_game_and_kind"
            )
        ]

    def __str__(self) -> str:
        return self.title

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the page with its HTML made afresh from the Markdown."""
        self.html_fr, self.html_en = render(self.body_fr), render(self.body_en)
        super().save(*args, **kwargs)

    @property
    def title(self) -> str:
        return in_language(self, "title")

    @property
    def summary(self) -> str:
        return in_language(self, "summary")

    @property
    def html(self) -> str:
        return in_language(self, "html")


class Example(models.Model):
    """A worked example: a deal as cards, the actions played on it, and the one refused at the end.

    Cards, not a code: under another ``DEAL_KEY`` a code deals other cards.
    """

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    game = models.CharField(pgettext_lazy("kind of game", "game"), max_length=12)
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    published = models.BooleanField(_("published"), default=True)
    title_fr = models.CharField(_("title in French"), max_length=120)
    title_en = models.CharField(_("title in English"), max_length=120)
    text_fr = models.TextField(_("text in French"), help_text=_("Markdown."))
    text_en = models.TextField(_("text in English"), help_text=_("Markdown."))
    notes_fr = models.TextField(
        _("comments in French"), blank=True, help_text=_("One line a step; an empty line is none.")
    )
    notes_en = models.TextField(
        _("comments in English"), blank=True, help_text=_("One line a step; an empty line is none.")
    )
    options = models.CharField(_("options"), max_length=8)
    cards = models.TextField(
        _("cards"), help_text=_("The deck in the order of the deal; for two players one deck a line.")
    )
    tokens = models.TextField(
        _("actions"), blank=True, help_text=_("Tokens of the notation, parted by spaces.")
    )
    refused = models.CharField(
        _("refused action"), max_length=20, blank=True, help_text=_("Tried after the actions.")
    )
    reason = models.CharField(_("reason of the refusal"), max_length=30, blank=True)
    seeded = models.CharField(max_length=64, blank=True, editable=False)
    history = HistoricalRecords(verbose_name=_("older example"))

    class Meta:
        verbose_name = _("example")
        verbose_name_plural = _("examples")
        ordering = ("game", "order", "slug")

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        return in_language(self, "title")

    @property
    def html(self) -> str:
        return render(in_language(self, "text"))

    @property
    def notes(self) -> list[str]:
        return in_language(self, "notes").splitlines()


class Announcement(models.Model):
    """A few words shown on top of every page, between two moments."""

    text_fr = models.TextField(_("text in French"), help_text=_("Markdown."))
    text_en = models.TextField(_("text in English"), help_text=_("Markdown."))
    begins_at = models.DateTimeField(_("shown from"), default=timezone.now)
    ends_at = models.DateTimeField(_("shown until"), null=True, blank=True)
    published = models.BooleanField(_("published"), default=True)
    history = HistoricalRecords(verbose_name=_("older announcement"))

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ("-begins_at",)
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__isnull=True) | models.Q(ends_at__gt=models.F("begins_at")),
                name="announcement_ends_after_it_begins",
                violation_error_message=_("The end must come after the beginning."),
            )
        ]

    def __str__(self) -> str:
        return in_language(self, "text")[:80]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the announcement and show it at once."""
        super().save(*args, **kwargs)
        cache.delete(ANNOUNCED)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete the announcement and hide it at once."""
        deleted = super().delete(*args, **kwargs)
        cache.delete(ANNOUNCED)
        return deleted

    @property
    def html(self) -> str:
        return render(in_language(self, "text"))
