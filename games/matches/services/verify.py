"""Whether a stored game of a match is what its record says, whoever played which card up included."""

from collections.abc import Iterator

from games.engine.duel import DuelPosition
from games.engine.refusals import Refusal
from games.matches import deals
from games.matches.models import Match, MatchGame, State

BATCH = 200
UNDER_WAY = (State.PLAYING, State.PAUSED)


def stored_games() -> Iterator[MatchGame | Match]:
    """Every game of a match: those that have ended, then the matches that have one under way."""
    yield from MatchGame.objects.order_by("pk").iterator(chunk_size=BATCH)
    yield from Match.objects.filter(state__in=UNDER_WAY).order_by("pk").iterator(chunk_size=BATCH)


def faults_of(game: MatchGame | Match) -> list[str]:
    """Replay a game's record; return in what it differs from what is stored, in English."""
    tokens, times = game.actions.split(), game.times.split()
    faults = [f"{len(tokens)} actions, but {len(times)} times"] if len(tokens) != len(times) else []
    if any(int(later) < int(earlier) for earlier, later in zip(times, times[1:], strict=False)):
        faults.append("the times go back")
    duel = deals.deal(deals.code_of(game.code))
    owners: list[list[str]] = [[] for _ in duel.foundations]
    try:
        for token in tokens:
            _do(duel, token, owners)
    except Refusal as refusal:
        return [*faults, f"the record stops: {refusal}"]
    if game.snapshot != duel.snapshot():
        faults.append("the snapshot is of another position")
    if game.owners != ",".join("".join(slot) for slot in owners):
        faults.append("the cards on the foundations are other players'")
    return faults + (_end_differs(game, duel) if isinstance(game, MatchGame) else [])


def _do(duel: DuelPosition, token: str, owners: list[list[str]]) -> None:
    duel.do(token)
    for slot, height in enumerate(duel.foundations):
        if height > len(owners[slot]):
            owners[slot].append(token[0])


def _end_differs(game: MatchGame, duel: DuelPosition) -> list[str]:
    one = "a" if game.first == 1 else "b"
    replayed = duel.contributed[one], duel.contributed["b" if one == "a" else "a"]
    faults = []
    if (game.contributed_1, game.contributed_2) != replayed:
        faults.append(f"cards {game.contributed_1} and {game.contributed_2}, replayed {replayed}")
    if game.over != (duel.over or ""):
        faults.append(f"ended as {game.over or 'none'}, replayed {duel.over or 'none'}")
    return faults
