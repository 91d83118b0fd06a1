"""Games of the computer against itself, on the engine alone and in simulated time."""

from dataclasses import dataclass, replace
from random import Random

from games.engine.codes import DealCode, number_to_letters
from games.engine.duel import PASS, DuelPosition
from games.engine.shuffle import deal_duel_cards
from games.engine.view import visible_duel
from games.matches.bot import moves, regular
from games.matches.bot.levels import LEVELS, Policy
from games.matches.bot.policy import spread
from games.matches.bot.sight import Sight, recall

HUMAN = 1.5
"""Seconds between two actions of somebody used to a mouse, on average."""

LIMIT = 6000
"""Actions after which a game is broken off and the cards are counted."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Who plays: a policy and its pace, seconds between two actions on average."""

    name: str
    choose: Policy
    seconds: float

    @classmethod
    def of_level(cls, number: int) -> "Contestant":
        """Return a level of the computer at its own pace."""
        level = LEVELS[number]
        return cls(f"{number} {level.name}", level.choose, level.seconds)

    def at(self, seconds: float) -> "Contestant":
        """Return the same at another pace."""
        return replace(self, seconds=seconds)


def first_up(sight: Sight, rng: Random) -> str:
    """Play the first card that goes up, always; where none does, play on as the regular level would."""
    up = moves.going_up(sight)
    return up[0].token if up else regular.choose(sight, rng)


FIRST_UP = Contestant("first card up", first_up, HUMAN)


@dataclass(slots=True)
class Score:
    """What a series of games came to, as the first contestant sees it."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    cards: int = 0
    other_cards: int = 0
    actions: int = 0
    seconds: float = 0.0
    cleared: int = 0
    broken_off: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> float:
        """The share of games won; a drawn one counts as not won."""
        return self.won / self.games if self.games else 0.0


def play(one: Contestant, two: Contestant, options: str, games: int, seed: int = 1) -> Score:
    """Play a series on the same deals whoever plays; the seats change from game to game."""
    score = Score()
    for number in range(games):
        code = DealCode.make("DK", options, number_to_letters(seed * 1_000_003 + number))
        rng = Random(f"{seed} {number}")
        first = number % 2 == 0
        seats = {"a": one if first else two, "b": two if first else one}
        duel, actions, seconds = game(code, seats, rng)
        _add(score, duel, "a" if first else "b", actions, seconds)
    return score


def game(code: DealCode, seats: dict[str, Contestant], rng: Random) -> tuple[DuelPosition, int, float]:
    """Play one game; return how it ended, after how many actions and simulated seconds."""
    duel = DuelPosition.deal(code, deal_duel_cards(code, ""))
    due = {seat: _delay(player, rng) for seat, player in seats.items()}
    actions, now = 0, 0.0
    while not duel.over and actions < LIMIT:
        seat = duel.turn or min(due, key=lambda name: due[name])
        now = due[seat] if duel.turn is None else now + _delay(seats[seat], rng)
        due[seat] = now + _delay(seats[seat], rng)
        token = seats[seat].choose(Sight(visible_duel(duel, seat), seat, recall(duel, seat)), rng)
        if token == PASS and duel.turn is None and seat in duel.passed:
            continue
        duel.do(f"{seat}/{token}")
        actions += 1
    return duel, actions, now


def _delay(player: Contestant, rng: Random) -> float:
    return spread(player.seconds, rng)


def _add(score: Score, duel: DuelPosition, seat: str, actions: int, seconds: float) -> None:
    other = "b" if seat == "a" else "a"
    cards = duel.contributed
    winner = duel.winner if duel.over else _ahead(cards)
    score.won += winner == seat
    score.lost += winner == other
    score.drawn += winner is None
    score.cards += cards[seat]
    score.other_cards += cards[other]
    score.actions += actions
    score.seconds += seconds
    score.cleared += duel.over == "cleared"
    score.broken_off += not duel.over


def _ahead(cards: dict[str, int]) -> str | None:
    return None if cards["a"] == cards["b"] else max(cards, key=lambda seat: cards[seat])
