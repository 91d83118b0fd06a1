"""What is stored of matches. `games.matches.services` is the only writer of these tables.

A `Match` row is the whole state machine: who wrote it last is known by its `version`, and every event of the
match is one conditional or locked update of that one row. Nothing that changes with every move is indexed.
People are seats 1 (who opened the table) and 2; the engine's seats "a" and "b" change from game to game.
"""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.codes import DealCode, parse_code

SEAT_NUMBERS = (1, 2)
DAY = 24 * 3600
"""The seconds from which on a limit of turns makes a match of days: see `Match.daily`."""


class State(models.TextChoices):
    """Where a match stands. Between two games of a series it is `ready` again."""

    OPEN = "open", pgettext_lazy("match", "Open")
    READY = "ready", pgettext_lazy("match", "About to begin")
    PLAYING = "playing", pgettext_lazy("match", "Under way")
    PAUSED = "paused", pgettext_lazy("match", "Paused")
    OVER = "over", pgettext_lazy("match", "Over")
    VOID = "void", pgettext_lazy("match", "Void")
    CANCELLED = "cancelled", pgettext_lazy("match", "Cancelled")


UNDER_WAY = (State.PLAYING, State.PAUSED)
UNFINISHED = (State.OPEN, State.READY, *UNDER_WAY)
ENDED = (State.OVER, State.VOID, State.CANCELLED)


class Visibility(models.TextChoices):
    """Who may take the second seat."""

    LOBBY = "lobby", _("Anybody, from the lobby")
    LINK = "link", _("Whoever has the link")
    INVITED = "invited", _("An invited player")
    BOT = "bot", _("The computer")
    QUICK = "quick", _("Paired by quick match")


class Limit(models.TextChoices):
    """What the clock limits."""

    NONE = "none", _("No limit")
    TURN = "turn", _("Time per turn")
    GAME = "game", _("Time per game")


class Reason(models.TextChoices):
    """Why a game or a match ended as it did; the engine's own `over` is not among them."""

    CARDS = "cards", _("most cards")
    LAST_PLAY = "last_play", _("last play, at equality")
    BONUS = "bonus", _("tableau emptied (bonus)")
    RESIGNED = "resigned", _("resignation")
    TIME = "time", _("time")
    LEFT = "left", _("the other player left")
    AGREED = "agreed", _("draw agreed")
    VOID = "void", pgettext_lazy("match", "void: nobody won")
    ABANDONED = "abandoned", pgettext_lazy("match", "void: both players left")
    STAFF = "staff", pgettext_lazy("match", "void: by the staff")


class Rated(models.TextChoices):
    """Whether a match counts for the ratings, and why not."""

    PENDING = "pending", _("It will count for the ratings.")
    COUNTED = "counted", _("It counted for the ratings.")
    FRIENDLY = "friendly", _("It counts for no rating: that was agreed.")
    COMPUTER = "computer", _("It counts for no rating: it is played against the computer.")
    ACCOUNTS = "accounts", _("It counts for no rating: both players need an account.")
    TYPED = "typed", _("It counts for no rating: the deal was chosen.")
    TOKEN = "token", _("It counts for no rating: a program plays.")
    OFTEN = "often", _("It counts for no rating: these two have played their three rated matches of the day.")
    NO_RESULT = "no_result", _("It counts for no rating: nobody won.")
    VOID = "void", _("It counts for no rating: the staff have voided it.")


def of_days(match: str = "") -> Q:
    """Return what `Match.daily` says as a condition; `match`: the path to the match, as in "match__"."""
    return Q(**{f"{match}limit_kind": Limit.TURN, f"{match}limit_seconds__gte": DAY})


def new_token() -> str:
    """Return the secret part of a link that invites."""
    return secrets.token_urlsafe(18)


