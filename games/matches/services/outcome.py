"""What an action at a match came to."""

from dataclasses import dataclass, field

from games.engine.duel import DuelPosition
from games.engine.refusals import Refusal
from games.matches.models import Match
from games.matches.services.refusals import reason_of


@dataclass(slots=True)
class MatchOutcome:
    """The match after an action. Refused, or repeated (an id that acted before): nothing has changed.

    `duel` is the game as it is now; it must only be read. `tokens` are what happened, seat included.
    """

    match: Match
    duel: DuelPosition | None
    tokens: list[str] = field(default_factory=list)
    refusal: Refusal | None = None
    repeated: bool = False

    @property
    def version(self) -> int:
        return self.match.version

    @property
    def reason(self) -> str:
        """Why it was refused, in one word; empty if it was not."""
        return reason_of(self.refusal) if self.refusal else ""
