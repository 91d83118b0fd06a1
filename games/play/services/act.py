"""One action on a game: load, check the version, ask the engine, store by one conditional update."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from games.engine.play import Play
from games.engine.refusals import Refusal
from games.engine.view import visible
from games.play import clock, deals, rows
from games.play.acts import acted
from games.play.models import Attempt, EndReason, Game, Origin, Status
from games.play.owners import Owner, game_of
from games.play.rows import Outrun
from games.play.services import ranking, refusals
from games.play.services.end import end_due, first_under_way, give_up_for_practice, store_end
from games.play.services.outcome import Outcome

FINISH = "finish"
LONGEST_TOKEN = 20
CHANGED = (
    *("elapsed_ms", "running_since", "last_action_at", "snapshot", "action_count", "by_token"),
    *("score", "ranked_score", "moves", "undos", "passes"),
)
STARTED = ("started_at", "status", "attempt", "daily_counts")


def act(*, game_id: UUID, owner: Owner, token: str, version: int, automatic: bool = True) -> Outcome:
    """Play `token` on the owner's game if it still has `version`; automatic cards go up only if `automatic`.

    `token` is an action, "undo", "redo", or "finish", which plays the rest up as ordinary actions. The first
    action starts the clock and makes the game an attempt; the winning one ends it.

    :raises NotFound: if the owner has no such game.
    """
    outcome = _act(game_id, owner, token, version, automatic)
    acted.send(None, game=outcome.game.variant, reason="stale" if outcome.stale else outcome.reason)
    return outcome


def _act(game_id: UUID, owner: Owner, token: str, version: int, automatic: bool) -> Outcome:
    game = game_of(game_id, owner)
    if game.version != version:
        return _unchanged(game, stale=True)
    at = clock.now()
    play = resume_play(game, automatic=automatic)
    before = visible(play.position)
    try:
        may_act(game, owner)
        tokens = _do(game, play, token)
        _store(game, play, tokens, at, by_token=owner.token is not None)
    except Refusal as refusal:
        return _unchanged(game, refusal=refusal)
    except Outrun:
        return _unchanged(game_of(game_id, owner), stale=True)
    return Outcome(game=game, before=before, after=visible(play.position), play=play, tokens=tokens)


def resume_play(game: Game, *, automatic: bool = True) -> Play:
    """Return the game as the engine plays on from it; its record is read only if undo or redo asks for it."""
    return Play.resume(game.deal_code, game.snapshot, _record_of(game), automatic=automatic)


def _record_of(game: Game) -> Callable[[], list[str]]:
    """What reads a game's record; it raises `Outrun` if that is of a later version than the snapshot."""

    def load() -> list[str]:
        record = (
            Game.objects.filter(pk=game.pk, version=game.version).values_list("actions", flat=True).first()
        )
        if record is None:
            raise Outrun
        return record.split()

    return load


def _unchanged(game: Game, *, refusal: Refusal | None = None, stale: bool = False) -> Outcome:
    """The outcome of an action that changed nothing: the table as it is."""
    play = resume_play(game)
    view = visible(play.position)
    return Outcome(game=game, before=view, after=view, play=play, refusal=refusal, stale=stale)


def may_act(game: Game, owner: Owner) -> None:
    """Refuse any action on a game that is over or paused, or not for a program to play.

    :raises Refusal: if so.
    :raises Outrun: if its time was over, and somebody else has just ended it.
    """
    end_due(game)
    if game.over:
        raise refusals.over(game)
    if game.paused:
        raise refusals.paused()
    refusals.refuse_program(game, owner)
    if owner.token is not None and game.started_at is None:
        refusals.refuse_second_by_program(first_under_way(game))


def _do(game: Game, play: Play, token: str) -> list[str]:
    """Play a token and return what happened.

    :raises Refusal: if the rules refuse it, or the game is as long as one may be; the game is as it was.
    """
    tokens = play.finish() if token == FINISH else play.do(token[:LONGEST_TOKEN])
    if game.action_count + _counted(tokens) > refusals.ACTION_LIMIT:
        raise refusals.too_many()
    return tokens


def _counted(tokens: list[str]) -> int:
    """How many of the tokens are the player's own actions."""
    return sum(not token.endswith("*") for token in tokens)


def _store(game: Game, play: Play, tokens: list[str], at: datetime, *, by_token: bool) -> None:
    """Store what an action changed.

    :raises Outrun: if the game has moved on meanwhile.
    """
    position = play.position
    game.elapsed_ms, game.running_since, game.last_action_at = clock.elapsed_ms(game, at), at, at
    game.snapshot = play.snapshot()
    game.score, game.ranked_score, game.moves = position.score, position.ranked_score, position.moves
    game.undos, game.passes = position.undos, position.passes
    game.action_count += _counted(tokens)
    game.by_token = game.by_token or by_token
    if game.started_at is None:
        _store_first(game, tokens, at)
    elif position.won:
        store_end(game, EndReason.WON, at, changed=CHANGED, tokens=tokens)
    else:
        rows.store(game, CHANGED, tokens)


def _store_first(game: Game, tokens: list[str], at: datetime) -> None:
    """Store a game's first action, which decides whether it is its player's first attempt at the deal.

    A first attempt still under way ends there: practice would show what it has not turned up yet.
    """
    game.started_at, game.status = at, Status.PLAYING
    game.attempt = game.attempt or _attempt(game)
    try:
        _store_start(game, tokens)
    except IntegrityError:  # another game of the same deal began at this very moment, in a second window
        game.attempt = Attempt.PRACTICE
        _store_start(game, tokens)


def _store_start(game: Game, tokens: list[str]) -> None:
    game.daily_counts = _counts_for_daily(game)
    with transaction.atomic():
        if game.attempt == Attempt.PRACTICE:
            give_up_for_practice(game)
        rows.store(game, CHANGED + STARTED, tokens)
        ranking.announce_start(game)


def _attempt(game: Game) -> Attempt:
    others = Game.objects.started().filter(deal=game.deal, **game.owner_fields).exclude(pk=game.pk)
    return Attempt.PRACTICE if others.exists() else Attempt.FIRST


def _counts_for_daily(game: Game) -> bool:
    """Whether a game that starts now is a player's counted attempt at the challenge of the day."""
    if (
        game.origin != Origin.DAILY
        or game.player_id is None
        or game.attempt != Attempt.FIRST
        or game.by_token
        or (game.player is not None and game.player.is_machine)
    ):
        return False
    secret = deals.secret_of(game.deal)
    if secret is None or secret.counts_from is None or secret.counts_until is None or game.started_at is None:
        return False
    return secret.counts_from <= game.started_at < secret.counts_until
