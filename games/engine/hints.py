"""Hints: one useful action, from what the player knows. How they are chosen, and how well: docs/hints.md."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.actions import WASTE_UP, Action, Kind
from games.engine.planning import Planner, State, first_step
from games.engine.position import Position
from games.engine.rules import Rules
from games.engine.table import Change
from games.engine.view import Column, visible

ANY_NUMBER = 99
"""No plan places as many cards of the pack."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a player of a game for one knows who has watched it.

    columns, foundations: as in a `View`. pack: the known cards of waste and stock in the order of drawing, of
    which the first `drawn` are the waste. unseen: how many more cards the stock holds, none of which has been
    seen: after a redeal there is none, for all of it was drawn before.
    changed_at, turned: what was drawn when another action than a draw or redeal was last done, and whether
    the waste has been turned over since.
    """

    columns: tuple[Column, ...]
    foundations: tuple[int, ...]
    pack: tuple[int, ...]
    drawn: int
    unseen: int
    passes: int
    changed_at: int
    turned: bool = False


def knowledge(position: Position, history: Sequence[Change] = ()) -> Knowledge:
    """What the player of a position knows. history: what stands of the game's actions, as `Play.history`.

    Without it, hints may once send a player through the stock who has just been there.
    """
    view = visible(position)
    known_stock = () if view.passes == 1 else tuple(reversed(position.stock))
    changed_at, turned = _last_change(history, position.drawn) if history else (len(position.pack), False)
    return Knowledge(
        columns=view.columns,
        foundations=view.foundations,
        pack=view.waste + known_stock,
        drawn=len(view.waste),
        unseen=view.stock - len(known_stock),
        passes=view.passes,
        changed_at=changed_at,
        turned=turned,
    )


def _last_change(history: Sequence[Change], drawn: int) -> tuple[int, bool]:
    """How many cards were drawn after the last action that was no draw or redeal; any redeal since then?"""
    turned = False
    for change in reversed(history):
        kind = change[0].kind
        if kind not in (Kind.DRAW, Kind.REDEAL):
            break
        turned = turned or kind is Kind.REDEAL
        drawn = change[3]
    return drawn, turned


def hint(known: Knowledge, rules: Rules) -> Action | None:
    """One useful action, always a legal one; `None` if there is none.

    Followed alone, hints come to an end and never lead back to a position.

    >>> from games.engine.codes import parse_code
    >>> from games.engine.shuffle import deal_cards
    >>> code = parse_code("KL1-D1N-AAAAAAB")
    >>> str(hint(knowledge(Position.deal(code, deal_cards(code, key=""))), code.rules))
    't7-t1'
    """
    looks = _Looks(known, rules)
    for look in (
        looks.spare_card,
        looks.turn_up,
        looks.spare_in_pack,
        looks.turn_up_by_pack,
        looks.look_through,
        looks.place_from_pack,
        looks.look_on,
        looks.send_up,
    ):
        action = look()
        if action is not None:
            return action
    return None


class _Looks:
    """The looks for a useful action, in the order in which `hint` takes them."""

    def __init__(self, known: Knowledge, rules: Rules) -> None:
        self.known = known
        self.rules = rules
        columns = tuple(column.cards for column in known.columns)
        self.start = State(columns, known.foundations, known.pack, known.drawn, known.passes)
        down = tuple(column.down for column in known.columns)
        self.planner = Planner(rules, down, known.unseen, self.start, known.changed_at, known.turned)
        self.last_pass = rules.passes is not None and known.passes >= rules.passes

    def spare_card(self) -> Action | None:
        """A card that the tableau can no longer need goes up, from a column or the waste."""
        for place, cards in enumerate(self.start.columns):
            if cards and self._goes_up(cards[-1], spare=True):
                return self.rules.columns_up[place]
        if self.start.drawn and self._goes_up(self.start.pack[self.start.drawn - 1], spare=True):
            return WASTE_UP
        return None

    def turn_up(self) -> Action | None:
        """What turns up a card, or in games without order brings one up, without the pack."""
        return first_step(self.planner, 0)

    def spare_in_pack(self) -> Action | None:
        """Draw towards a spare card, where any card of the pack can be fetched."""
        if not self.planner.roams:
            return None
        for top, draws, _ in self.planner.within_reach(self.start):
            if draws and self._goes_up(self.start.pack[top - 1], spare=True):
                return self.planner.next_draw(self.start)
        return None

    def look_through(self) -> Action | None:
        """Draw a card that was never seen, if the waste comes again."""
        return None if self.last_pass else self.look_on()

    def turn_up_by_pack(self) -> Action | None:
        """What turns up a card with the fewest cards of the pack."""
        return first_step(self.planner, ANY_NUMBER)

    def place_from_pack(self) -> Action | None:
        """Bring a card of the pack to a foundation, else to where it carries another: the nearest one."""
        best: tuple[bool, int, Action] | None = None
        for draws, step, _ in self.planner.placements(self.start):
            found = step.action is not WASTE_UP, draws, step.action
            if best is None or found[:2] < best[:2]:
                best = found
        if best is None:
            return None
        return self.planner.next_draw(self.start) if best[1] else best[2]

    def look_on(self) -> Action | None:
        """Draw a card that was never seen."""
        return self.planner.next_draw(self.start) if self.known.unseen else None

    def send_up(self) -> Action | None:
        """Anything that goes up: it pays, or it is the end of the game."""
        for place, cards in enumerate(self.start.columns):
            if cards and self._goes_up(cards[-1]):
                return self.rules.columns_up[place]
        return None

    def _goes_up(self, card: int, spare: bool = False) -> bool:
        heights = self.start.heights
        return self.planner.slot_for(card, heights) >= 0 and (
            not spare or self.planner.is_spare(card, heights)
        )
