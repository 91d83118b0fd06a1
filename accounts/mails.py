"""Mails that the site writes to players of its own accord: in their language, to the address they confirmed.

What such a mail says also stands on the site: one that cannot be sent is noted, and nothing else fails.
"""

import logging
from contextlib import AbstractContextManager
from textwrap import indent

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import preferences
from accounts.models import User

logger = logging.getLogger(__name__)


def in_language_of(player: User) -> AbstractContextManager[None]:
    """Speak the language that a player chose, or else the site's."""
    return translation.override(preferences.of_player(player).language or settings.LANGUAGE_CODE)


def address_of(name: str, *args: object) -> str:
    """Return the whole address of a page, in the language that is spoken."""
    return settings.SITE_URL.rstrip("/") + reverse(name, args=args)


def send(player: User, subject: str, text: str) -> bool:
    """Write to a player, who may have confirmed no address; tell whether a mail went out."""
    if not player.email:
        return False
    try:
        return bool(send_mail(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject, text, None, [player.email]))
    except (OSError, ValueError):  # the server is away or refuses; no mail can be made of this
        logger.warning("a mail to a player was not sent", exc_info=True)
        return False


def tell_of_warning(player: User, words: str) -> None:
    """Write what the staff had to say."""
    text = _(
        "Hello,\n\nthe staff of Réussite have written to you:\n\n%(words)s\n\n"
        "You find it in your account, until you mark it as read:\n%(account)s\n\n"
        "If you think this is a mistake, write to the staff:\n%(contact)s\n\nRéussite"
    )
    _tell(player, _("a word from the staff"), text, words)


def tell_of_suspension(player: User, reason: str) -> None:
    """Write that the account is shut, and why."""
    text = _(
        "Hello,\n\nthe staff of Réussite have suspended your account: it cannot be used for now."
        " Their reason:\n\n%(words)s\n\n"
        "If you think this is a mistake, write to the staff:\n%(contact)s\n\nRéussite"
    )
    _tell(player, _("your account is suspended"), text, reason)


def tell_of_reinstatement(player: User) -> None:
    """Write that the account is open again."""
    text = _(
        "Hello,\n\nthe staff of Réussite have lifted the suspension of your account:"
        " you can log in and play again.\n\n%(account)s\n\nRéussite"
    )
    _tell(player, _("your account is open again"), text)


def _tell(player: User, subject: str | Promise, text: str | Promise, words: str = "") -> None:
    """Write in the player's language: subject and text are put into it here."""
    with in_language_of(player):
        places = {
            "words": indent("\n".join(words.splitlines()) or "–", "    "),
            "account": address_of("accounts:overview"),
            "contact": address_of("content:info", "contact"),
        }
        send(player, str(subject), str(text) % places)
