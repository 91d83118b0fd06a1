"""What the staff do with matches: void one, with its change of ratings; put a report away."""

from uuid import UUID

from games.matches import deals
from games.matches.models import ENDED, UNDER_WAY, MatchGame, Rated, Reason, Report, State
from games.matches.services import notify
from games.matches.services.ending import Verdict, end_game, position_of
from games.matches.services.locks import locked, note, save
from games.play import clock
from leaderboards import ratings

VOIDED = (
    "state",
    "winner",
    "reason",
    "ended_at",
    "deadline",
    "paused_at",
    "bot_due_at",
    "rated",
    "void_note",
)


def void(*, match_id: UUID, why: str) -> bool:
    """Void a match, under way or over: no winner, its change of ratings is taken back. Tell if it changed.

    A game under way ends as it stands and is kept, so that all can see what was played. `why`: for the
    players to read, and for the match's time line.

    :raises NotFound: if there is no such match.
    """
    with locked(match_id) as match:
        if match.state == State.VOID and match.reason == Reason.STAFF:
            return False
        if match.state in UNDER_WAY:
            verdict = Verdict(None, Reason.STAFF, whole=True)
            end_game(match, position_of(match), verdict, clock.now())
        elif match.state not in ENDED:
            match.ended_at = clock.now()
        match.state, match.winner, match.reason = State.VOID, None, Reason.STAFF
        match.deadline = match.paused_at = match.bot_due_at = None
        match.void_note, match.rated = why[:200], Rated.VOID
        save(match, *VOIDED)
        note(match, "void", text=why[:200])
        ratings.void(match.pk)
        for code in {match.code, *MatchGame.objects.filter(match=match).values_list("code", flat=True)}:
            deals.reveal(code)
        notify.announce(match)
        notify.announce_lobby()
        return True


def handled(*, report_id: int, by: int | None) -> None:
    """Put a report away: somebody has seen to it."""
    Report.objects.filter(pk=report_id, handled_at=None).update(handled_at=clock.now(), handled_by_id=by)
