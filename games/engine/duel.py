"""A game for two: each seat its own columns, stock and waste, the foundations shared."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from games.engine import refusals, snapshots
from games.engine.actions import Action, Kind, unreadable
from games.engine.codes import DealCode
from games.engine.foundations import Foundations
from games.engine.position import Position
from games.engine.refusals import Reason, Refusal
from games.engine.rules import parse_action
from games.engine.variant import Pace

SEATS = ("a", "b")
PASS, RESIGN = "pass", "resign"
_OTHER = {"a": "b", "b": "a"}


class Over(StrEnum):
    """How a duel ended."""

    CLEARED = "cleared"
    BLOCKED = "blocked"
    RESIGNED = "resigned"


class DuelPosition:
    """The state of a duel.

    seats: each seat's `Position`. slots: the foundations, which both use.
    turn: whose turn it is, `None` if both play at once. passed: the seats whose pass stands.
    last_up: the seat that put the last card on a foundation.
    over, winner: how the game ended and for whom; a drawn game has no winner.
    """

    def __init__(self, code: DealCode, seats: dict[str, Position]) -> None:
        self.code = code
        self.seats = seats
        self.settings = code.rules.settings
        self.slots = seats["a"].slots
        self.turn = "a" if self.settings.pace is Pace.ALTERNATE else None
        self.passed: set[str] = set()
        self.last_up: str | None = None
        self.over: Over | None = None
        self.winner: str | None = None

    @classmethod
    def deal(cls, code: DealCode, cards: Sequence[Sequence[int]]) -> "DuelPosition":
        """The duel before the first action; `cards` are those of seat a and those of seat b."""
        slots = Foundations.empty(code.rules.slots_per_suit)
        seats = {seat: Position.deal(code, deck, slots) for seat, deck in zip(SEATS, cards, strict=True)}
        return cls(code, seats)

    @classmethod
    def replay(cls, code: DealCode, cards: Sequence[Sequence[int]], tokens: Iterable[str]) -> "DuelPosition":
        """The duel of a record.

        :raises Refusal: at the first token that is not possible.
        """
        duel = cls.deal(code, cards)
        for token in tokens:
            duel.do(token)
        return duel

    @property
    def foundations(self) -> list[int]:
        """The height of each of the eight slots."""
        return self.slots.heights

    @property
    def contributed(self) -> dict[str, int]:
        """How many of its own cards each seat has put on the foundations."""
        return {seat: table.rules.deck_size - table.cards_left for seat, table in self.seats.items()}

    def legal_actions(self, seat: str) -> list[str]:
        """What a seat can do now, as tokens without the seat: card actions, "pass" and "resign"."""
        if self.over:
            return []
        if self.turn not in (None, seat):
            return [RESIGN]
        return [*map(str, self.seats[seat].legal_actions()), PASS, RESIGN]

    def check(self, token: str) -> None:
        """Do nothing if a token, seat included, is possible now.

        :raises Refusal: with the first reason that applies, if it is not.
        """
        self._read(token)

    def do(self, token: str) -> list[str]:
        """Do what a token says, seat included, and return the tokens that happened.

        :raises Refusal: if it is not possible; nothing has changed then.
        """
        seat, action = self._read(token)
        if action == RESIGN:
            self._end(Over.RESIGNED, _OTHER[seat])
        else:
            self._act(seat, action)
            self._look_for_the_end(seat)
        return [f"{seat}/{action}"]

    def snapshot(self) -> str:
        """The duel as ASCII text; it holds the hidden cards of both."""
        state = [self.turn, "".join(sorted(self.passed)), self.last_up, self.over, self.winner]
        tables = [self.seats[seat].snapshot() for seat in SEATS]
        return ";".join([*(str(word or "") for word in state), *tables])

    @classmethod
    def restore(cls, code: DealCode, text: str) -> "DuelPosition":
        """The duel that `snapshot` wrote.

        :raises ValueError: if the text is no snapshot of this game.
        """
        turn, passed, last_up, over, winner, first, second = text.split(";")
        a = Position.restore(code, first)
        duel = cls(code, {"a": a, "b": snapshots.read(Position, code.rules, second, a.slots)})
        duel.turn, duel.passed, duel.last_up = turn or None, set(passed), last_up or None
        duel.over, duel.winner = Over(over) if over else None, winner or None
        return duel

    def _read(self, token: str) -> tuple[str, Action | str]:
        """The seat and the action of a token that is possible now."""
        seat, slash, name = token.partition("/")
        if seat not in SEATS or not slash:
            raise unreadable(token)
        action: Action | str = name
        if name not in (PASS, RESIGN):
            try:
                action = parse_action(name, self.code.rules)
            except Refusal:
                raise unreadable(token) from None
        if self.over:
            raise Refusal(Reason.GAME_OVER, refusals.GAME_OVER)
        if action != RESIGN and self.turn not in (None, seat):
            raise Refusal(Reason.NOT_YOUR_TURN, refusals.NOT_YOUR_TURN)
        if isinstance(action, Action):
            self.seats[seat].check(action)
        return seat, action

    def _act(self, seat: str, action: Action | str) -> None:
        self.passed.discard(seat)
        if action == PASS:
            self.passed.add(seat)
        elif isinstance(action, Action):
            self.seats[seat].apply(action)
            if action.kind in (Kind.WASTE_UP, Kind.COLUMN_UP):
                self.last_up = seat
                self.passed.discard(_OTHER[seat])
                self.seats[_OTHER[seat]].foundations_changed()
        if self.turn and (action == PASS or str(action) == "s-w"):
            self.turn = _OTHER[seat]

    def _look_for_the_end(self, seat: str) -> None:
        """End the game if the seat that acted has cleared its cards, or nobody has anything left to do."""
        table = self.seats[seat]
        if table.won or (self.settings.bonus and not any(table.columns)):
            self._end(Over.CLEARED, seat)
        elif all(name in self.passed or other.is_blocked() for name, other in self.seats.items()):
            self._end(Over.BLOCKED, self._leader())

    def _leader(self) -> str | None:
        """Who put up more cards; if equal, who put up the last one."""
        a, b = self.contributed["a"], self.contributed["b"]
        if a == b:
            return self.last_up
        return "a" if a > b else "b"

    def _end(self, over: Over, winner: str | None) -> None:
        self.over, self.winner = over, winner
