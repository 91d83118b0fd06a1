"""The only writer of players' rows: names, suspension, warnings, deletion, and the sweep of dead rows."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import mails
from accounts.dates import written
from accounts.models import StaffWarning, TakenName, User
from accounts.names import digest, fold, is_reserved, normalise, validate_name
from accounts.signals import player_deleted, player_renamed, player_suspended
from accounts.token_models import AccessToken

RENAME_INTERVAL = timedelta(days=30)
UNCONFIRMED_LIFE = timedelta(days=7)
SAME_FORM = timedelta(minutes=2)
"""How long the very form that made a player, or warned one, may come in again."""


def check_name(name: str, *, player: User | None = None, by_staff: bool = False) -> str:
    """Return ``name`` as it would be stored, for a new player or for ``player``'s change of name.

    Raises ``ValidationError``: malformed, reserved, taken (now or ever) by somebody else, or taken away from
    this player by the staff, unless it is they who give it.
    """
    name = normalise(name)
    validate_name(name)
    if is_reserved(name):
        raise ValidationError(
            _("The site keeps this name, and names like it, for its team and for visitors."), code="reserved"
        )
    bearers = User.objects.filter(folded=fold(name))
    owners = TakenName.objects.filter(digest=digest(name))
    if player is not None:
        if not by_staff and owners.filter(player=player, withdrawn=True).exists():
            raise ValidationError(_("The staff took this name away from you."), code="withdrawn")
        bearers, owners = bearers.exclude(pk=player.pk), owners.exclude(player=player)
    if bearers.exists() or owners.exists():
        raise taken()
    return name


def just_signed_up(name: str, email: str, password: str) -> User | None:
    """Return the player whom this very form made a moment ago: its button was pressed twice.

    Without a script nothing stops the second press, and its answer is the one that is seen.
    """
    since = timezone.now() - SAME_FORM
    player = User.objects.filter(folded=fold(name), date_joined__gte=since, is_active=True).first()
    if player is None or not EmailAddress.objects.filter(user=player, email__iexact=email).exists():
        return None
    return player if player.check_password(password) else None


def taken() -> ValidationError:
    """Return the refusal of a name that somebody has or had."""
    return ValidationError(_("This name is taken, or looks too much like one that is."), code="taken")


def next_rename(player: User) -> datetime | None:
    """Return from when on the player may change name again; None: now."""
    if player.renamed_at is None:
        return None
    free = player.renamed_at + RENAME_INTERVAL
    return free if free > timezone.now() else None


def rename(player: User, name: str, *, by: User | None = None) -> None:
    """Give ``player`` another name; ``by`` a member of the staff, it is allowed at any time.

    Raises ``ValidationError``: too early, or what ``check_name`` refuses. The old name stays the player's,
    who may return to it, but not if it was the staff who took it away.
    """
    until = next_rename(player)
    if by is None and until is not None:
        raise ValidationError(
            _("You may change your name again from %(date)s on."),
            code="too_early",
            params={"date": written(until)},
        )
    old, name = player.username, check_name(name, player=player, by_staff=by is not None)
    if name == old:
        raise ValidationError(_("This is your name already."), code="same")
    try:
        with transaction.atomic():
            player.username = name
            fields = {"username"}
            if by is None:
                player.renamed_at = timezone.now()
                fields.add("renamed_at")
            player.save(update_fields=fields)
            if by is not None:
                TakenName.objects.filter(digest=digest(old)).update(withdrawn=True)
                TakenName.objects.filter(digest=digest(name)).update(withdrawn=False)
            player_renamed.send(sender=User, player=player, old=old, by=by)
    except IntegrityError as error:  # somebody took it between the check and the write
        player.refresh_from_db()
        raise taken() from error


def end_sessions(player: User) -> None:
    """Log the player out everywhere."""
    for session in UserSession.objects.filter(user=player):
        session.end()


@transaction.atomic
def suspend(player: User, *, reason: str, by: User | None) -> None:
    """Shut an account: no login, sessions ended. The reason is shown to whoever logs in with the password,
    and mailed; the same one twice is mailed once.
    """
    if not (stored := _held(player)).is_suspended or stored.suspension_reason != reason:
        _mail_later(mails.tell_of_suspension, player, reason)
    player.is_active = False
    player.suspended_at = timezone.now()
    player.suspension_reason = reason
    player.save(update_fields=["is_active", "suspended_at", "suspension_reason"])
    end_sessions(player)
    player_suspended.send(sender=User, player=player, by=by)


@transaction.atomic
def reinstate(player: User) -> None:
    """Open a suspended account again. A deleted one stays deleted (``ValueError``)."""
    if player.deleted_at:
        raise ValueError("A deleted account cannot be opened again.")
    if _held(player).is_suspended:
        _mail_later(mails.tell_of_reinstatement, player)
    player.is_active = True
    player.suspended_at = None
    player.suspension_reason = ""
    player.save(update_fields=["is_active", "suspended_at", "suspension_reason"])


def declare_machine(player: User) -> None:
    """Note that a program plays for this account: from now on it stands on no board and plays unrated.

    The owner or the staff say so, and only the staff take it back (``declare_person``): a declaration that
    could be put on and off from match to match would tell opponents nothing. Doing it twice changes nothing.
    """
    if player.machine_since is None:
        player.machine_since = timezone.now()
        player.save(update_fields=["machine_since"])


def declare_person(player: User) -> None:
    """Take the declaration back: for the staff. What was played meanwhile counts nowhere all the same."""
    if player.machine_since is not None:
        player.machine_since = None
        player.save(update_fields=["machine_since"])


@transaction.atomic
def warn(player: User, *, text: str, by: User | None) -> StaffWarning:
    """Tell the player something, by mail too; every page points to it until it is marked as read.

    The same form sent twice tells it once.
    """
    _held(player)
    lately = StaffWarning.objects.filter(player=player, created_at__gt=timezone.now() - SAME_FORM)
    again = lately.filter(text=text, author=by).first()
    if again is not None:
        return again
    player.has_unread_warning = True
    player.save(update_fields=["has_unread_warning"])
    _mail_later(mails.tell_of_warning, player, text)
    return StaffWarning.objects.create(player=player, text=text, author=by)


@transaction.atomic
def mark_warnings_read(player: User) -> None:
    """Put the player's warnings away: they have been read."""
    player.has_unread_warning = False
    player.save(update_fields=["has_unread_warning"])
    StaffWarning.objects.filter(player=player, read_at=None).update(read_at=timezone.now())