class Match(models.Model):
    """A series of games between two seats, and the game under way.

    `first`: the seat that is the engine's `a` in the game under way. `owners`: whose card lies at each height
    of the eight foundations, as letters of the engine's seats, parted by commas. `recent`: the last ids of
    actions. `deadline`: when the turn or the game runs out. Times are UTC.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    options = models.CharField(_("options"), max_length=8)
    typed_code = models.CharField(_("typed code"), max_length=24, blank=True, default="")
    series_games = models.PositiveSmallIntegerField(_("games in the series"), default=1)
    series_cards = models.PositiveSmallIntegerField(_("or first to so many cards"), default=0)
    limit_kind = models.CharField(_("clock"), max_length=4, choices=Limit, default=Limit.NONE)
    limit_seconds = models.PositiveIntegerField(_("seconds"), default=0)
    rated = models.CharField(_("rated"), max_length=9, choices=Rated, default=Rated.FRIENDLY)
    visibility = models.CharField(_("who may join"), max_length=8, choices=Visibility)
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("invited player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    token = models.CharField(_("link"), max_length=32, default=new_token, editable=False)
    key = models.UUIDField(_("form key"), null=True, blank=True, editable=False)

    state = models.CharField(_("state"), max_length=9, choices=State, default=State.OPEN)
    version = models.PositiveIntegerField(_("version"), default=1)
    event_version = models.PositiveIntegerField(_("version of the last other event than a move"), default=1)
    number = models.PositiveSmallIntegerField(_("game"), default=0)
    code = models.CharField(_("code"), max_length=24, blank=True, default="")
    first = models.PositiveSmallIntegerField(_("seat that begins"), default=1)
    snapshot = models.TextField(_("snapshot"), blank=True, default="", editable=False)
    owners = models.CharField(max_length=112, blank=True, default="", editable=False)
    recent = models.TextField(blank=True, default="", editable=False)
    action_count = models.PositiveIntegerField(_("actions"), default=0)
    by_token = models.BooleanField(_("an API token acted"), default=False)

    starts_at = models.DateTimeField(_("the game begins at"), null=True, blank=True)
    turn_since = models.DateTimeField(_("turn since"), null=True, blank=True)
    deadline = models.DateTimeField(_("runs out at"), null=True, blank=True)
    timeouts_1 = models.PositiveSmallIntegerField(_("turns in a row run out, seat 1"), default=0)
    timeouts_2 = models.PositiveSmallIntegerField(_("turns in a row run out, seat 2"), default=0)
    paused_at = models.DateTimeField(_("paused at"), null=True, blank=True)
    draw_by = models.PositiveSmallIntegerField(_("draw offered by"), default=0)
    draw_at = models.DateTimeField(null=True, blank=True, editable=False)
    rematch_by = models.PositiveSmallIntegerField(_("rematch wished by"), default=0)
    mailed_at = models.DateTimeField(null=True, blank=True, editable=False)
    bot_due_at = models.DateTimeField(null=True, blank=True, editable=False)

    total_1 = models.PositiveIntegerField(_("cards, seat 1"), default=0)
    total_2 = models.PositiveIntegerField(_("cards, seat 2"), default=0)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=9, choices=Reason, blank=True, default="")
    void_note = models.CharField(_("why it was voided"), max_length=200, blank=True, default="")
    next = models.ForeignKey(
        "self", verbose_name=_("rematch"), on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    created_at = models.DateTimeField(_("opened at"), default=timezone.now)
    joined_at = models.DateTimeField(_("joined at"), null=True, blank=True)
    started_at = models.DateTimeField(_("begun at"), null=True, blank=True)
    last_action_at = models.DateTimeField(_("last action at"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    # Last, as in `Game`: the record of the game under way, which grows.
    actions = models.TextField(_("record"), blank=True, default="", editable=False)
    times = models.TextField(_("times"), blank=True, default="", editable=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.CheckConstraint(condition=Q(state__in=State.values), name="match_state_known"),
            models.CheckConstraint(
                condition=Q(state__in=UNFINISHED, ended_at__isnull=True)
                | Q(state__in=ENDED, ended_at__isnull=False),
                name="match_ended_or_not",
            ),
            models.CheckConstraint(
                condition=Q(series_games__gt=0, series_cards=0) | Q(series_games=0, series_cards__gt=0),
                name="match_one_series",
            ),
            models.UniqueConstraint(fields=["key"], condition=Q(key__isnull=False), name="match_one_a_form"),
        ]
        indexes = [
            models.Index(F("created_at").desc(), F("id").desc(), name="match_newest"),
            models.Index(fields=["state", "-created_at"], name="match_state"),
            models.Index(fields=["state", "deadline"], name="match_deadline"),
            models.Index(fields=["code"], condition=~Q(code=""), name="match_code"),
        ]

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def deal_code(self) -> DealCode:
        """The code of the game under way, as the engine reads it."""
        return parse_code(self.code)

    @property
    def over(self) -> bool:
        return self.ended_at is not None

    @property
    def daily(self) -> bool:
        """A match of days: nobody has to be there, so presence decides nothing."""
        return self.limit_kind == Limit.TURN and self.limit_seconds >= DAY

    @property
    def between_games(self) -> bool:
        """A match that has begun and waits for its next game."""
        return self.state == State.READY and self.number > 0

    def letter(self, seat: int) -> str:
        """The engine's seat that a seat plays in the game under way."""
        return "a" if seat == self.first else "b"

    def seat_of(self, letter: str | None) -> int | None:
        """The seat that plays an engine's seat in the game under way."""
        if letter is None:
            return None
        return self.first if letter == "a" else 3 - self.first


