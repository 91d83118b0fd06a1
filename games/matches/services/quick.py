"""« Match rapide »: two who wait with the same wishes are paired, each into exactly one match.

A wish is committed before anybody is looked for, so that of two who press at once at least one sees the
other; a pair is made only while both wishes are held, in one order, and neither has a match.
"""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.matches.models import ENDED, Block, Match, QuickWish, Visibility
from games.matches.services import notify, programs
from games.matches.services.locks import note
from games.matches.services.refusals import Cause, MatchRefusal
from games.matches.services.tables import Wishes, add_seat, new_match, seated
from games.play import clock
from games.play.owners import Owner
from leaderboards import ratings

WAITS = timedelta(seconds=20)
"""A wish counts as long as its player's page says so: every few seconds."""
CANDIDATES = 60
AMONG_PROGRAMS = " programs"
"""What the wishes of computer accounts end in: nobody else wishes the same."""


def quick(*, owner: Owner, wishes: Wishes, renew: bool = False) -> Match | None:
    """Wish for an opponent, or go on waiting: the match, once there is one; until then `None`.

    The page asks again every few seconds for as long as it waits, with `renew`: a wish taken back while that
    was on its way stays taken back. Other wishes replace the ones before.
    Computer accounts are paired with each other only: whoever presses the button expects a person.

    :raises MatchRefusal: for visitors, for a person's access key, and for wishes that are none.
    """
    if owner.user_id is None:
        raise MatchRefusal(Cause.ACCOUNT)
    program = programs.is_machine(owner.user_id)
    if owner.token is not None and not program:
        raise MatchRefusal(Cause.COMPUTER_ACCOUNT)
    wishes.check()
    key = wishes.key + AMONG_PROGRAMS * program
    mine = _wish(owner.user_id, wishes, key, renew)
    if mine is None:
        return None
    if mine.match_id is not None:
        return _match_of(mine.match_id)
    for other in _nearest(mine):
        match = _pair(mine.user_id, other, wishes, key, program)
        if match is not None:
            return match
    mine.refresh_from_db()
    return _match_of(mine.match_id) if mine.match_id else None


def leave(*, owner: Owner) -> None:
    """Wait no longer. Who has been paired meanwhile stays so."""
    if owner.user_id is not None:
        QuickWish.objects.filter(user_id=owner.user_id, match=None).delete()
        notify.announce_lobby()


def paired(*, owner: Owner) -> UUID | None:
    """Return the unfinished match that a player's last wish led to."""
    if owner.user_id is None:
        return None
    wish = QuickWish.objects.filter(user_id=owner.user_id, match__isnull=False)
    return wish.exclude(match__state__in=ENDED).values_list("match_id", flat=True).first()


def _wish(user_id: int, wishes: Wishes, key: str, renew: bool) -> QuickWish | None:
    """Store the wish, committed when this returns; `None` if there is none left to renew.

    One that has led to a match not yet begun is kept.
    """
    tempo = "A" if wishes.alternate else "S"
    with transaction.atomic():
        if not renew:
            first = QuickWish(user_id=user_id, wishes=key, seen_at=clock.now())
            QuickWish.objects.bulk_create([first], ignore_conflicts=True)
        wish = QuickWish.objects.select_for_update().filter(pk=user_id).first()
        if wish is None:
            return None
        if wish.match_id is not None and _still_to_play(wish.match_id):
            return wish
        wish.match, wish.wishes, wish.seen_at = None, key, clock.now()
        wish.strength = ratings.strength_of(user_id, tempo)
        wish.save()
    return wish


def _still_to_play(match_id: UUID) -> bool:
    return Match.objects.filter(pk=match_id, number=0).exclude(state__in=ENDED).exists()


def _match_of(match_id: UUID) -> Match:
    return Match.objects.get(pk=match_id)


def _nearest(mine: QuickWish) -> list[int]:
    """The players who wait with the same wishes, nearest rating first."""
    waiting = QuickWish.objects.filter(
        wishes=mine.wishes, match=None, seen_at__gt=clock.now() - WAITS, user__is_active=True
    ).exclude(pk=mine.pk)
    blocks = Block.objects.filter(Q(player_id=mine.pk) | Q(blocked_id=mine.pk))
    strangers = {user for pair in blocks.values_list("player_id", "blocked_id") for user in pair}
    found = [wish for wish in waiting.order_by("seen_at") if wish.pk not in strangers]
    found.sort(key=lambda wish: abs(wish.strength - mine.strength))
    return [wish.pk for wish in found[:CANDIDATES]]


def _pair(one: int, two: int, wishes: Wishes, key: str, program: bool) -> Match | None:
    """Make a match of two wishes, if both are still free; `None` if one is not."""
    with transaction.atomic():
        rows = QuickWish.objects.select_for_update().filter(pk__in=(one, two), match=None)
        held = list(rows.order_by("pk"))
        if len(held) != 2 or any(wish.wishes != key for wish in held):
            return None
        match = new_match(wishes, Visibility.QUICK, program=program)
        match.save(force_insert=True)
        add_seat(match, 1, Owner(user_id=two), program=program)
        add_seat(match, 2, Owner(user_id=one), program=program)
        seated(match, rated=match.rated)
        QuickWish.objects.filter(pk__in=(one, two), match=None).update(match=match)
        note(match, "pair")
        notify.announce_user(one, "paired", match=str(match.pk))
        notify.announce_user(two, "paired", match=str(match.pk))
        notify.announce_lobby()
    return match
