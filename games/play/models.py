"""What is stored of one person's games. `games.play.services` is the only writer of these tables.

Nothing that changes with every action is indexed: on PostgreSQL an action then rewrites one row and no index.
"""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.codes import DealCode, parse_code


class Origin(models.TextChoices):
    """How a game's deal was chosen; only what the server drew at random counts on a game's board."""

    RANDOM = "random", _("Drawn at random")
    CODE = "code", _("Typed code")
    LINK = "link", _("Link")
    DAILY = "daily", _("Daily challenge")
    RESTART = "restart", _("Same deal again")


class Status(models.TextChoices):
    """The state of a game. It is played from its first action on."""

    DEALT = "dealt", _("Dealt")
    PLAYING = "playing", _("In progress")
    WON = "won", pgettext_lazy("game", "Won")
    GIVEN_UP = "given_up", pgettext_lazy("game", "Given up")


class EndReason(models.TextChoices):
    """Why a game ended."""

    WON = "won", pgettext_lazy("game", "Won")
    GIVEN_UP = "given_up", pgettext_lazy("game", "Given up")
    RESTARTED = "restarted", _("Restarted")
    EXPIRED = "expired", _("No action for 14 days")
    CLOSED = "closed", _("The day of the challenge was over")


class Attempt(models.TextChoices):
    """Whether a game is its player's first attempt at the deal, decided by the first action."""

    FIRST = "first", _("First attempt")
    PRACTICE = "practice", _("Practice")


class GameQuerySet(models.QuerySet["Game"]):
    """Questions about stored games, named by what they are for."""

    def light(self) -> "GameQuerySet":
        """Leave out the record, which grows with the age of a game."""
        return self.defer("actions", "times")

    def unfinished(self) -> "GameQuerySet":
        return self.filter(ended_at__isnull=True)

    def started(self) -> "GameQuerySet":
        return self.filter(started_at__isnull=False)

    def finished(self) -> "GameQuerySet":
        """Games that were played and are over."""
        return self.filter(ended_at__isnull=False, started_at__isnull=False)


