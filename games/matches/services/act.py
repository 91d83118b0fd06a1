"""One action at a match: judged on the table as it is when it arrives, stored by one conditional update.

If somebody else's write came between reading and writing, the action is judged again on what that left.
"""

from datetime import datetime, timedelta
from hashlib import blake2s
from uuid import UUID

from django.db import transaction

from games.engine.actions import Kind
from games.engine.cards import DECK_SIZE
from games.engine.duel import RESIGN, DuelPosition
from games.engine.refusals import Reason, Refusal
from games.engine.rules import parse_action
from games.matches import access, rows
from games.matches.deals import VARIANT
from games.matches.models import Limit, Match, State
from games.matches.models import Reason as End
from games.matches.services import notify, programs
from games.matches.services.ending import Verdict, end_game, end_match, position_of, verdict_of
from games.matches.services.locks import locked, save
from games.matches.services.outcome import MatchOutcome
from games.matches.services.presence import seen
from games.matches.services.refusals import Cause, MatchRefusal
from games.matches.services.settle import clock_due, elapsed_ms, settle
from games.play import clock
from games.play.acts import acted
from games.play.owners import NotFound, Owner

TRIES = 25
ACTION_LIMIT = 20_000
LONGEST_TOKEN = 20
REMEMBERED = 40
UNDER_WAY_STILL = timedelta(seconds=5)
"""Who acts so soon after an offer of a draw may not have read it: that is not playing on."""
UP = (Kind.WASTE_UP, Kind.COLUMN_UP)


def act(*, match_id: UUID, owner: Owner, token: str, action_id: str = "") -> MatchOutcome:
    """Play `token` for the owner's seat: a card action, "pass" or "resign".

    `action_id` is the client's: an id that acted before doesn't act again.

    :raises NotFound: if there is no such match, or the owner has no seat at it.
    """
    number = access.own_seat(match_id, owner)
    try:
        programs.check(match_id, number, owner)
    except MatchRefusal as refusal:
        match = _read(match_id)
        return MatchOutcome(match, _shown(match), refusal=refusal)
    seen(match_id=match_id, number=number)
    return act_as(
        match_id=match_id, number=number, token=token, action_id=action_id, by_token=owner.token is not None
    )


def act_as(
    *,
    match_id: UUID,
    number: int,
    token: str,
    action_id: str = "",
    by_token: bool = False,
    announce: bool = True,
    known: Match | None = None,
) -> MatchOutcome:
    """Play `token` for a seat; see `act`. The caller has made sure that the seat is the actor's.

    `announce`: tell the match's sockets; a socket that acts tells them itself, which costs less. `known`: the
    match as it may still be, which spares reading it: if it is not, nothing is stored, and it is read.
    """
    outcome = _judged(match_id, number, token, action_id, by_token, known)
    if not outcome.repeated:
        acted.send(None, game=VARIANT, reason=outcome.reason)
    if announce and outcome.tokens:
        notify.announce(outcome.match, "move" if outcome.match.state == State.PLAYING else "state")
    return outcome


def _judged(
    match_id: UUID, number: int, token: str, action_id: str, by_token: bool, known: Match | None
) -> MatchOutcome:
    """Judge an action, again and again on what others left, until it is stored or refused."""
    outcome = _try_known(known, number, token, action_id, by_token) if known is not None else None
    if outcome is not None:
        return outcome
    for _ in range(TRIES):
        match = _read(match_id)
        at = clock.now()
        late = clock_due(match, at)
        if late:
            match = settle(match_id)
        if repeated(match, number, action_id):
            return MatchOutcome(match, _shown(match), repeated=True)
        try:
            if match.between_games and _name(token) == RESIGN:
                outcome = _resign_between(match, number, token, action_id, by_token)
            else:
                outcome = _try(match, number, token, action_id, at, by_token)
        except Refusal as refusal:
            return MatchOutcome(match, _shown(match), refusal=_worded(refusal, late))
        if outcome is not None:
            return outcome
    match = _read(match_id)
    return MatchOutcome(match, _shown(match), refusal=MatchRefusal(Cause.BUSY))


def _read(match_id: UUID) -> Match:
    match = rows.read(match_id)
    if match is None:
        raise NotFound(match_id)
    return match


def _try_known(known: Match, number: int, token: str, action_id: str, by_token: bool) -> MatchOutcome | None:
    """Try an action on a match as it may still be. Only what is stored is final: nothing is refused by it."""
    at = clock.now()
    if clock_due(known, at) or repeated(known, number, action_id):
        return None
    try:
        return _try(rows.copy_of(known), number, token, action_id, at, by_token)
    except Refusal:
        return None


def repeated(match: Match, number: int, action_id: str) -> bool:
    """Whether an action of this seat with this id was played before in the game under way."""
    return bool(action_id) and _known(number, action_id) in match.recent.split()


def _try(
    match: Match, number: int, token: str, action_id: str, at: datetime, by_token: bool
) -> MatchOutcome | None:
    """Judge an action on a match as it was read, and store it; `None` if another write came between.

    :raises Refusal: if it is not possible.
    """
    _may_act(match, number, token, at)
    duel, letter = position_of(match), match.letter(number)
    name = _name(token)
    turn = duel.turn
    try:
        tokens = duel.do(f"{letter}/{name}")
    except Refusal as refusal:
        raise _outrun(refusal, duel, letter, name) from None
    _change(match, duel, number, turn, tokens[0], at)
    _remember(match, number, action_id)
    match.by_token = match.by_token or by_token
    version, match.version = match.version, match.version + 1
    if duel.over:
        stored = _store_end(match, duel, version, tokens, at)
    else:
        stored = rows.store(match, version=version, tokens=tokens, ms=elapsed_ms(match, at))
    return MatchOutcome(match, duel, tokens) if stored else None


