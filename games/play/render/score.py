"""A score and a time of play in words; and a finished game's score, line by line."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext, ngettext

from games.engine.actions import REDO, UNDO, Action, Kind
from games.engine.codes import DealCode
from games.engine.position import Position
from games.engine.rules import parse_action
from leaderboards import figures
from leaderboards.figures import money, points


def score_words(score: int, currency: bool) -> str:
    """A score with its unit: “125 points”, “$416”."""
    if currency:
        return money(score)
    return ngettext("%(score)s point", "%(score)s points", abs(score)) % {"score": points(score)}


def clock(milliseconds: int) -> str:
    """A time of play, in whole seconds.

    >>> clock(130_000), clock(3_725_000)
    ('2:10', '1:02:05')
    """
    return figures.clock(milliseconds // 1000)


@dataclass(slots=True)
class Line:
    """One line of the sheet: what, how often, and what it brought in all."""

    label: str
    count: int
    amount: int
    currency: bool
    amounts: set[int] = field(default_factory=set)

    def add(self, amount: int) -> None:
        """Count one more, which brought that much."""
        self.count += 1
        self.amount += amount
        self.amounts.add(amount)

    @property
    def each(self) -> str:
        """What one of them brought, where each brought the same; else nothing."""
        if not self.count or self.amount % self.count or len(self.amounts) > 1:
            return ""
        return _signless(abs(self.amount) // self.count, self.currency)

    @property
    def total(self) -> str:
        """The amount as it is written, signed unless it opens the sum."""
        if self.currency:
            return money(self.amount)
        return f"+{self.amount}" if self.amount > 0 else points(self.amount)


def _signless(amount: int, currency: bool) -> str:
    return money(amount) if currency else points(amount)


def lasting_actions(tokens: Iterable[str], code: DealCode) -> list[Action]:
    """The actions of a record that stand at its end: undone ones are gone, with their automatic cards."""
    done: list[list[Action]] = []
    undone: list[list[Action]] = []
    for token in tokens:
        if token == UNDO:
            undone.append(done.pop())
        elif token == REDO:
            done.append(undone.pop())
        else:
            action = parse_action(token, code.rules)
            if action.automatic:
                done[-1].append(action)
            else:
                done.append([action])
                undone.clear()
    return [action for group in done for action in group]


def score_lines(code: DealCode, cards: tuple[int, ...], tokens: Iterable[str]) -> list[Line]:
    """A score as lines that add up to it, by playing the record again; empty without points.

    :param cards: the deal. :param tokens: the record, undo and redo included.
    """
    scoring, currency = code.rules.scoring, code.rules.currency
    position = Position.deal(code, cards)
    up = Line(gettext("Cards sent up"), 0, 0, currency)
    down = Line(gettext("From the waste to the tableau"), 0, 0, currency)
    turned = Line(gettext("Cards turned up"), 0, 0, currency)
    redeals = Line(gettext("Waste turned over"), 0, 0, currency)
    back = Line(gettext("Taken back from a foundation"), 0, 0, currency)
    by_kind = {
        Kind.WASTE_UP: up,
        Kind.COLUMN_UP: up,
        Kind.WASTE_DOWN: down,
        Kind.REDEAL: redeals,
        Kind.TAKE_BACK: back,
    }
    for action in lasting_actions(tokens, code):
        score, hidden = position.score, sum(position.down)
        position.apply(action)
        revealed = hidden - sum(position.down)
        turned.count += revealed
        turned.amount += revealed * scoring.turned_up
        line = by_kind.get(action.kind)
        if line is not None:
            line.add(position.score - score - revealed * scoring.turned_up)
    lines = [line for line in (up, down, turned, redeals, back) if line.amount]
    if scoring.start:
        lines.insert(0, Line(gettext("The deck"), 0, scoring.start, currency))
    return lines
