"""A game that is over, seen again step by step, as its player saw it: what was hidden at a step is hidden in
the replay.
"""

from dataclasses import dataclass

from games.engine.codes import DealCode
from games.engine.play import Play
from games.engine.refusals import Refusal
from games.engine.view import View, visible
from games.play import deals
from games.play.models import Game
from games.play.render.refusals import happened_words

REST_MS = 20_000
"""The longest that a replay at the pace of play waits for one step."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one stands in what is stepped through: ``number`` steps of ``last``."""

    number: int
    last: int

    @property
    def before(self) -> int:
        return max(0, self.number - 1)

    @property
    def after(self) -> int:
        return min(self.last, self.number + 1)


@dataclass(frozen=True, slots=True)
class Step(Place):
    """One moment of a replay, so many tokens played; ``said``: what the last of them did, in words."""

    view: View
    said: str


class Replay:
    """A stored game, ready to be looked at. Every step is played anew from the deal, which costs
    milliseconds.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.code: DealCode = game.deal_code
        self.tokens: list[str] = game.actions.split()
        self.cards = deals.cards_of(self.code)

    def view(self, number: int) -> View:
        """Return what the player saw after so many tokens (held within the record)."""
        return visible(self._play(self._held(number)).position)

    def step(self, number: int) -> Step:
        """Return one moment, with words for what led to it."""
        number = self._held(number)
        if number == 0:
            return Step(0, len(self.tokens), self.view(0), "")
        play = self._play(number - 1)
        before = visible(play.position)
        token = self.tokens[number - 1]
        play.follow(token)
        after = visible(play.position)
        return Step(number, len(self.tokens), after, happened_words([token], before, after))

    def waits(self) -> list[int]:
        """Return the milliseconds to wait before each token at the pace of play; cards that go up by
        themselves follow at once, and a long rest is cut short.
        """
        return waits_of(self.game.times, len(self.tokens))

    def _held(self, number: int) -> int:
        return max(0, min(number, len(self.tokens)))

    def _play(self, number: int) -> Play:
        play = Play(self.code, self.cards, automatic=False)
        for token in self.tokens[:number]:
            try:
                play.follow(token)
            except Refusal:  # a record that its own rules refuse is shown as far as it goes
                break
        return play


def waits_of(stored: str, count: int) -> list[int]:
    """Return the milliseconds before each of ``count`` tokens, from their stored times; at most `REST_MS`."""
    times = [int(text) for text in stored.split()][:count]
    times += [times[-1] if times else 0] * (count - len(times))
    return [min(REST_MS, max(0, after - before)) for before, after in zip([0, *times], times, strict=False)]
