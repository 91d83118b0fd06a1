"""The computer's seat: it acts when its stored time has come, whoever looks first.

A player's socket asks every so often; so does any look at the table. Of several who ask at once one lets the
computer act: the stored time is moved on by a conditional update before it does.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from games.engine.duel import PASS
from games.engine.view import visible_duel
from games.matches import rows
from games.matches.bot import policy
from games.matches.bot.sight import recall
from games.matches.models import Match, Seat, State
from games.matches.services.act import act_as
from games.matches.services.ending import position_of
from games.matches.services.outcome import MatchOutcome
from games.play import clock


def due(match_id: UUID) -> datetime | None:
    """Return when the computer wants to act next; `None` if none plays, or not now."""
    return Match.objects.filter(pk=match_id, state=State.PLAYING).values_list("bot_due_at", flat=True).first()


@dataclass(frozen=True, slots=True)
class Turn:
    """What the computer did, if anything, and when it wants to act next."""

    outcome: MatchOutcome | None = None
    next_at: datetime | None = None


def tick(match_id: UUID, *, announce: bool = True) -> Turn:
    """Let the computer act once if its time has come."""
    match = rows.read(match_id)
    at = clock.now()
    if match is None or match.state != State.PLAYING or match.bot_due_at is None:
        return Turn()
    if match.bot_due_at > at:
        return Turn(next_at=match.bot_due_at)
    seat = Seat.objects.filter(match_id=match_id, bot__gt=0).first()
    if seat is None:
        return Turn()
    rng = Random()
    next_at = at + timedelta(seconds=policy.delay(seat.bot, rng))
    claimed = Match.objects.filter(pk=match_id, bot_due_at=match.bot_due_at, state=State.PLAYING)
    if not claimed.update(bot_due_at=next_at):
        return Turn(next_at=next_at)
    token = _choice(match, seat, rng)
    if token is None:
        return Turn(next_at=next_at)
    outcome = act_as(match_id=match_id, number=seat.number, token=token, announce=announce)
    return Turn(outcome, next_at if outcome.match.state == State.PLAYING else None)


def _choice(match: Match, seat: Seat, rng: Random) -> str | None:
    """What the computer plays now; `None` while it is not its turn, or its pass stands already."""
    duel, letter = position_of(match), match.letter(seat.number)
    if duel.turn not in (None, letter):
        return None
    view = visible_duel(duel, letter)
    token = policy.choose(view, letter, seat.bot, rng, memory=recall(duel, letter))
    if token == PASS and duel.turn is None and view.seats[letter].passed:
        return None
    return token
