"""The day's best on each game's board, for the home page."""

from dataclasses import dataclass

from django.utils import timezone

from leaderboards import selectors
from leaderboards.catalogue import GAMES, Game, Options
from leaderboards.links import board_url
from leaderboards.membership import game_spec
from leaderboards.periods import DAY


@dataclass(frozen=True, slots=True)
class Best:
    """Who leads a game's board today; ``score`` is a ranked score."""

    game: Game
    options: Options
    leader: selectors.Row

    @property
    def board_key(self) -> str:
        return f"{self.game.code}-{self.options.code}"

    @property
    def url(self) -> str:
        return board_url(self.board_key, DAY)


def best_of_the_day() -> list[Best]:
    """Return the leaders of today's boards (Europe/Paris), in the games' order; boards that nobody is on are
    left out.
    """
    now = timezone.now()
    forms = [(game, options) for game in GAMES.values() for options in game.options.values()]
    specs = [game_spec(f"{game.code}-{options.code}", DAY, now) for game, options in forms]
    leaders = selectors.champions(specs)
    pairs = zip(forms, specs, strict=True)
    return [
        Best(game, options, leaders[spec.slug]) for (game, options), spec in pairs if spec.slug in leaders
    ]
