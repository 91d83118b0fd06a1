"""Boards, what stands on them, and the runs they are made of.

A player's number is kept without a database constraint: deleting an account touches no row here, and a row
whose player is gone shows « joueur supprimé ». A run is known by its UUID only; this app never imports the
games.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leaderboards.rating_models import MonthWins as MonthWins
from leaderboards.rating_models import Rating as Rating
from leaderboards.rating_models import RatingChange as RatingChange


def player_key() -> "models.ForeignKey[Any, Any]":
    """Return a link to a player that outlives the player."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
        verbose_name=_("player"),
    )


class Result(models.Model):
    """One run of a registered player, from its first action on: all that is needed to rebuild every board."""

    run_id = models.UUIDField(_("run"), unique=True)
    player = player_key()
    board_key = models.CharField(_("game and options"), max_length=16)
    deal = models.CharField(_("deal"), max_length=16)
    ranked_score = models.IntegerField(_("ranked score"))
    seconds = models.PositiveIntegerField(
        _("time"), default=0, help_text=_("whole seconds, pauses not counted")
    )
    moves = models.PositiveIntegerField(_("moves"), default=0)
    pure = models.BooleanField(_("pure"), default=False)
    won = models.BooleanField(_("won"), default=False)
    started_at = models.DateTimeField(_("first action"))
    ended_at = models.DateTimeField(_("ended"), null=True)
    key = models.BigIntegerField(default=0, editable=False)
    global_ok = models.BooleanField(_("counts on the game’s board"), default=False)
    deal_first = models.BooleanField(_("first attempt at the deal"), default=False)
    practice = models.BooleanField(_("practice"), default=False)
    drawn = models.BooleanField(_("drawn at random"), default=False)
    daily_id = models.CharField(_("daily challenge"), max_length=40, default="", blank=True)
    reason = models.CharField(_("why it does not count"), max_length=40, default="", blank=True)
    flag = models.CharField(_("flag"), max_length=40, default="", blank=True)
    secret_until = models.DateTimeField(_("secret until"), null=True, blank=True)
    voided = models.BooleanField(_("voided"), default=False)
    voided_reason = models.CharField(_("why it was voided"), max_length=200, default="", blank=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        indexes = [
            models.Index(fields=["player", "started_at"], name="result_player_started"),
            models.Index(fields=["player", "board_key", "key"], name="result_player_best"),
            models.Index(fields=["board_key", "ended_at"], name="result_board_ended"),
            models.Index(fields=["deal", "board_key"], name="result_deal"),
            models.Index(fields=["daily_id"], condition=~models.Q(daily_id=""), name="result_daily"),
            models.Index(fields=["flag", "id"], condition=~models.Q(flag=""), name="result_flagged"),
            models.Index(fields=["id"], condition=models.Q(voided=True), name="result_voided"),
        ]

    def __str__(self) -> str:
        return f"{self.board_key} {self.run_id}"

    @property
    def open(self) -> bool:
        """Tell whether the run's replay is no secret (any more)."""
        return self.secret_until is None or self.secret_until <= timezone.now()


class Board(models.Model):
    """One list of players, best first. Its row is the lock: entries and counters change only while it is
    held."""

    class Kind(models.TextChoices):
        """What a board compares."""

        GAME = "game", _("game")
        BANKROLL = "bankroll", _("bankroll")
        DEAL = "deal", _("deal")
        PRACTICE = "practice", _("practice")
        DAILY = "daily", _("daily challenge")

    slug = models.CharField(max_length=80, unique=True)
    kind = models.CharField(max_length=10, choices=Kind)
    subject = models.CharField(max_length=40)
    board_key = models.CharField(max_length=16)
    period = models.CharField(max_length=5)
    start = models.DateField()
    pure = models.BooleanField()
    size = models.PositiveIntegerField(default=0)
    split = models.BooleanField(default=False)
    checked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        indexes = [models.Index(fields=["kind", "subject"], name="board_subject")]

    def __str__(self) -> str:
        return self.slug


class Entry(models.Model):
    """A player's row on a board: the best run there, or the sum on a bankroll board (then without a
    result)."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, db_index=False)
    player = player_key()
    key = models.BigIntegerField()
    result = models.ForeignKey(Result, on_delete=models.CASCADE, null=True)
    runs = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["board", "player"], name="entry_once")]
        indexes = [
            models.Index(fields=["board", "key", "id"], name="entry_order"),
            models.Index(fields=["player"], name="entry_player"),
        ]

    def __str__(self) -> str:
        return f"{self.board_id}: {self.player_id}"


class Counter(models.Model):
    """How many entries of a board have keys under one node of its tree (see `tree`)."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, db_index=False)
    level = models.PositiveSmallIntegerField()
    node = models.BigIntegerField()
    n = models.IntegerField()
    split = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["board", "level", "node"], name="counter_once")]

    def __str__(self) -> str:
        return f"{self.board_id}/{self.level}/{self.node}: {self.n}"