def _name(token: str) -> str:
    """The action that a token names, without the seat."""
    return token[:LONGEST_TOKEN].rpartition("/")[2]


def _check_seat(match: Match, number: int, token: str) -> None:
    seat, slash, _ = token.rpartition("/")
    if slash and seat != match.letter(number):
        raise MatchRefusal(Cause.OTHER_SEAT)


def _may_act(match: Match, number: int, token: str, at: datetime) -> None:
    _check_seat(match, number, token)
    if match.state == State.PAUSED:
        raise MatchRefusal(Cause.MATCH_PAUSED)
    if match.state != State.PLAYING:
        raise MatchRefusal(Cause.GAME_OVER if match.number else Cause.NOT_STARTED)
    if match.starts_at is not None and at < match.starts_at and _name(token) != RESIGN:
        raise MatchRefusal(Cause.NOT_STARTED)
    if match.action_count >= ACTION_LIMIT and _name(token) != RESIGN:
        raise MatchRefusal(Cause.TOO_MANY_ACTIONS, limit=ACTION_LIMIT)


def _change(
    match: Match, duel: DuelPosition, number: int, turn: str | None, token: str, at: datetime
) -> None:
    """Put what an action changed into the match's fields."""
    snapshot = duel.snapshot()
    if token.endswith("-f"):
        match.owners = _owners(match, duel, token[0])
    match.snapshot, match.last_action_at = snapshot, at
    match.action_count += 1
    if match.draw_by == 3 - number and (match.draw_at is None or at >= match.draw_at + UNDER_WAY_STILL):
        match.draw_by = 0  # playing on declines
        match.event_version = match.version + 1
    if duel.turn != turn:  # the seat ended its turn by itself, in time
        setattr(match, f"timeouts_{number}", 0)
        match.turn_since = at
        if match.limit_kind == Limit.TURN:
            match.deadline = at + timedelta(seconds=match.limit_seconds)


def _owners(match: Match, duel: DuelPosition, letter: str) -> str:
    """Note whose card lies on the slot that has just grown."""
    slots = match.owners.split(",")
    grown = next(slot for slot, height in enumerate(duel.foundations) if height > len(slots[slot]))
    slots[grown] += letter
    return ",".join(slots)


def _remember(match: Match, number: int, action_id: str) -> None:
    if action_id:
        recent = [*match.recent.split()[1 - REMEMBERED :], _known(number, action_id)]
        match.recent = " ".join(recent)


def _known(number: int, action_id: str) -> str:
    """What is kept of an action's id: enough to know it again, whatever the client sent."""
    return f"{number}{blake2s(action_id.encode(), digest_size=8).hexdigest()}"


def _store_end(match: Match, duel: DuelPosition, version: int, tokens: list[str], at: datetime) -> bool:
    """Store the action that ends a game together with the end, all or nothing."""
    with transaction.atomic():
        if not rows.store(match, version=version, tokens=tokens, ms=elapsed_ms(match, at)):
            return False
        end_game(match, duel, verdict_of(match, duel), at)
    return True


def _resign_between(
    match: Match, number: int, token: str, action_id: str, by_token: bool
) -> MatchOutcome | None:
    """Resign the match while no game is under way; `None` if it no longer waits for its next one."""
    _check_seat(match, number, token)
    with locked(match.pk) as held:
        if not held.between_games:
            return None
        _remember(held, number, action_id)
        held.by_token = held.by_token or by_token
        save(held, "recent", "by_token")
        end_match(held, Verdict(3 - number, End.RESIGNED, whole=True), clock.now())
        return MatchOutcome(held, _shown(held), [f"{held.letter(number)}/{RESIGN}"])


def _outrun(refusal: Refusal, duel: DuelPosition, letter: str, name: str) -> Refusal:
    """Say it if a card cannot go up because the other has just put the same one there."""
    if refusal.reason is not Reason.FOUNDATION_ORDER or not name.endswith("-f"):
        return refusal
    action = parse_action(name, duel.code.rules)
    table = duel.seats[letter]
    if action.kind not in UP:
        return refusal
    pile = table.waste if action.kind is Kind.WASTE_UP else table.columns[action.source]
    if not pile or duel.last_up in (None, letter):
        return refusal
    card = pile[-1] % DECK_SIZE
    suit, below = divmod(card, 13)
    gone = any(height > below for height in duel.slots.row(suit))
    return MatchRefusal(Cause.TAKEN, card=card) if gone else refusal


def _worded(refusal: Refusal, late: bool) -> Refusal:
    """An action that came after the time had run out is told so, whatever the rules say of it now."""
    expected = refusal.reason in (Reason.GAME_OVER, Reason.NOT_YOUR_TURN)
    return MatchRefusal(Cause.TIME_OUT) if late and expected else refusal


def _shown(match: Match) -> DuelPosition | None:
    return position_of(match) if match.snapshot else None
