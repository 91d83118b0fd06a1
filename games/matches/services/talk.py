"""What the two say to each other, and how one is left in peace: mute, report, block. Nothing to strangers."""

import json
import re
import unicodedata
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.matches.models import Block, ChatLine, Match, Report, Seat, State
from games.matches.services import notify, programs
from games.matches.services.locks import locked, note, save, seats_of
from games.matches.services.refusals import Cause, MatchRefusal
from games.matches.services.settle import cancel_locked
from games.matches.services.tables import blocked_between
from games.play import clock
from games.play.owners import Owner

PHRASES = {
    "hello": _("Hello, have a good game!"),
    "well_played": _("Well played!"),
    "quick": _("That was quick!"),
    "oops": _("Oops…"),
    "thinking": _("Give me a moment."),
    "back": _("I’m back."),
    "close": _("That was close!"),
    "luck": _("Lucky!"),
    "thanks": _("Thank you for the game."),
    "again": _("Another one?"),
    "bye": _("Goodbye!"),
}
LONGEST = 200
LINES, WITHIN = 5, timedelta(seconds=10)
MASK = "•••"
# Insults, French and English, each with the ends it may have: many a harmless word begins like one (pédestre,
# salopette, Puteaux, shitake, niggle). Moderators see to the rest.
_INSULTS = (
    *("connarde?s?", r"connass\w*", r"encul\w*", r"salop(?!ette)\w*", r"putain\w*", "putes?"),
    *("b[aâ]tarde?s?", r"niqu(?!ab)\w*", "ntm", "fdp", "p[ée]d[ée]s?", r"p[ée]d[ée]rast\w*", "gouines?"),
    *("n[èe]gres?", "n[ée]gresses?", r"bougnoul\w*", "youpine?s?", "tapettes?", "abrutie?s?", "d[ée]biles?"),
    *(r"(?:mother)?fuck\w*", r"(?:bull)?shit(?!ake)\w*", r"bitch\w*", "cunts?", "assholes?", r"whore\w*"),
    *("slut(?:s|ty)?", "nigg(?:er|a|ah|az)s?", r"faggot\w*", "faggy", "retarded", "bastards?"),
)
_LETTER = r"[^\W\d_]"
_RUDE = re.compile(rf"(?<!{_LETTER})(?:{'|'.join(_INSULTS)})(?!{_LETTER})[\d_]*", re.IGNORECASE)
_CONTACT = re.compile(
    r"(?:https?://|www\.)\S+|[^\s@]+@[^\s@]+\.\S+|\b[\w-]+\.(?:com|net|org|fr|io|gg|ru|info|biz)\b\S*"
    r"|(?:\+?\d[ .-]?){8,}",
    re.IGNORECASE,
)


def filtered(text: str) -> str:
    """Return words as the other may read them: one line, no insults, links, addresses or phone numbers.

    Wide letters, accents put on apart and signs of no width make no other word of one.
    """
    plain = unicodedata.normalize("NFKC", text)[: 2 * LONGEST]
    seen = (char for char in plain if unicodedata.category(char) != "Cf")
    line = " ".join("".join(char if char.isprintable() else " " for char in seen).split())
    return _RUDE.sub(MASK, _CONTACT.sub(MASK, line))[:LONGEST]


def say(*, match_id: UUID, owner: Owner, phrase: str = "", text: str = "") -> ChatLine:
    """Say a ready-made phrase, or words if both players want words.

    :raises NotYours: if the owner has no seat here.
    :raises MatchRefusal: if it is not to be said: unknown, unwanted, blocked, too fast, to nobody.
    """
    number = programs.own_seat(match_id, owner)
    with locked(match_id) as match:
        seats = seats_of(match)
        _may_talk(match, seats, number)
        words = "" if phrase else filtered(text)
        if (phrase and phrase not in PHRASES) or not (phrase or words):
            raise MatchRefusal(Cause.CHAT)
        if words and not words_allowed(seats):
            raise MatchRefusal(Cause.CHAT)
        line = ChatLine.objects.create(match=match, seat=number, phrase=phrase, text=words, at=clock.now())
        save(match)
        notify.announce(match, "chat")
        return line


