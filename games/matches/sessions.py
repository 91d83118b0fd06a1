"""A socket belongs to a session, or to an access key: it closes when that ends, whoever ends it.

Whatever may end one (logging out, a changed password, a revoked key, a suspension, a deletion) tells the
account's sockets to look again; each also looks by itself every so often, for a message may be lost.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, user_logged_out
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from accounts.signals import player_suspended
from accounts.token_models import AccessToken
from games.matches.services import notify
from games.play.owners import SESSION_KEY as VISITOR_KEY
from games.play.owners import Owner


@dataclass(frozen=True, slots=True)
class Guard:
    """The session that a socket was opened with (none, with a key), and whose it was then."""

    key: str
    owner: Owner

    @classmethod
    def of_scope(cls, scope: dict[str, Any], owner: Owner) -> "Guard":
        session = scope.get("session")
        return cls((session.session_key if session is not None else None) or "", owner)

    @property
    def digest(self) -> str:
        return digest_of(self.key)

    def holds(self) -> bool:
        """Whether the session, or the key, is still there and still this person's. A passer-by has none to
        lose."""
        if not self.owner.anybody:
            return True
        if self.owner.token is not None:
            keys = AccessToken.objects.filter(pk=self.owner.token, player_id=self.owner.user_id)
            return keys.filter(player__is_active=True).exists()
        data = import_module(settings.SESSION_ENGINE).SessionStore(self.key).load() if self.key else {}
        if self.owner.user_id is None:
            return SESSION_KEY not in data and data.get(VISITOR_KEY) == str(self.owner.visitor)
        if data.get(SESSION_KEY) != str(self.owner.user_id):
            return False
        user = User.objects.filter(pk=self.owner.user_id, is_active=True).first()
        stored = data.get(HASH_SESSION_KEY, "")
        return user is not None and constant_time_compare(stored, user.get_session_auth_hash())


def digest_of(session_key: str) -> str:
    """Return what may cross the channel layer of a session's key."""
    return salted_hmac("games.matches.session", session_key).hexdigest()


@receiver(user_logged_out, dispatch_uid="games.matches.logged_out")
def logged_out(request: Any, user: User | None, **kwargs: Any) -> None:
    """Close the sockets of the session that is ending; it still exists while this is sent."""
    key = getattr(getattr(request, "session", None), "session_key", None)
    if user is not None and key:
        notify.announce_user(user.pk, "ended", session=digest_of(key))


@receiver(post_save, sender=User, dispatch_uid="games.matches.user_saved")
def user_saved(instance: User, created: bool, update_fields: Any = None, **kwargs: Any) -> None:
    """A changed password, a suspension, a deletion: the account's sockets look whether they may stay."""
    if not created and (update_fields is None or {"password", "is_active"} & set(update_fields)):
        notify.announce_user(instance.pk, "recheck")


@receiver(player_suspended, dispatch_uid="games.matches.suspended")
def suspended(player: User, **kwargs: Any) -> None:
    """The account's sockets look whether they may stay: they may not."""
    notify.announce_user(player.pk, "recheck")


@receiver(post_delete, sender=UserSession, dispatch_uid="games.matches.session_ended")
def session_ended(instance: UserSession, **kwargs: Any) -> None:
    """Close the sockets of a session that was ended from the list of sessions."""
    notify.announce_user(instance.user_id, "ended", session=digest_of(instance.session_key))


@receiver(post_delete, sender=AccessToken, dispatch_uid="games.matches.key_revoked")
def key_revoked(instance: AccessToken, **kwargs: Any) -> None:
    """The account's sockets look whether they may stay: those of the revoked key may not."""
    notify.announce_user(instance.player_id, "recheck")