class Game(models.Model):
    """One person's game: a deal, the actions on it, and a snapshot of the position they lead to.

    Times are UTC; durations are milliseconds of play. A deleted player's games keep the row that is left of
    the account.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.UUIDField(_("form key"), null=True, blank=True, editable=False)
    code = models.CharField(_("code"), max_length=24)
    variant = models.CharField(_("game"), max_length=2)
    options = models.CharField(_("options"), max_length=8)
    letters = models.CharField(_("letters"), max_length=7)
    deal = models.CharField(_("deal"), max_length=16)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="games",
        db_index=False,  # covered by the indexes below
    )
    visitor = models.UUIDField(_("visitor"), null=True, blank=True, editable=False)
    origin = models.CharField(_("origin"), max_length=8, choices=Origin)
    daily_id = models.PositiveBigIntegerField(_("daily challenge"), null=True, blank=True)
    daily_counts = models.BooleanField(_("counts for the daily challenge"), default=False)
    secret_until = models.DateTimeField(_("code secret until"), null=True, blank=True)

    created_at = models.DateTimeField(_("dealt at"), default=timezone.now)
    started_at = models.DateTimeField(_("first action at"), null=True, blank=True)
    last_action_at = models.DateTimeField(_("last action at"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.DEALT)
    end_reason = models.CharField(_("end"), max_length=9, choices=EndReason, blank=True, default="")

    version = models.PositiveIntegerField(_("version"), default=0)
    snapshot = models.TextField(_("snapshot"), editable=False)
    score = models.IntegerField(_("score"), default=0)
    ranked_score = models.IntegerField(_("ranked score"), default=0)
    moves = models.PositiveIntegerField(_("moves"), default=0)
    undos = models.PositiveIntegerField(_("undos"), default=0)
    passes = models.PositiveIntegerField(_("passes"), default=1)
    hints = models.PositiveIntegerField(_("hints"), default=0)
    action_count = models.PositiveIntegerField(_("actions"), default=0)

    elapsed_ms = models.PositiveBigIntegerField(_("time played (ms)"), default=0)
    running_since = models.DateTimeField(_("clock running since"), null=True, blank=True)
    paused = models.BooleanField(_("paused"), default=False)

    attempt = models.CharField(_("attempt"), max_length=8, choices=Attempt, blank=True, default="")
    by_token = models.BooleanField(_("an API token acted"), default=False)
    on_game_board = models.BooleanField(_("on the game’s board"), default=False)
    on_deal_board = models.BooleanField(_("on the deal’s board"), default=False)
    standing = models.CharField(_("why it counts or not"), max_length=16, blank=True, default="")
    flags = models.CharField(_("flags"), max_length=60, blank=True, default="")
    voided = models.BooleanField(_("void"), default=False)

    # Last: a database that stores rows in pages then reads the other columns without passing through these.
    actions = models.TextField(_("record"), blank=True, default="", editable=False)
    times = models.TextField(_("times"), blank=True, default="", editable=False)

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.CheckConstraint(condition=Q(status__in=Status.values), name="game_status_known"),
            models.CheckConstraint(condition=Q(origin__in=Origin.values), name="game_origin_known"),
            models.CheckConstraint(condition=Q(attempt__in=["", *Attempt.values]), name="game_attempt_known"),
            models.CheckConstraint(
                condition=Q(end_reason__in=["", *EndReason.values]), name="game_end_known"
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=True) | Q(visitor__isnull=True), name="game_one_owner"
            ),
            models.CheckConstraint(
                condition=Q(status__in=[Status.DEALT, Status.PLAYING], ended_at__isnull=True, end_reason="")
                | Q(
                    status__in=[Status.WON, Status.GIVEN_UP],
                    ended_at__isnull=False,
                    running_since__isnull=True,
                ),
                name="game_ended_or_not",
            ),
            models.CheckConstraint(
                condition=Q(started_at__isnull=True, action_count=0)
                | Q(started_at__isnull=False, attempt__in=Attempt.values),
                name="game_started_or_not",
            ),
            models.CheckConstraint(
                condition=Q(running_since__isnull=True) | Q(paused=False, started_at__isnull=False),
                name="game_clock_runs",
            ),
            models.UniqueConstraint(fields=["key"], condition=Q(key__isnull=False), name="game_one_a_form"),
            models.UniqueConstraint(
                fields=["player", "deal"],
                condition=Q(attempt="first", player__isnull=False),
                name="game_one_first_a_player",
            ),
            models.UniqueConstraint(
                fields=["visitor", "deal"],
                condition=Q(attempt="first", visitor__isnull=False),
                name="game_one_first_a_visitor",
            ),
            models.UniqueConstraint(
                fields=["player", "code"],
                condition=Q(status="dealt", player__isnull=False),
                name="game_one_dealt_a_player",
            ),
            models.UniqueConstraint(
                fields=["visitor", "code"],
                condition=Q(status="dealt", visitor__isnull=False),
                name="game_one_dealt_a_visitor",
            ),
        ]
        indexes = [
            models.Index(F("created_at").desc(), F("id").desc(), name="game_newest"),
            models.Index(fields=["player", "-created_at"], name="game_player"),
            models.Index(fields=["variant", "-created_at"], name="game_variant"),
            models.Index(
                fields=["player"], condition=Q(ended_at__isnull=True), name="game_player_unfinished"
            ),
            models.Index(
                F("player"),
                F("ended_at").desc(),
                F("id").desc(),
                condition=Q(ended_at__isnull=False, started_at__isnull=False),
                name="game_player_finished",
            ),
            models.Index(
                fields=["visitor", "-created_at"], condition=Q(visitor__isnull=False), name="game_visitor"
            ),
            models.Index(fields=["deal", "created_at"], name="game_deal"),
            models.Index(
                fields=["end_reason", "created_at"],
                condition=Q(ended_at__isnull=True),
                name="game_unfinished",
            ),
            models.Index(
                fields=["secret_until"],
                condition=Q(ended_at__isnull=True, secret_until__isnull=False),
                name="game_closing",
            ),
            models.Index(
                fields=["end_reason", "created_at"],
                condition=Q(visitor__isnull=False),
                name="game_visitor_old",
            ),
            models.Index(fields=["daily_id"], condition=Q(daily_id__isnull=False), name="game_daily"),
            models.Index(fields=["-ended_at"], condition=~Q(flags=""), name="game_flagged"),
        ]

    def __str__(self) -> str:
        """The code; of a challenge, which is secret for a day, the game and its options."""
        return self.code if self.secret_until is None else self.board_key

    @property
    def deal_code(self) -> DealCode:
        """The code as the engine reads it."""
        return parse_code(self.code)

    @property
    def board_key(self) -> str:
        """The game's board: game and options, for example ``KL-D1N``."""
        return f"{self.variant}-{self.options}"

    @property
    def over(self) -> bool:
        return self.ended_at is not None

    @property
    def won(self) -> bool:
        return self.status == Status.WON

    @property
    def pure(self) -> bool:
        """Played without undo and without a hint."""
        return self.undos == 0 and self.hints == 0

    @property
    def owner_fields(self) -> dict[str, Any]:
        """The fields by which the same owner's other games are found."""
        return {"player_id": self.player_id} if self.player_id is not None else {"visitor": self.visitor}