@transaction.atomic
def delete_player(player: User) -> None:
    """Delete a player: personal data go, the row stays as « deleted player » with what it played.

    Doing it twice changes nothing. Sends ``player_deleted`` first, so that other apps see the player whole.
    """
    if player.deleted_at:
        return
    player_deleted.send(sender=User, player=player)
    end_sessions(player)
    EmailAddress.objects.filter(user=player).delete()
    Authenticator.objects.filter(user=player).delete()
    StaffWarning.objects.filter(player=player).delete()
    AccessToken.objects.filter(player=player).delete()
    TakenName.objects.filter(player=player).update(player=None)
    player.groups.clear()
    player.user_permissions.clear()
    player.forget()
    player.save()


def _held(player: User) -> User:
    """Return the player's row as it is stored, held until the end of the transaction."""
    return User.objects.select_for_update().get(pk=player.pk)


def _mail_later(tell: Callable[..., None], player: User, *words: Any) -> None:
    """Write to a player once it is committed what the mail says."""
    transaction.on_commit(partial(tell, player, *words), robust=True)


def confirm_address(player: User, address: str) -> None:
    """Take a freshly confirmed address for the player's; nobody else's unconfirmed row of it survives."""
    with transaction.atomic():
        EmailAddress.objects.filter(email=address, verified=False).exclude(user=player).delete()
        player.email = address
        player.save(update_fields=["email"])


def sweep_unconfirmed(now: datetime | None = None) -> int:
    """Drop addresses that nobody confirmed within a week of signing up; return how many. Accounts stay."""
    before = (now or timezone.now()) - UNCONFIRMED_LIFE
    dead = EmailAddress.objects.filter(verified=False, user__date_joined__lt=before)
    dropped: int = dead.delete()[0]
    return dropped
