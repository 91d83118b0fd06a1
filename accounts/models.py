"""Players, the names they have had, and what the staff told them."""

import secrets
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST, digest, fold, normalise, validate_name
from accounts.token_models import AccessToken as AccessToken


class FoldedNameField(models.CharField):
    """The folded form of ``username``, computed at every write, so that no path can forget it."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = fold(model_instance.username)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, value)
        return value


class PlayerManager(UserManager["User"]):
    """Finds players by folded name. Whoever creates a player in code with an address vouches for it."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(folded=fold(username or ""))

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        return (email or "").strip().lower()

    def create_user(
        self, username: str, email: str | None = None, password: str | None = None, **extra: Any
    ) -> "User":
        with transaction.atomic():
            user = super().create_user(username, email, password, **extra)
            user.record_confirmed_address()
        return user

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **extra: Any
    ) -> "User":
        with transaction.atomic():
            user = super().create_superuser(username, email, password, **extra)
            user.record_confirmed_address()
        return user


# Whose results stand on no board: who wants it so, and programs.
OFF_BOARDS = models.Q(private=True) | models.Q(machine_since__isnull=False)


class User(AbstractUser):
    """A registered player. ``email`` is the confirmed address, empty until there is one.

    A deleted player's row stays, without personal data, so that other people's games and boards lose nothing.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=LONGEST,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": _("This name is taken, or looks too much like one that is.")},
    )
    folded = FoldedNameField(max_length=2 * LONGEST, unique=True, editable=False)
    renamed_at = models.DateTimeField(_("last change of name"), null=True, blank=True, editable=False)
    preferences = models.JSONField(_("preferences"), default=dict, blank=True)
    private = models.BooleanField(_("private profile"), default=False)
    machine_since = models.DateTimeField(
        _("declared a program’s account on"), null=True, blank=True, editable=False
    )
    suspended_at = models.DateTimeField(_("suspended on"), null=True, blank=True, editable=False)
    suspension_reason = models.TextField(_("reason for the suspension"), blank=True)
    has_unread_warning = models.BooleanField(
        default=False, editable=False
    )  # every page asks: no query for it
    deleted_at = models.DateTimeField(_("deleted on"), null=True, blank=True, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta(AbstractUser.Meta):
        verbose_name = _("player")  # type: ignore[assignment]
        verbose_name_plural = _("players")  # type: ignore[assignment]
        constraints = [
            models.UniqueConstraint(
                Lower("email"), name="accounts_one_player_per_address", condition=~models.Q(email="")
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    @classmethod
    def from_db(cls, db: str | None, field_names: Any, values: Any, **kwargs: Any) -> Self:
        user = super().from_db(db, field_names, values, **kwargs)
        user._stored_name = user.__dict__.get("username")
        return user

    _stored_name: str | None = None

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the player; a name that is new to the row is claimed for ever in the same transaction.

        Raises ``IntegrityError`` if the name is or was somebody else's.
        """
        fields = kwargs.get("update_fields")
        writes_name = fields is None or "username" in fields
        if writes_name:
            self.username = normalise(self.username)
            if fields is not None:
                kwargs["update_fields"] = {*fields, "folded"}
        with transaction.atomic():
            super().save(*args, **kwargs)
            if writes_name and self.username != self._stored_name and not self.deleted_at:
                TakenName.claim(self)
        if writes_name:
            self._stored_name = self.username

    @property
    def display_name(self) -> str:
        """The name to show: a deleted player has none any more."""
        return gettext("deleted player") if self.deleted_at else self.username

    @property
    def is_machine(self) -> bool:
        """Whether the account is declared to be played by a program (« compte d’ordinateur »)."""
        return self.machine_since is not None

    @property
    def off_boards(self) -> bool:
        """Whether the player stands on no board; ``OFF_BOARDS`` says the same to the database."""
        return self.private or self.is_machine

    @property
    def is_suspended(self) -> bool:
        """Whether the staff have shut this account."""
        return self.suspended_at is not None

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name

    def clean(self) -> None:
        self.username = normalise(self.username)
        self.email = PlayerManager.normalize_email(self.email)

    def record_confirmed_address(self) -> None:
        """Tell allauth that ``email`` is confirmed (an address given in code or on the command line)."""
        if self.email:
            addresses = self.emailaddress_set  # type: ignore[attr-defined]
            addresses.get_or_create(email=self.email, defaults={"verified": True, "primary": True})

    def forget(self) -> None:
        """Empty the row of what says who this was, in memory. The placeholder is a name nobody can take.

        ``private`` stays: results that were on the boards stay there, without a name, and others stay off.
        """
        self.username = f"~{secrets.token_hex(6)}"
        self.email = ""
        self.set_unusable_password()
        self.preferences = {}
        self.suspension_reason = ""
        self.last_login = self.renamed_at = None
        self.is_active = self.is_staff = self.is_superuser = False
        self.deleted_at = timezone.now()


class TakenName(models.Model):
    """Every name ever borne, so that an old or deleted one is given to nobody else. Kept as a digest."""

    digest = models.CharField(max_length=64, primary_key=True)
    player = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="names_taken")
    since = models.DateTimeField(default=timezone.now)
    withdrawn = models.BooleanField(default=False)
    """The staff have renamed its player: not even to that one is it given again, but by the staff."""

    class Meta:
        verbose_name = _("name once taken")
        verbose_name_plural = _("names once taken")

    def __str__(self) -> str:
        return self.digest[:12]

    @classmethod
    def claim(cls, player: User) -> None:
        """Record the player's name as theirs. Raises ``IntegrityError`` if somebody else has or had it."""
        key = digest(player.username)
        if not cls.objects.filter(digest=key, player=player).exists():
            cls.objects.create(digest=key, player=player)


class StaffWarning(models.Model):
    """What the staff told a player; shown at the top of the account until it has been read."""

    player = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="warnings", verbose_name=_("player")
    )
    text = models.TextField(_("text"))
    author = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("author")
    )
    created_at = models.DateTimeField(_("given on"), default=timezone.now)
    read_at = models.DateTimeField(_("read on"), null=True, blank=True)

    class Meta:
        verbose_name = _("warning")
        verbose_name_plural = _("warnings")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.text[:60]
