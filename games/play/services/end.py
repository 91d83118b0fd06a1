"""The end of a game: stored once, whatever path leads to it, together with its place on the boards."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.play import clock, rows
from games.play.models import Attempt, EndReason, Game, Origin, Status
from games.play.owners import Owner, game_of
from games.play.rows import Outrun
from games.play.services import ranking, refusals
from games.play.services.outcome import Stale

TRIES = 10
HUMAN_MS = 300
"""Milliseconds per request below which no hand keeps playing for a whole game."""
ENOUGH_REQUESTS = 20
FAST = "fast"
ENDED = (
    *("status", "end_reason", "ended_at", "elapsed_ms", "running_since", "paused", "flags"),
    *("standing", "on_game_board", "on_deal_board"),
)


def insist(game_id: UUID, owner: Owner, change: Callable[[Game], None]) -> Game:
    """Read the owner's game and change it; if somebody else was faster, again on the game as it is then.

    :raises NotFound: if the owner has no such game.
    :raises Stale: if others were faster time and again.
    """
    for _ in range(TRIES):
        game = game_of(game_id, owner)
        with suppress(Outrun):
            change(game)
            return game
    raise Stale(game)


def look(*, game_id: UUID, owner: Owner) -> Game:
    """Return the owner's game, without its record, as its page shows it: ended, if its time is over.

    :raises NotFound: if the owner has no such game.
    """
    return insist(game_id, owner, end_due)


def give_up(*, game_id: UUID, owner: Owner, version: int | None = None) -> Game:
    """Give a game up. One that has ended already stays as it is.

    :raises NotFound: if the owner has no such game.
    :raises Stale: if a version is given and the game has moved on since.
    :raises TableRefusal: to a program, on a game that was begun by hand.
    """
    return _give_up(game_id, owner, version, EndReason.GIVEN_UP)


def give_up_for_restart(*, game_id: UUID, owner: Owner, version: int | None = None) -> Game:
    """Give a game up because its deal is begun again; see `give_up`."""
    return _give_up(game_id, owner, version, EndReason.RESTARTED)


def _give_up(game_id: UUID, owner: Owner, version: int | None, reason: EndReason) -> Game:
    def change(game: Game) -> None:
        if game.over:
            return
        if version is not None and game.version != version:
            raise Stale(game)
        end_due(game)
        refusals.refuse_program(game, owner)
        if not game.over:
            store_end(game, reason, clock.now())

    return insist(game_id, owner, change)


def first_under_way(game: Game) -> Game | None:
    """Return another game of the same owner that is the first attempt at this deal, if it is not over."""
    others = Game.objects.light().unfinished().filter(deal=game.deal, attempt=Attempt.FIRST)
    return others.filter(**game.owner_fields).exclude(pk=game.pk).first()


def give_up_for_practice(game: Game) -> None:
    """Give the first attempt at a deal up because its owner begins to play the deal again: what practice
    turns up would help it.

    :raises Outrun: if somebody else changes that attempt meanwhile, or a program would end a person's.
    """
    for _ in range(TRIES):
        first = first_under_way(game)
        if first is None:
            return
        with suppress(Outrun):
            _give_up_first(first, game)
            return
    raise Outrun(game.pk)


def _give_up_first(first: Game, again: Game) -> None:
    end_due(first)
    if first.over:
        return
    if again.by_token and not first.by_token:  # begun by hand after the program had been let in
        raise Outrun(first.pk)
    store_end(first, EndReason.RESTARTED, clock.now())


def end_if_due(game: Game) -> bool:
    """End an unfinished game whose time is over, unless somebody else does; return whether it did."""
    try:
        end_due(game)
    except Outrun:
        return False
    return game.over


def end_due(game: Game) -> None:
    """End an unfinished game whose time is over: 14 days without an action, or its day of the challenge.

    The end is stored with the moment at which it was due.

    :raises Outrun: if somebody else changes the game meanwhile.
    """
    at = clock.now()
    if game.over:
        return
    if game.origin == Origin.DAILY and game.secret_until is not None and game.secret_until <= at:
        store_end(game, EndReason.CLOSED, game.secret_until)
    elif clock.expires_at(game) <= at:
        store_end(game, EndReason.EXPIRED, clock.expires_at(game))


def store_end(
    game: Game, reason: EndReason, at: datetime, *, changed: tuple[str, ...] = (), tokens: Sequence[str] = ()
) -> None:
    """End `game` at a moment, together with what its last action `changed`.

    The one way by which a game ends: its row and its place on the boards are stored in one transaction.

    :raises Outrun: if somebody else was faster; nothing is stored then.
    """
    game.elapsed_ms = clock.elapsed_ms(game, at)
    game.status = Status.WON if reason is EndReason.WON else Status.GIVEN_UP
    game.end_reason, game.ended_at = reason, at
    game.running_since, game.paused = None, False
    game.flags = FAST if not game.by_token and _too_fast(game) else ""
    with transaction.atomic():
        found = ranking.settle(game)
        rows.store(game, (*ENDED, *(name for name in changed if name not in ENDED)), tokens)
        ranking.announce_end(game, found)


def _too_fast(game: Game) -> bool:
    """Whether the requests of a run came faster, on the whole, than hands can play.

    The cards of « Terminer » and those that go up by themselves share the time of the request that sent them.
    """
    times = Game.objects.filter(pk=game.pk).values_list("times", flat=True).first() or ""
    requests = len(set(times.split()))
    return requests >= ENOUGH_REQUESTS and game.elapsed_ms < requests * HUMAN_MS
