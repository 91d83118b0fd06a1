"""Reading players: by name, as the public may see them, and all their data for themselves."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts import preferences
from accounts.models import StaffWarning, User
from accounts.names import fold
from accounts.signals import export_requested
from accounts.token_models import AccessToken


@dataclass(frozen=True, slots=True)
class Identity:
    """What a page may show of a player. ``key`` is None for who is gone or private: no link, no profile."""

    name: str
    key: str | None
    since: datetime | None


def player_by_name(name: str) -> User | None:
    """Return the living player of that name, however it is spelt (case, width, accents composed or not)."""
    if "\0" in name:  # which PostgreSQL does not even compare
        return None
    return User.objects.filter(folded=fold(name), deleted_at=None).first()


def may_see_profile(viewer: Any, player: User) -> bool:
    """Return whether ``viewer`` (a user, anonymous or not) may open the player's profile."""
    if player.deleted_at:
        return False
    return not player.private or viewer.pk == player.pk or bool(viewer.is_staff)


def identity(player: User) -> Identity:
    """Return what the public may see of a player."""
    if player.deleted_at:
        return Identity(name=player.display_name, key=None, since=None)
    key = None if player.private else player.username
    return Identity(name=player.username, key=key, since=player.date_joined)


def unread_warnings(player: User) -> list[StaffWarning]:
    """Return what the staff told the player and has not been marked as read, newest first."""
    return list(StaffWarning.objects.filter(player=player, read_at=None))


def address_of(player: User) -> EmailAddress | None:
    """Return the player's address, the confirmed one first."""
    return EmailAddress.objects.filter(user=player).order_by("-verified", "-primary").first()


def has_second_factor(player: User) -> bool:
    """Return whether logging in takes more than the password."""
    factors = Authenticator.objects.filter(user=player)
    return bool(factors.exclude(type=Authenticator.Type.RECOVERY_CODES).exists())


def export(player: User) -> dict[str, Any]:
    """Return everything the site knows of a player, JSON-able; other apps add their parts by signal."""
    parts: dict[str, Any] = {"account": _account(player)}
    for _receiver, part in export_requested.send(sender=User, player=player):
        parts.update(cast(dict[str, Any], part or {}))
    return parts


def _account(player: User) -> dict[str, Any]:
    return {
        "name": player.username,
        "email": player.email,
        "addresses": list(EmailAddress.objects.filter(user=player).values("email", "verified")),
        "joined": player.date_joined,
        "last_login": player.last_login,
        "renamed": player.renamed_at,
        "private": player.private,
        "machine": player.machine_since,
        "preferences": preferences.of_player(player).stored(),
        "warnings": list(StaffWarning.objects.filter(player=player).values("text", "created_at", "read_at")),
        "access_keys": list(
            AccessToken.objects.filter(player=player).values("name", "scope", "created_at", "last_used_at")
        ),
        "sessions": list(UserSession.objects.filter(user=player).values("created_at", "ip", "user_agent")),
    }
