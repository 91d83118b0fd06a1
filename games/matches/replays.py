"""A game of a match that is over, seen again step by step: both tables, as each player saw the own one."""

from dataclasses import replace
from functools import cached_property

from games.engine.cards import make_card
from games.engine.codes import DealCode
from games.engine.duel import DuelPosition
from games.engine.refusals import Refusal
from games.engine.view import DuelView, visible_duel
from games.matches import deals
from games.matches.models import MatchGame
from games.play.render.names import card_words
from games.play.replays import waits_of


class MatchReplay:
    """A stored game of a match, played anew from its deal for each step asked for."""

    def __init__(self, game: MatchGame) -> None:
        self.game = game
        self.code: DealCode = deals.code_of(game.code)
        self.tokens: list[str] = game.actions.split()

    @property
    def last(self) -> int:
        return len(self.tokens)

    def held(self, number: int) -> int:
        """A step within the record."""
        return max(0, min(number, self.last))

    def view(self, number: int) -> DuelView:
        """Both tables after so many actions, each as its own player saw it: the match is over."""
        return _open_view(self._play(self.held(number)))

    def owners(self, number: int) -> tuple[str, ...]:
        """Whose cards lie on each foundation after so many actions."""
        heights = self.view(number).foundations
        return tuple(row[:height] for row, height in zip(self.game.owners.split(","), heights, strict=True))

    @cached_property
    def waits(self) -> list[int]:
        """Milliseconds to wait before each action at the pace of play; a long rest is cut short."""
        return waits_of(self.game.times, self.last)

    def went_up(self, number: int) -> str:
        """The card that the last action before a step put on a foundation, in words; empty if none."""
        if not number:
            return ""
        before, after = self.view(number - 1).foundations, self.view(number).foundations
        per_suit = len(after) // 4
        grown = (slot for slot, (old, new) in enumerate(zip(before, after, strict=True)) if new > old)
        return next((card_words(make_card(after[slot], slot // per_suit)) for slot in grown), "")

    def _play(self, number: int) -> DuelPosition:
        duel = deals.deal(self.code)
        for token in self.tokens[:number]:
            try:
                duel.do(token)
            except Refusal:  # a record that its own rules refuse is shown as far as it goes
                break
        return duel


def _open_view(duel: DuelPosition) -> DuelView:
    """What each of the two sees of the own side, together."""
    first, second = visible_duel(duel, "a"), visible_duel(duel, "b")
    return replace(first, seats={"a": first.seats["a"], "b": second.seats["b"]})
