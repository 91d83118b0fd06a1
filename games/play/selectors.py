"""Reading one game: what the table shows, its code, its record, its replay."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from games.engine.play import Play
from games.engine.records import write_record
from games.engine.view import View, visible
from games.play import clock, deals
from games.play.models import Game
from games.play.owners import Owner, game_of
from games.play.services.act import resume_play
from games.play.services.end import end_if_due


@dataclass(frozen=True, slots=True)
class Table:
    """What the page of a game shows: `elapsed_ms` of play up to now; the `code`, empty while it is secret."""

    game: Game
    play: Play
    view: View
    elapsed_ms: int
    code: str


@dataclass(frozen=True, slots=True)
class Step:
    """One token of a replay, when it happened (milliseconds of play), and the table after it."""

    token: str
    time_ms: int
    view: View


def table(game_id: UUID, owner: Owner) -> Table:
    """Return the owner's game as its page shows it; a game whose time is over is ended first.

    :raises NotFound: if the owner has no such game.
    """
    game = game_of(game_id, owner)
    if not game.over:
        end_if_due(game)
    play = resume_play(game)
    return Table(
        game, play, visible(play.position), clock.elapsed_ms(game, clock.now()), code_shown(game, owner)
    )


def code_shown(game: Game, owner: Owner) -> str:
    """Return the game's code, or "" while it is secret to this person (a query for secret deals only)."""
    if game.secret_until is None or game.secret_until <= clock.now():
        return game.code
    return "" if deals.withheld(game.deal, owner) else game.code


def record_text(game: Game) -> str:
    """Return a game's record as text that `manage.py replay` reads."""
    return write_record(game.deal_code, game.actions.split())


def steps(game: Game) -> Iterator[Step]:
    """Yield the table at the deal (an empty token), then after each token of the record."""
    code, play = game.deal_code, None
    play = Play(code, deals.cards_of(code), automatic=False)
    yield Step("", 0, visible(play.position))
    for token, time in zip(game.actions.split(), game.times.split(), strict=True):
        play.follow(token)
        yield Step(token, int(time), visible(play.position))