class Seat(models.Model):
    """One of the two who play: an account, a visitor, or the computer at a level.

    A deleted player's seat keeps the row that is left of the account (`is_gone`). `browser` knows a browser
    again, so that who opened a table cannot join it as somebody else. `program`: taken through an access key,
    or by a computer account.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="match_seats",
    )
    visitor = models.UUIDField(_("visitor"), null=True, blank=True, editable=False)
    bot = models.PositiveSmallIntegerField(_("level of the computer"), default=0)
    browser = models.CharField(max_length=40, blank=True, default="", editable=False)
    program = models.BooleanField(_("played by a program"), default=False, db_default=False)
    ready = models.BooleanField(_("ready"), default=False)
    words = models.BooleanField(_("wants to write words"), default=False)
    muted = models.BooleanField(_("has muted the other"), default=False)
    away_since = models.DateTimeField(_("away since"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.CheckConstraint(condition=Q(number__in=SEAT_NUMBERS), name="seat_number_known"),
            models.CheckConstraint(
                condition=Q(user__isnull=True, visitor__isnull=True)
                | Q(user__isnull=True, bot=0)
                | Q(visitor__isnull=True, bot=0),
                name="seat_one_owner",
            ),
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(user__isnull=False), name="seat_one_a_player"
            ),
            models.UniqueConstraint(
                fields=["match", "visitor"], condition=Q(visitor__isnull=False), name="seat_one_a_visitor"
            ),
        ]
        indexes = [
            models.Index(fields=["visitor"], condition=Q(visitor__isnull=False), name="seat_visitor"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def is_gone(self) -> bool:
        """Whether there is nobody to it any more: its player's account was deleted."""
        if self.user is not None:
            return self.user.deleted_at is not None
        return not (self.visitor or self.bot)


