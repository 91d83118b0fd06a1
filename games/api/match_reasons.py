"""The reasons for which a match refuses, beside those of the rules and of tables for one."""

from django.utils.translation import gettext_lazy as _

from games.api.reasons import Kind
from games.matches.services import Cause

MATCHES: dict[str, Kind] = {
    Cause.FULL: Kind(409, _("The table is taken")),
    Cause.STATE: Kind(409, _("The match has moved on")),
    Cause.BUSY: Kind(409, _("Too much happened at once")),
    Cause.OTHER_SEAT: Kind(422, _("This is the other’s seat")),
    Cause.NOT_STARTED: Kind(422, _("The game has not begun yet")),
    Cause.MATCH_PAUSED: Kind(422, _("The match is paused")),
    Cause.TIME_OUT: Kind(422, _("The time had run out")),
    Cause.TAKEN: Kind(422, _("The opponent was faster")),
    Cause.ACCOUNT: Kind(422, _("This takes an account")),
    Cause.OWN_TABLE: Kind(422, _("The second seat is for somebody else")),
    Cause.BLOCKED: Kind(422, _("One of the two does not wish to play with the other")),
    Cause.LINK: Kind(422, _("The link leads to no open table")),
    Cause.WISHES: Kind(422, _("There is no such way to play")),
    Cause.TOO_MANY_TABLES: Kind(422, _("Too many tables are open")),
    Cause.NOBODY: Kind(422, _("There is no such player")),
    Cause.PRESENT: Kind(422, _("The opponent is there")),
    Cause.TOO_EARLY: Kind(422, _("The opponent may still come back")),
    Cause.CHAT: Kind(422, _("Both players must want to write")),
    Cause.TOO_FAST: Kind(422, _("This came too fast")),
    Cause.BY_HAND: Kind(422, _("The seat was taken by hand")),
    Cause.PEOPLE: Kind(422, _("The table was opened for people")),
    Cause.RATED: Kind(422, _("Programs play unrated matches only")),
    Cause.COMPUTER_ACCOUNT: Kind(422, _("A program needs a computer account")),
    Cause.READ_ONLY: Kind(422, _("The access key only reads")),
}
