"""Making, checking and revoking access keys: the only writer of ``AccessToken``.

A key is ``rsst_`` and 43 characters, 256 bits from the system's generator: long enough that a plain SHA-256
keeps it, so that checking one costs microseconds at every request. A revoked key is deleted.
"""

import hashlib
import secrets
from datetime import timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.token_models import AccessToken, Scope

PREFIX = "rsst_"
LONGEST = 64
SHOWN = len(PREFIX) + 4
MOST = 10
"""Keys that a player may have at once."""
USE_NOTED_EVERY = timedelta(minutes=1)
"""A key's last use is stored no more often than this: else every request would write."""


def make(player: User, *, name: str, scope: Scope | str) -> tuple[AccessToken, str]:
    """Make a key and return it with its text, which is stored nowhere and cannot be had again.

    Raises ``ValidationError``: no such scope, a key of that name is there, or as many as one may have.
    """
    if scope not in Scope.values:
        raise ValidationError(_("A key reads, or reads and plays."), code="scope")
    name, text = name.strip(), PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=player.pk)  # two windows: the second counts the first's key
        own = AccessToken.objects.filter(player=player)
        if own.filter(name=name).exists():
            raise ValidationError(_("You have a key of this name already."), code="name")
        if own.count() >= MOST:
            sentence = _("You have %(most)d keys, as many as one may have: revoke one first.")
            raise ValidationError(sentence, code="most", params={"most": MOST})
        key = AccessToken.objects.create(
            player=player, name=name, scope=scope, digest=digest(text), start=text[:SHOWN]
        )
    return key, text


def find(text: str) -> AccessToken | None:
    """Return the key that ``text`` is, with its player, or None. Notes that it was used.

    Whether its player may come in at all (a suspended one may not) is for the caller to ask.
    """
    if not text.startswith(PREFIX) or len(text) > LONGEST or not text.isascii():
        return None
    wanted = digest(text)
    rows = AccessToken.objects.select_related("player").filter(digest=wanted).order_by()[:1]
    key = next(iter(rows), None)  # without an order: composing one costs more than the row
    if key is None or not constant_time_compare(key.digest, wanted):
        return None
    _note_use(key)
    return key


def of_player(player: User) -> list[AccessToken]:
    """Return a player's keys, the newest first."""
    return list(AccessToken.objects.filter(player=player))


def revoke(player: User, key_id: UUID) -> bool:
    """Take a player's key out of use at once; tell whether there was one."""
    return bool(AccessToken.objects.filter(player=player, pk=key_id).delete()[0])


def revoke_all(player: User) -> None:
    """Take all of a player's keys out of use."""
    AccessToken.objects.filter(player=player).delete()


def digest(text: str) -> str:
    """Return what is stored of a key."""
    return hashlib.sha256(text.encode()).hexdigest()


def _note_use(key: AccessToken) -> None:
    now = timezone.now()
    old = Q(last_used_at=None) | Q(last_used_at__lt=now - USE_NOTED_EVERY)
    if key.last_used_at is None or key.last_used_at < now - USE_NOTED_EVERY:
        AccessToken.objects.filter(old, pk=key.pk).update(last_used_at=now)