class MatchGame(models.Model):
    """A game of a match that has ended: its record and how it ended.

    `winner` is a seat, `first` the seat that was the engine's `a`. A game in which nobody played a card up
    is dealt again and doesn't count (`counted`).
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveSmallIntegerField(_("game"))
    code = models.CharField(_("code"), max_length=24)
    first = models.PositiveSmallIntegerField(_("seat that begins"))
    snapshot = models.TextField(_("snapshot"), editable=False)
    owners = models.CharField(max_length=112, editable=False)
    contributed_1 = models.PositiveSmallIntegerField(_("cards, seat 1"))
    contributed_2 = models.PositiveSmallIntegerField(_("cards, seat 2"))
    over = models.CharField(_("end, for the engine"), max_length=8, blank=True, default="")
    winner = models.PositiveSmallIntegerField(_("winner"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=9, choices=Reason)
    counted = models.BooleanField(_("counts in the series"), default=True)
    started_at = models.DateTimeField(_("begun at"))
    ended_at = models.DateTimeField(_("ended at"))
    actions = models.TextField(_("record"), editable=False)
    times = models.TextField(_("times"), editable=False)

    class Meta:
        verbose_name = _("game of a match")
        verbose_name_plural = _("games of matches")
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="matchgame_once")]
        indexes = [models.Index(fields=["code"], name="matchgame_code")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def deal_code(self) -> DealCode:
        """The code as the engine reads it."""
        return parse_code(self.code)


class Presence(models.Model):
    """A connection: to a match's table, of a seat or of a spectator (`seat` 0), or to the lobby (no `match`).

    It lives while it is seen. `user`: whose account it is.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, null=True, blank=True, related_name="presences"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    seat = models.PositiveSmallIntegerField(_("seat"), default=0)
    seen_at = models.DateTimeField(_("seen at"), default=timezone.now)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")

    def __str__(self) -> str:
        return f"{self.match_id or 'lobby'}/{self.seat}"


class MatchEvent(models.Model):
    """A line of a match's time line beside its moves, for the staff."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField(_("at"), default=timezone.now)
    kind = models.CharField(_("event"), max_length=12)
    seat = models.PositiveSmallIntegerField(_("seat"), default=0)
    note = models.CharField(_("note"), max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("event of a match")
        verbose_name_plural = _("events of matches")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.kind


class ChatLine(models.Model):
    """A line between the two: a ready-made phrase, or words as the filter left them."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat")
    seat = models.PositiveSmallIntegerField(_("seat"))
    phrase = models.CharField(_("phrase"), max_length=16, blank=True, default="")
    text = models.CharField(_("text"), max_length=200, blank=True, default="")
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("line of chat")
        verbose_name_plural = _("lines of chat")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.phrase or self.text[:40]


class Report(models.Model):
    """A player's report of the other's lines; the moderators' list."""

    match = models.ForeignKey(
        Match, verbose_name=_("match"), on_delete=models.CASCADE, related_name="reports"
    )
    seat = models.PositiveSmallIntegerField(_("reported by seat"))
    note = models.CharField(_("note"), max_length=300, blank=True, default="")
    conversation = models.TextField(_("conversation"), blank=True, default="", editable=False)
    created_at = models.DateTimeField(_("reported at"), default=timezone.now)
    handled_at = models.DateTimeField(_("handled at"), null=True, blank=True)
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("handled by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        verbose_name = _("report of a conversation")
        verbose_name_plural = _("reports of conversations")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat"], condition=Q(handled_at__isnull=True), name="report_one_open"
            )
        ]

    def __str__(self) -> str:
        return str(self.match_id)


class Block(models.Model):
    """A player whom another wants neither invitation, nor chat, nor pairing with."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("blocked"), on_delete=models.CASCADE, related_name="+"
    )
    created_at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("blocked player")
        verbose_name_plural = _("blocked players")
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~Q(player=F("blocked")), name="block_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.blocked_id}"


class QuickWish(models.Model):
    """A player who waits for « Match rapide », or the match that he was paired into."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    wishes = models.CharField(_("wishes"), max_length=60)
    strength = models.FloatField(_("rating"), default=0)
    seen_at = models.DateTimeField(_("seen at"), default=timezone.now)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("wish for a quick match")
        verbose_name_plural = _("wishes for quick matches")
        indexes = [
            models.Index(fields=["wishes", "seen_at"], condition=Q(match__isnull=True), name="wish_waiting")
        ]

    def __str__(self) -> str:
        return self.wishes
