"""What an action came to."""

from dataclasses import dataclass, field

from games.engine.play import Play
from games.engine.refusals import Refusal
from games.engine.view import View
from games.play.models import Game
from games.play.services.refusals import reason_of


class Stale(RuntimeError):
    """The game moved on since the version that the request was made on; `game` is as it is now."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.pk)
        self.game = game


@dataclass(slots=True)
class Outcome:
    """The game after an action, with what could be seen before and after it.

    Refused (`refusal`) or made on another version (`stale`): nothing has changed, `before` and `after` are
    the table as it is. `tokens` are what really happened: the action, then the cards that went up by
    themselves.
    """

    game: Game
    before: View
    after: View
    play: Play
    tokens: list[str] = field(default_factory=list)
    refusal: Refusal | None = None
    stale: bool = False

    @property
    def reason(self) -> str:
        """Why it was refused, in one word; empty if it was not."""
        return reason_of(self.refusal) if self.refusal else ""
