"""When a visitor becomes a player, his games go with him; when one asks for the bankroll, they are counted as
they stand."""

from typing import Any
from uuid import UUID

from allauth.account.signals import user_signed_up
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from games.play.owners import SESSION_KEY
from games.play.services import transfer
from games.play.services.progress import tell_progress
from leaderboards.asking import bankroll_asked

NEW_ACCOUNT_KEY = "signed_up_here"


@receiver(user_signed_up, dispatch_uid="games.pass_at_sign_up")
def signed_up(request: HttpRequest | None, user: AbstractBaseUser, **kwargs: Any) -> None:
    """Pass the session's games to the account just made. Its first login from here belongs to the sign-up."""
    if request is None:
        return
    request.session[NEW_ACCOUNT_KEY] = user.pk
    visitor = _take_visitor(request)
    if visitor is not None:
        transfer.pass_at_sign_up(visitor=visitor, user_id=user.pk)


@receiver(user_logged_in, dispatch_uid="games.pass_at_login")
def logged_in(request: HttpRequest | None, user: AbstractBaseUser, **kwargs: Any) -> None:
    """Pass the session's games to the account, as practice; those played while signing up as they are."""
    if request is None or not hasattr(request, "session"):
        return
    new = request.session.pop(NEW_ACCOUNT_KEY, None) == user.pk
    visitor = _take_visitor(request)
    if visitor is None:
        return
    passing = transfer.pass_at_sign_up if new else transfer.pass_at_login
    passing(visitor=visitor, user_id=user.pk)


@receiver(bankroll_asked, dispatch_uid="games.tell_progress")
def asked_for_bankroll(user_id: int, **kwargs: Any) -> None:
    """Tell the boards where the games stand that the player has under way, before the bankroll is shown."""
    tell_progress(user_id=user_id)


def _take_visitor(request: HttpRequest) -> UUID | None:
    stored = request.session.pop(SESSION_KEY, None)
    return UUID(stored) if stored else None