class DealOpening(models.Model):
    """Who has been shown a deal, each once and for good. A row stays when its account goes, without a name.

    `looked` rows are staff who saw hidden cards: they keep only the looker off the deal's boards.
    """

    deal = models.CharField(_("deal"), max_length=16)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    visitor = models.UUIDField(_("visitor"), null=True, blank=True)
    token = models.UUIDField(_("API token"), null=True, blank=True)
    looked = models.BooleanField(_("saw hidden cards"), default=False)
    opened_at = models.DateTimeField(_("opened at"), default=timezone.now)

    class Meta:
        verbose_name = _("deal opening")
        verbose_name_plural = _("deal openings")
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "user", "looked"], condition=Q(user__isnull=False), name="opening_user"
            ),
            models.UniqueConstraint(
                fields=["deal", "visitor"], condition=Q(visitor__isnull=False), name="opening_visitor"
            ),
            models.UniqueConstraint(
                fields=["deal", "token"], condition=Q(token__isnull=False), name="opening_token"
            ),
        ]
        indexes = [
            models.Index(fields=["deal", "opened_at"], name="opening_deal"),
            models.Index(fields=["visitor"], condition=Q(visitor__isnull=False), name="opening_by_visitor"),
        ]

    def __str__(self) -> str:
        return self.deal


class DealSecret(models.Model):
    """A deal whose code, link and replays are withheld until `secret_until`: today's challenge, a running
    match.

    Until then they open only to accounts whose own first attempt at it has ended. `counts_until` is the end
    of the day during which a first action makes a counted attempt at the challenge `daily_id`.
    """

    deal = models.CharField(_("deal"), max_length=16, unique=True)
    daily_id = models.PositiveBigIntegerField(_("daily challenge"), null=True, blank=True)
    counts_from = models.DateTimeField(_("counts from"), null=True, blank=True)
    counts_until = models.DateTimeField(_("counts until"), null=True, blank=True)
    secret_until = models.DateTimeField(_("secret until"))

    class Meta:
        verbose_name = _("secret deal")
        verbose_name_plural = _("secret deals")

    def __str__(self) -> str:
        return self.deal


class SiteKey(models.Model):
    """The fingerprint of the DEAL_KEY under which this database's games were dealt: one row at most."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    fingerprint = models.CharField(_("fingerprint"), max_length=64)
    stored_at = models.DateTimeField(_("stored at"), default=timezone.now)

    class Meta:
        verbose_name = _("site key")
        verbose_name_plural = _("site keys")
        constraints = [models.CheckConstraint(condition=Q(id=1), name="site_key_only_one")]

    def __str__(self) -> str:
        return self.fingerprint