def want_words(*, match_id: UUID, owner: Owner, wish: bool = True) -> Match:
    """Wish to write words, or no longer; they can be written while both wish it."""
    return _set(match_id, owner, "words", wish)


def mute(*, match_id: UUID, owner: Owner, wish: bool = True) -> Match:
    """Read nothing more of the other's, or again."""
    return _set(match_id, owner, "muted", wish)


def words_allowed(seats: dict[int, Seat]) -> bool:
    """Whether words may be written: two accounts, and both wish it."""
    return len(seats) == 2 and all(seat.words and seat.user_id is not None for seat in seats.values())


def report(*, match_id: UUID, owner: Owner, note_text: str = "") -> Report:
    """Send the conversation to the moderators' list. While a report is open, another one adds nothing.

    :raises NotYours: if the owner has no seat here.
    """
    number = programs.own_seat(match_id, owner)
    with locked(match_id) as match:
        lines = [
            {"seat": line.seat, "phrase": line.phrase, "text": line.text, "at": line.at.isoformat()}
            for line in ChatLine.objects.filter(match=match)
        ]
        found, made = Report.objects.get_or_create(
            match=match,
            seat=number,
            handled_at=None,
            defaults={
                "note": filtered(note_text),
                "conversation": json.dumps(lines),
                "created_at": clock.now(),
            },
        )
        if made:
            note(match, "report", number)
        return found


def block(*, owner: Owner, name: str) -> None:
    """Want neither invitation, nor chat, nor pairing with a player any more. His invitations are closed.

    :raises MatchRefusal: for visitors, or if there is no such player.
    """
    me, other = _pair(owner, name)
    try:
        with transaction.atomic():
            Block.objects.create(player_id=me, blocked_id=other)
    except IntegrityError:  # blocked before
        return
    pairs = [(me, other), (other, me)]
    for guest, host in pairs:
        seats = Seat.objects.filter(number=1, user_id=host, match__invited_id=guest, match__state=State.OPEN)
        for match_id in seats.values_list("match_id", flat=True):
            with locked(match_id) as match:
                if match.state == State.OPEN:
                    cancel_locked(match, clock.now())


def unblock(*, owner: Owner, name: str) -> None:
    """Take a block back; without one nothing happens."""
    me, other = _pair(owner, name)
    Block.objects.filter(player_id=me, blocked_id=other).delete()


def _pair(owner: Owner, name: str) -> tuple[int, int]:
    if owner.user_id is None:
        raise MatchRefusal(Cause.ACCOUNT)
    try:
        other = User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        raise MatchRefusal(Cause.NOBODY) from None
    if other.pk == owner.user_id or other.deleted_at:
        raise MatchRefusal(Cause.NOBODY)
    return owner.user_id, other.pk


def _set(match_id: UUID, owner: Owner, name: str, wish: bool) -> Match:
    number = programs.own_seat(match_id, owner)
    with locked(match_id) as match:
        changed = Seat.objects.filter(match=match, number=number).exclude(**{name: wish})
        if changed.update(**{name: wish}):
            save(match)
            notify.announce(match, "chat")
        return match


def _may_talk(match: Match, seats: dict[int, Seat], number: int) -> None:
    other = seats.get(3 - number)
    if other is None or other.bot or match.state == State.CANCELLED:
        raise MatchRefusal(Cause.CHAT)
    if other.is_gone:
        raise MatchRefusal(Cause.NOBODY)
    if blocked_between(seats[number].user_id, other.user_id):
        raise MatchRefusal(Cause.BLOCKED)
    lately = ChatLine.objects.filter(match=match, seat=number, at__gt=clock.now() - WITHIN)
    if lately.count() >= LINES:
        raise MatchRefusal(Cause.TOO_FAST)
