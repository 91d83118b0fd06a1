"""Seats that change hands: a visitor becomes a player, a player's account is deleted."""

from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.matches.models import Block, ChatLine, Match, QuickWish, Reason, Seat, State
from games.matches.services import notify
from games.matches.services.ending import Verdict, end_game, end_match, position_of
from games.matches.services.locks import locked, note, save
from games.matches.services.settle import cancel_locked
from games.play import clock


def pass_seats(*, visitor: UUID, user_id: int) -> int:
    """Give a visitor's seats to an account; one at a match where it sits already stays the visitor's.

    Such a match stays unrated: its players agreed on it before.
    """
    done = 0
    for match_id in Seat.objects.filter(visitor=visitor).values_list("match_id", flat=True):
        with locked(match_id) as match:
            if Seat.objects.filter(match=match, user_id=user_id).exists():
                continue
            done += Seat.objects.filter(match=match, visitor=visitor).update(visitor=None, user_id=user_id)
            save(match)
            notify.announce(match)
    return done


@transaction.atomic
def player_goes(*, user_id: int) -> None:
    """An account is being deleted: its open tables are closed, matches under way are the other's.

    The rows of its finished matches stay as they are; what it wrote goes.
    """
    unfinished = Match.objects.filter(ended_at__isnull=True)
    ids = {
        *unfinished.filter(seats__user_id=user_id).values_list("pk", flat=True),
        *unfinished.filter(invited_id=user_id).values_list("pk", flat=True),
    }
    for match_id in sorted(ids):
        with locked(match_id) as match:
            seat = Seat.objects.filter(match=match, user_id=user_id).values_list("number", flat=True).first()
            _leave(match, seat or 0)
    own = Seat.objects.filter(user_id=user_id, match=OuterRef("match"), number=OuterRef("seat"))
    ChatLine.objects.filter(Exists(own)).exclude(text="").delete()
    Block.objects.filter(player_id=user_id).delete()
    Block.objects.filter(blocked_id=user_id).delete()
    QuickWish.objects.filter(user_id=user_id).delete()


def _leave(match: Match, number: int) -> None:
    at = clock.now()
    if match.state == State.OPEN or (match.state == State.READY and match.number == 0):
        cancel_locked(match, at)
        return
    if not number or match.over:
        return
    verdict = Verdict(3 - number, Reason.LEFT, whole=True)
    note(match, "deleted", number)
    if match.state in (State.PLAYING, State.PAUSED):
        end_game(match, position_of(match), verdict, at)
    else:
        end_match(match, verdict, at)
