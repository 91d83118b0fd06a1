"""A worked example, played through the engine: one step per action, and the refusal at the end."""

from dataclasses import dataclass

from games.content.models import Example
from games.content.selectors import BY_KEY
from games.engine.cards import parse_card
from games.engine.codes import DealCode
from games.engine.duel import SEATS, DuelPosition
from games.engine.play import Play
from games.engine.refusals import Refusal
from games.engine.view import View, visible

LETTERS = "AAAAAAA"  # a code needs letters; the cards are the example's own


@dataclass(frozen=True, slots=True)
class Step:
    """The table after an action. ``views``: one, or one a seat in a duel; ``before``: before the action.

    ``tokens``: what happened, the seat in front in a duel; ``refusal``: why the last action was refused.
    """

    number: int
    views: tuple[View, ...]
    before: tuple[View, ...]
    tokens: tuple[str, ...] = ()
    refusal: Refusal | None = None


class BrokenExample(ValueError):
    """The cards or actions of an example are not possible; the text says which."""


def code_of(example: Example) -> DealCode:
    """Return a code with the example's game and options.

    :raises BrokenExample: if there is no such game, or it has no such options.
    """
    variant = BY_KEY.get(example.game)
    if variant is None:
        raise BrokenExample(f"no game is called {example.game!r}")
    try:
        return DealCode.make(variant.code, example.options, LETTERS)
    except ValueError as error:
        raise BrokenExample(str(error)) from error


def steps_of(example: Example) -> list[Step]:
    """Return the opening table, the table after each action, and after the refused one (unchanged).

    :raises BrokenExample: if the example cannot be played as it is written.
    """
    code = code_of(example)
    try:
        table = _Table(code, [[parse_card(name) for name in line.split()] for line in _decks(example, code)])
    except ValueError as error:
        raise BrokenExample(str(error)) from error
    steps = [Step(0, table.views(), table.views())]
    for token in example.tokens.split():
        steps.append(_played(table, steps[-1], token))
    if example.refused:
        steps.append(_refused(table, steps[-1], example.refused))
    return steps


def _played(table: "_Table", last: Step, token: str) -> Step:
    try:
        happened = table.do(token)
    except Refusal as refusal:
        raise BrokenExample(f"{token} is refused: {refusal}") from refusal
    return Step(last.number + 1, table.views(), last.views, tuple(happened))


def _refused(table: "_Table", last: Step, token: str) -> Step:
    try:
        table.do(token)
    except Refusal as refusal:
        return Step(last.number + 1, last.views, last.views, (token,), refusal)
    raise BrokenExample(f"{token} is not refused")


def _decks(example: Example, code: DealCode) -> list[str]:
    """The decks as lines: a duel has one a seat; a game for one may break its lines anywhere."""
    lines = [line for line in example.cards.splitlines() if line.strip()]
    if code.variant.seats == 1:
        return [" ".join(lines)]
    if len(lines) != len(SEATS):
        raise BrokenExample("a game for two needs one deck a line")
    return lines


class _Table:
    """A game for one or for two, as an example needs it."""

    def __init__(self, code: DealCode, decks: list[list[int]]) -> None:
        self.duel = DuelPosition.deal(code, decks) if code.variant.seats > 1 else None
        self.play = None if self.duel else Play(code, tuple(decks[0]), automatic=False)

    def do(self, token: str) -> list[str]:
        table = self.duel or self.play
        assert table is not None
        return table.do(token)

    def views(self) -> tuple[View, ...]:
        if self.duel:
            return tuple(visible(self.duel.seats[seat]) for seat in SEATS)
        assert self.play is not None
        return (visible(self.play.position),)
