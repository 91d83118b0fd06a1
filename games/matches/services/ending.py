"""The end of a game and of a match: stored once, whatever path leads to it, together with the ratings."""

from dataclasses import dataclass
from datetime import datetime

from games.engine.duel import DuelPosition, Over
from games.matches import deals
from games.matches.models import ENDED, Match, MatchGame, Rated, Reason, Seat, State
from games.matches.services import notify
from games.matches.services.locks import note, save, seats_of
from leaderboards import ratings

GAME_FIELDS = (
    *("state", "deadline", "paused_at", "draw_by", "bot_due_at", "total_1", "total_2", "first"),
    *("timeouts_1", "timeouts_2", "last_action_at"),
)
MATCH_FIELDS = (*GAME_FIELDS, "winner", "reason", "rated", "ended_at")


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended: the seat that won it, if any, why, and whether the whole match ends with it."""

    winner: int | None
    reason: Reason
    whole: bool = False


def position_of(match: Match) -> DuelPosition:
    """Return the game under way as the engine plays on from it."""
    return DuelPosition.restore(deals.code_of(match.code), match.snapshot)


def contributions(match: Match, duel: DuelPosition) -> tuple[int, int]:
    """Return how many cards the seats 1 and 2 have put up."""
    cards = duel.contributed
    return cards[match.letter(1)], cards[match.letter(2)]


def by_count(match: Match, duel: DuelPosition) -> Verdict:
    """Count the cards: most wins, at equality whoever made the last play; nobody played: nobody wins."""
    one, two = contributions(match, duel)
    if one != two:
        return Verdict(1 if one > two else 2, Reason.CARDS)
    last = match.seat_of(duel.last_up)
    return Verdict(last, Reason.LAST_PLAY if last else Reason.VOID)


def verdict_of(match: Match, duel: DuelPosition) -> Verdict:
    """Return how a game that is over for the engine ended."""
    if duel.over is Over.RESIGNED:
        return Verdict(match.seat_of(duel.winner), Reason.RESIGNED, whole=True)
    if duel.over is Over.CLEARED:
        assert duel.winner is not None
        bonus = not duel.seats[duel.winner].won
        return Verdict(match.seat_of(duel.winner), Reason.BONUS if bonus else Reason.CARDS)
    return by_count(match, duel)


def end_game(match: Match, duel: DuelPosition, verdict: Verdict, at: datetime) -> None:
    """End the game under way of a locked match, and the match with it if that decides it."""
    if verdict.reason is Reason.CARDS and len(set(contributions(match, duel))) == 1:
        verdict = Verdict(verdict.winner, Reason.LAST_PLAY, verdict.whole)
    counted = verdict.reason is not Reason.VOID
    one, two = contributions(match, duel)
    _archive(match, duel, verdict, counted, at)
    match.total_1, match.total_2 = match.total_1 + one * counted, match.total_2 + two * counted
    match.deadline = match.paused_at = match.bot_due_at = None
    match.draw_by = match.timeouts_1 = match.timeouts_2 = 0
    match.last_action_at = at
    final = verdict if verdict.whole else _series(match, verdict)
    if final is None:
        _next_game(match)
    else:
        end_match(match, final, at)


def end_match(match: Match, verdict: Verdict, at: datetime) -> None:
    """End a locked match: its state, its codes, the ratings. One that has ended stays as it is."""
    if match.state in ENDED:
        return
    nobody = verdict.reason in (Reason.VOID, Reason.ABANDONED, Reason.STAFF)
    match.state = State.VOID if nobody else State.OVER
    match.winner, match.reason, match.ended_at = verdict.winner, verdict.reason, at
    match.deadline = match.paused_at = match.bot_due_at = None
    match.rated = _rate(match, at)
    save(match, *MATCH_FIELDS)
    note(match, "end", verdict.winner or 0, verdict.reason)
    for code in {match.code, *MatchGame.objects.filter(match=match).values_list("code", flat=True)}:
        deals.reveal(code)
    notify.announce(match)
    notify.announce_lobby()


def _archive(match: Match, duel: DuelPosition, verdict: Verdict, counted: bool, at: datetime) -> None:
    one, two = contributions(match, duel)
    MatchGame.objects.create(
        match=match,
        number=match.number,
        code=match.code,
        first=match.first,
        snapshot=match.snapshot,
        owners=match.owners,
        contributed_1=one,
        contributed_2=two,
        over=duel.over or "",
        winner=verdict.winner,
        reason=verdict.reason,
        counted=counted,
        started_at=match.starts_at or at,
        ended_at=at,
        actions=match.actions.strip(),
        times=match.times.strip(),
    )


def _series(match: Match, game: Verdict) -> Verdict | None:
    """Return how the match ends with this game, or `None` if another one is to be played."""
    if match.series_games == 1:
        return game
    one, two = match.total_1, match.total_2
    leader = Verdict(1 if one > two else 2, Reason.CARDS)
    if match.series_cards:
        return leader if max(one, two) >= match.series_cards and one != two else None
    played = MatchGame.objects.filter(match=match, counted=True).count()
    if played < match.series_games or game.reason is Reason.VOID:
        return None
    if one != two:
        return leader
    return game if played > match.series_games else None


def _next_game(match: Match) -> None:
    """Wait for both to be ready for the next game; the other seat begins it."""
    match.state, match.first = State.READY, 3 - match.first
    Seat.objects.filter(match=match, bot=0).update(ready=False)
    Seat.objects.filter(match=match, bot__gt=0).update(ready=True)
    save(match, *GAME_FIELDS)
    note(match, "game_end")
    notify.announce(match)


def _rate(match: Match, at: datetime) -> str:
    """Change the ratings if the match counts, in its result's transaction; return why it counts or not."""
    if match.rated != Rated.PENDING:
        return match.rated
    if match.by_token:
        return Rated.TOKEN
    if match.winner is None and match.reason != Reason.AGREED:
        return Rated.NO_RESULT
    seats = seats_of(match)
    players = [seats[number].user_id for number in (1, 2)]
    if players[0] is None or players[1] is None:
        return Rated.ACCOUNTS
    counted = ratings.record(
        ratings.Finished(
            match_id=match.pk,
            players=(players[0], players[1]),
            winner=None if match.winner is None else players[match.winner - 1],
            tempo="S" if "S" in match.options else "A",
            at=at,
        )
    )
    return Rated.COUNTED if counted else Rated.OFTEN
