"""What happens to a player when allauth says that something happened."""

from dataclasses import replace
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_reset, user_logged_in, user_signed_up
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts import preferences, services, tokens
from accounts.models import User


@receiver(email_confirmed, dispatch_uid="accounts.confirm_address")
def take_confirmed_address(email_address: EmailAddress, **kwargs: Any) -> None:
    """The confirmed address becomes the player's; squatters of it lose their claim."""
    services.confirm_address(email_address.user, email_address.email)


@receiver(user_signed_up, dispatch_uid="accounts.pass_preferences")
def pass_preferences(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """What the visitor had chosen becomes the new player's choice.

    So does the language of the page, if it is not the site's own: later mails have no page to go by.
    """
    chosen = preferences.Preferences.read(request.session.get(preferences.SESSION_KEY))
    language = get_language() or ""
    if not chosen.language and language != settings.LANGUAGE_CODE:
        chosen = replace(chosen, language=language)
    preferences.keep_for(user, chosen)


@receiver(user_logged_in, dispatch_uid="accounts.drop_visitor_preferences")
def drop_visitor_preferences(request: HttpRequest, **kwargs: Any) -> None:
    """From now on the account's choices hold: those of the session go."""
    request.session.pop(preferences.SESSION_KEY, None)


@receiver(password_reset, dispatch_uid="accounts.revoke_keys")
def revoke_keys(user: User, **kwargs: Any) -> None:
    """Whoever resets a password may have lost the account to somebody: the keys that were made go with it.

    A change of password, by somebody who knows the old one, leaves them: programs go on playing.
    """
    tokens.revoke_all(user)
