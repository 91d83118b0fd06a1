"""Whether a stored game is what its record says: the deal and the actions rebuild the position."""

from collections.abc import Iterator
from uuid import UUID

from games.engine.play import Play
from games.engine.refusals import Refusal
from games.play import deals
from games.play.models import Game, Status

BATCH = 200
COMPARED = ("score", "ranked_score", "moves", "undos", "passes")
IDS = 1 << 128


def stored_games(part: int = 0, parts: int = 1) -> Iterator[Game]:
    """Every game with its record, in the order of their ids; of `parts` shares of all ids, the share `part`
    (from 0). Ids are drawn at random, so shares are of one size.
    """
    games, last = Game.objects.order_by("pk"), _bound(part, parts) - 1
    if part + 1 < parts:
        games = games.filter(pk__lt=UUID(int=_bound(part + 1, parts)))
    while True:
        batch = list((games.filter(pk__gt=UUID(int=last)) if last >= 0 else games)[:BATCH])
        if not batch:
            return
        yield from batch
        last = batch[-1].pk.int


def _bound(part: int, parts: int) -> int:
    return IDS * part // parts


def faults_of(game: Game) -> list[str]:
    """Replay a game's record; return in what it differs from what is stored, in English."""
    tokens, times = game.actions.split(), game.times.split()
    faults = [f"{len(tokens)} actions, but {len(times)} times"] if len(tokens) != len(times) else []
    if any(int(later) < int(earlier) for earlier, later in zip(times, times[1:], strict=False)):
        faults.append("the times go back")
    code = game.deal_code
    try:
        play = Play.replay(code, deals.cards_of(code), tokens)
    except Refusal as refusal:
        return [*faults, f"the record stops: {refusal}"]
    return faults + _differences(game, play)


def _differences(game: Game, play: Play) -> list[str]:
    position = play.position
    faults = [
        f"{name} {getattr(game, name)}, replayed {getattr(position, name)}"
        for name in COMPARED
        if getattr(game, name) != getattr(position, name)
    ]
    if position.won != (game.status == Status.WON):
        faults.append(f"status {game.status}, replayed {'won' if position.won else 'not won'}")
    stored = Play.resume(code=game.deal_code, snapshot=game.snapshot, tokens=game.actions.split)
    if stored.position.snapshot() != position.snapshot():
        faults.append("the snapshot is of another position")
    if (stored.can_undo, stored.can_redo) != (play.can_undo, play.can_redo):
        faults.append("the snapshot counts other actions to undo or redo")
    return faults
