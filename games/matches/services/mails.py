"""The mails of matches: that it is one's turn, in a match of days, and that somebody invites one by name.

Each is claimed on the match's row before it is written: sweeps that run side by side write it once. Who is
there needs none.
"""

from datetime import datetime, timedelta

from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import mails, preferences
from accounts.dates import written
from accounts.models import User
from games.matches.models import Match, MatchEvent, Presence, Seat, State, Visibility, of_days
from games.matches.services.locks import note
from games.matches.services.settle import OPEN_FOR, alive
from games.matches.services.tables import blocked_between
from games.play import clock
from games.play.models import Game

MAIL_AFTER = timedelta(minutes=2)
INVITED_AGAIN = timedelta(days=1)
"""Further invitations by the same player are mailed no sooner: they can be taken back and renewed at will."""
MAILED = "mail"
NOT_MAILED = Q(mailed_at=None) | Q(mailed_at__lt=F("turn_since"))


def mail_turns() -> int:
    """Write to players of matches of days whose turn it has become; return to how many.

    Once for each turn; not to those who are there, nor to those who don't want it.
    """
    at, sent = clock.now(), 0
    due = Match.objects.filter(NOT_MAILED, of_days(), state=State.PLAYING, turn_since__lte=at - MAIL_AFTER)
    for match in due.defer("actions", "times"):
        number = match.seat_of(match.snapshot.partition(";")[0] or None)
        if claim(match, at) and number is not None and number not in alive(match, at):
            sent += _mail_turn(match, number)
    return sent


def mail_invitations() -> int:
    """Write to players who were invited by name and have not been on the site since; return to how many.

    Once for each invitation, and once a day for those of the same player; not to those who don't want it.
    """
    at, sent = clock.now(), 0
    due = Match.objects.filter(
        state=State.OPEN,
        visibility=Visibility.INVITED,
        invited__isnull=False,
        mailed_at=None,
        created_at__lte=at - MAIL_AFTER,
    )
    for match in due.select_related("invited").defer("actions", "times"):
        guest = match.invited
        if claim(match, at) and guest is not None and not _seen(guest, match.created_at):
            sent += _mail_invitation(match, guest, at)
    return sent


def claim(match: Match, at: datetime) -> bool:
    """Whether the mail that a match's row, as it was read, asks for is this caller's to write."""
    due = Match.objects.filter(NOT_MAILED, pk=match.pk, version=match.version)
    return bool(due.update(mailed_at=at))


def _mail_turn(match: Match, number: int) -> int:
    seat = Seat.objects.select_related("user").filter(match=match, number=number).first()
    player = seat.user if seat else None
    if player is None or not player.is_active or not preferences.of_player(player).turn_mail:
        return 0
    with mails.in_language_of(player):
        text = _(
            "Hello,\n\nit is your turn in a match of Double Solitaire."
            " You have until %(time)s (Paris time).\n\n"
            "%(address)s\n\n"
            "You can switch these mails off in your settings:\n%(settings)s\n\nRéussite"
        ) % {
            "time": written(match.deadline, "DATETIME_FORMAT") if match.deadline else "",
            "address": mails.address_of("games:match", match.pk),
            "settings": mails.address_of("accounts:preferences"),
        }
        return mails.send(player, _("it is your turn"), text)


def _mail_invitation(match: Match, guest: User, at: datetime) -> int:
    seat = Seat.objects.select_related("user").filter(match=match, number=1).first()
    host = seat.user if seat else None
    if host is None or not (host.is_active and guest.is_active) or blocked_between(host.pk, guest.pk):
        return 0
    if not preferences.of_player(guest).invitation_mail or _told_lately(host, guest, at):
        return 0
    with mails.in_language_of(guest):
        text = (
            _(
                "Hello,\n\n%(name)s invites you to a match of Double Solitaire, played over days."
                " You can accept or decline until %(time)s (Paris time):\n\n"
                "%(address)s\n\n"
                "You can switch these mails off in your settings:\n%(settings)s\n\nRéussite"
            )
            if match.daily
            else _(
                "Hello,\n\n%(name)s invites you to a match of Double Solitaire."
                " You can accept or decline until %(time)s (Paris time):\n\n"
                "%(address)s\n\n"
                "You can switch these mails off in your settings:\n%(settings)s\n\nRéussite"
            )
        ) % {
            "name": host.display_name,
            "time": written(match.created_at + OPEN_FOR, "DATETIME_FORMAT"),
            # Only the invited player sees it at the lobby: by the login, which one who is in passes.
            "address": f"{mails.address_of('account_login')}?next={reverse('games:lobby')}",
            "settings": mails.address_of("accounts:preferences"),
        }
        sent = mails.send(guest, _("%(name)s invites you to a match") % {"name": host.display_name}, text)
    if sent:
        note(match, MAILED, 2)
    return sent


def _seen(player: User, since: datetime) -> bool:
    """Whether a player has been here since a moment: at the lobby, at a table, at a game of his own."""
    there = Presence.objects.filter(user=player, seen_at__gte=since)
    alone = Game.objects.filter(player=player, ended_at=None, last_action_at__gte=since)
    return there.exists() or alone.exists()


def _told_lately(host: User, guest: User, at: datetime) -> bool:
    """Whether a player was mailed already, within a day, that this one invites him."""
    told = MatchEvent.objects.filter(kind=MAILED, at__gt=at - INVITED_AGAIN, match__invited=guest)
    return told.filter(match__seats__number=1, match__seats__user=host).exists()
