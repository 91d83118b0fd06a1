"""Looking ahead on a table of which only a part is seen: from what is known to the first step of a plan.

A plan is a row of actions that ends by turning up a hidden card, or in games where nothing is hidden, or
columns lie in disorder, by putting one on a foundation. It may place known cards of the stock on its way.
Two properties make a player who follows it, asked anew after every action, come to an end (docs/hints.md):

- what a plan ends with is never undone: no plan brings back a hidden card or a card of the stock;
- of equal plans the shortest is taken, and the search is complete to its depth, so after the first step the
  rest of the plan is found again, and is shorter.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from games.engine.actions import DRAW, REDEAL, WASTE_UP, Action
from games.engine.cards import DECK_SIZE, KING, suit_of
from games.engine.rules import Rules

Columns = tuple[tuple[int, ...], ...]
Cost = tuple[int, ...]
"""Steps since the last card of the pack was placed, steps before it, and so on back; at the end the draws to
the first of these cards. Two plans that place equally many compare in this order.
"""
LOOKS_AT = 500
"""States that a search looks at before it goes no deeper; it ends between two depths only (docs/hints.md)."""


class Lore(NamedTuple):
    """What follows from the rules of a game, worked out once.

    rows: the foundations of each suit. needs: for each card, the foundations on which what could be put on
    it ends. child_sets: what could be put on a card.
    """

    rows: tuple[tuple[int, ...], ...]
    needs: tuple[tuple[int, ...], ...]
    child_sets: tuple[frozenset[int], ...]


@cache
def lore_of(rules: Rules) -> Lore:
    """The lore of a game."""
    per_suit = rules.slots_per_suit
    rows = tuple(tuple(range(suit * per_suit, (suit + 1) * per_suit)) for suit in range(4))
    needs = tuple(
        tuple(slot for child in rules.children[card] for slot in rows[suit_of(child)])
        for card in range(DECK_SIZE)
    )
    return Lore(rows, needs, tuple(frozenset(children) for children in rules.children))


class State(NamedTuple):
    """What a plan has come to: the face-up cards of each column, the foundations, and the known pack."""

    columns: Columns
    heights: tuple[int, ...]
    pack: tuple[int, ...]
    drawn: int
    passes: int


class Step(NamedTuple):
    """One action and what it leads to. turned: the column that it turns up, or -1."""

    action: Action
    columns: Columns
    heights: tuple[int, ...]
    turned: int


class Found(NamedTuple):
    """An end of a plan: how good it is (less is better), what it costs, and what to do first."""

    worth: int
    cost: Cost
    first: Action


Layer = dict[State, tuple[Cost, Action | None]]
"""States that are reached by equally many cards of the pack, with the cost and the first step of the plan."""


class Planner:
    """The steps that one table allows and the search among them.

    down: hidden cards of each column. unseen: cards of the stock that have not been seen. Neither changes
    in a plan.
    changed_at, turned: how many cards were drawn when another action than a draw or redeal was last done,
    and whether the waste has been turned over since. Drawn on to where the game has been since then, nothing
    is fetched: that would come back to a position.
    """

    def __init__(
        self, rules: Rules, down: tuple[int, ...], unseen: int, start: State, changed_at: int, turned: bool
    ) -> None:
        self.rules = rules
        self.down = down
        self.unseen = unseen
        self.start = start
        self.changed_at = changed_at
        self.turned = turned
        self.orderly = rules.variant.ordered and rules.variant.face_up == 1
        """Whether columns are in sequence: once all is turned up, everything can go up."""
        self.roams = rules.draw == 1 and rules.passes is None and not unseen
        """Whether every card of the pack can be fetched at any time."""
        self.lore = lore_of(rules)

    # --- foundations ---------------------------------------------------------------------------------------

    def slot_for(self, card: int, heights: Sequence[int]) -> int:
        """The first foundation that waits for a card, or -1."""
        below = card % KING
        for slot in self.lore.rows[card // KING]:
            if heights[slot] == below:
                return slot
        return -1

    def is_spare(self, card: int, heights: Sequence[int]) -> bool:
        """Whether nothing that may still lie in the tableau needs this card: what could be put on it is up.

        Aces count as up, for they go up at once.
        """
        rank = card % KING
        if rank < 2:
            return True
        return min([heights[slot] for slot in self.lore.needs[card]]) >= rank

    def _send_up(self, columns: list[tuple[int, ...]], heights: list[int], places: Iterable[int]) -> int:
        """Send up the spare cards, as anybody would; the column whose last face-up card went, or -1."""
        again = True
        while again:
            again = False
            for place in places:
                cards = columns[place]
                if not cards or (slot := self.slot_for(cards[-1], heights)) < 0:
                    continue
                if self.is_spare(cards[-1], heights):
                    heights[slot] += 1
                    columns[place] = cards[:-1]
                    if not columns[place] and self.down[place]:
                        return place
                    again = True
            places = range(len(columns))
        return -1

    # --- one step ------------------------------------------------------------------------------------------

    def steps(self, state: State) -> list[Step]:
        """What can be done without the pack, and may be of use."""
        columns, down, heights = state.columns, self.down, state.heights
        found = []
        ends, empty = self._ends(columns)
        king_waits = empty < 0 and self._king_waits(state)
        for source, cards in enumerate(columns):
            if not cards:
                continue
            if (slot := self.slot_for(cards[-1], heights)) >= 0:
                found.append(self._up(state, source, slot))
            for start in self._movable(cards):
                if self.orderly and not self._is_useful(state, source, start, king_waits or empty >= 0):
                    continue
                for target in self._targets(cards[start], ends, empty if start or down[source] else -1):
                    if target != source:
                        found.append(self._move(state, source, start, target))
        if self.orderly and self.rules.variant.take_back:
            found += self._takes_back(state, ends, empty)
        return found

    def _is_useful(self, state: State, source: int, start: int, king_waits: bool) -> bool:
        """Whether moving a group in a game with ordered columns may be of use.

        A part of a column finds its like elsewhere, so this is of use only if the card under it then goes up;
        a whole column if it turns up a card, or frees its place for a king.
        """
        if start:
            return self.slot_for(state.columns[source][start - 1], state.heights) >= 0
        return self.down[source] > 0 or king_waits

    def _king_waits(self, state: State) -> bool:
        heads = any(
            down and cards and cards[0] % KING == KING - 1
            for cards, down in zip(state.columns, self.down, strict=True)
        )
        return heads or any(card % KING == KING - 1 for card in state.pack)

    def _up(self, state: State, source: int, slot: int) -> Step:
        columns, heights = list(state.columns), list(state.heights)
        columns[source] = columns[source][:-1]
        heights[slot] += 1
        return self._step(self.rules.columns_up[source], columns, heights, source, range(len(columns)))

    def _move(self, state: State, source: int, start: int, target: int) -> Step:
        columns, cards = list(state.columns), state.columns[source]
        columns[target] += cards[start:]
        columns[source] = cards[:start]
        action = self.rules.column_moves[source][len(cards) - start][target]
        return self._step(action, columns, list(state.heights), source, (source,))

    def _takes_back(self, state: State, ends: dict[int, list[int]], empty: int) -> Iterator[Step]:
        for slot, height in enumerate(state.heights):
            card = slot // self.rules.slots_per_suit * KING + height - 1
            if height < 3 or self.is_spare(card, state.heights) or not self._carries(card, state):
                continue
            for target in self._targets(card, ends, empty):
                columns, heights = list(state.columns), list(state.heights)
                columns[target] += (card,)
                heights[slot] -= 1
                yield self._step(self.rules.take_backs[slot][target], columns, heights, target, ())

    def _carries(self, card: int, state: State) -> bool:
        """Whether something waits that could be put on a card: a whole column, or a card of the pack."""
        children = self.lore.child_sets[card]
        for cards in state.columns:
            if cards and cards[0] in children:
                return True
        return not children.isdisjoint(state.pack)

    def _step(
        self,
        action: Action,
        columns: list[tuple[int, ...]],
        heights: list[int],
        source: int,
        changed: Iterable[int],
    ) -> Step:
        if not columns[source] and self.down[source]:
            return Step(action, tuple(columns), tuple(heights), source)
        turned = self._send_up(columns, heights, changed)
        return Step(action, tuple(columns), tuple(heights), turned)

    def _movable(self, cards: tuple[int, ...]) -> range | list[int]:
        """Where the groups of a column begin that may move."""
        rules = self.rules
        least = max(0, len(cards) - rules.group_limit)
        if rules.checks_sequence:
            start = len(cards) - 1
            while start > least and cards[start] in rules.children[cards[start - 1]]:
                start -= 1
            least = max(start, 0)
        return range(least, len(cards))

    def _ends(self, columns: Columns) -> tuple[dict[int, list[int]], int]:
        """The columns by their last card, and the first empty column, or -1."""
        ends: dict[int, list[int]] = {}
        empty = -1
        for place, cards in enumerate(columns):
            if cards:
                ends.setdefault(cards[-1], []).append(place)
            elif empty < 0:
                empty = place
        return ends, empty

    def _targets(self, card: int, ends: dict[int, list[int]], empty: int) -> list[int]:
        if card % KING == KING - 1:
            return [empty] if empty >= 0 else []
        return [place for parent in self.rules.parents[card] for place in ends.get(parent, ())]

    def worth(self, step: Step) -> int:
        """How good the end of a plan is, less is better."""
        return -self.down[step.turned] if step.turned >= 0 else 0

    def brings_up(self, step: Step) -> bool:
        """Whether a step ends a plan by what lies on the foundations, in games without order."""
        return not self.orderly and sum(step.heights) > sum(self.start.heights)

    # --- the pack ------------------------------------------------------------------------------------------

    def within_reach(self, state: State) -> list[tuple[int, int, int]]:
        """The known cards that come to the top of the waste: place in the pack from 1, draws, passes then."""
        pack, drawn, draw, passes = state.pack, state.drawn, self.rules.draw, state.passes
        found = [(drawn, 0, passes)] if drawn else []
        if self.unseen or not pack:
            return found
        tops = list(range(drawn + draw, len(pack), draw))
        if drawn < len(pack):
            tops.append(len(pack))
        at, turned = (self.changed_at, self.turned) if state is self.start else (drawn, False)

        def is_fresh(top: int) -> bool:
            return top < at or (top < len(pack) and (top - at) % draw > 0)

        if turned:
            tops = list(filter(is_fresh, tops))
        again = range(draw, drawn if draw == 1 else len(pack), draw)
        redeals = not turned and (self.rules.passes is None or passes < self.rules.passes)
        found += [(top, draws, passes) for draws, top in enumerate(tops, 1)]
        if redeals:
            behind = -(-(len(pack) - drawn) // draw) + 2
            found += [(top, behind + more, passes + 1) for more, top in enumerate(again) if is_fresh(top)]
        return found

    def placements(self, state: State) -> Iterator[tuple[int, Step, State]]:
        """What can be done with the known cards of the pack: draws before it, the step, what is left.

        In ordered games a card comes to a column only if it can carry another there.
        """
        ends, empty = self._ends(state.columns)
        for top, draws, passes in self.within_reach(state):
            card = state.pack[top - 1]
            steps = []
            if (slot := self.slot_for(card, state.heights)) >= 0:
                columns, heights = list(state.columns), list(state.heights)
                heights[slot] += 1
                steps.append(self._step(WASTE_UP, columns, heights, 0, range(len(columns))))
            if not self.orderly or self._carries(card, state):
                steps += [self._place(state, card, target) for target in self._targets(card, ends, empty)]
            pack = state.pack[: top - 1] + state.pack[top:]
            left = (pack, 0, 0) if self.roams else (pack, top - 1, passes if self.rules.passes else 0)
            for step in steps:
                yield draws, step, State(step.columns, step.heights, *left)

    def _place(self, state: State, card: int, target: int) -> Step:
        columns = list(state.columns)
        columns[target] += (card,)
        action = self.rules.waste_downs[target]
        return self._step(action, columns, list(state.heights), target, (target,))

    def next_draw(self, state: State) -> Action:
        """The draw or redeal that comes next."""
        return DRAW if self.unseen or state.drawn < len(state.pack) else REDEAL


def first_step(planner: Planner, most: int) -> Action | None:
    """The first step of the best plan that places the fewest cards of the pack, at most `most`.

    Best is what turns up a card in the column that hides most; of equals, the shortest plan.
    """
    layer: Layer = {planner.start: ((0,), None)}
    seen = set(layer)
    found: list[Found] = []
    for placed in range(most + 1):
        complete = _spread(planner, layer, seen, found)
        if found:
            return min(found, key=lambda one: one[:2]).first
        if not complete or placed == most:
            return None
        layer, found = _next_layer(planner, layer, placed)
        seen.update(layer)
        if not layer and not found:
            return None
    return None


def _spread(planner: Planner, layer: Layer, seen: set[State], found: list[Found]) -> bool:
    """Add to a layer what its states lead to without the pack; whether that was all looked at."""
    level = dict(layer)
    while level:
        if len(seen) > LOOKS_AT:
            return False
        after: Layer = {}
        for state, (cost, first) in level.items():
            for step in planner.steps(state):
                entry = (cost[0] + 1, *cost[1:]), first or step.action
                if step.turned >= 0 or planner.brings_up(step):
                    found.append(Found(planner.worth(step), *entry))
                    continue
                new = State(step.columns, step.heights, *state[2:])
                if new not in seen and (new not in after or entry[0] < after[new][0]):
                    after[new] = entry
        seen.update(after)
        layer.update(after)
        level = after
    return True


def _next_layer(planner: Planner, layer: Layer, placed: int) -> tuple[Layer, list[Found]]:
    """What a layer's states lead to by one more card of the pack, and the plans that end with it."""
    after: Layer = {}
    found: list[Found] = []
    for state, (cost, first) in layer.items():
        for draws, step, left in planner.placements(state):
            new_cost = (0, *cost) if placed else (0, *cost, draws)
            entry = new_cost, first or (planner.next_draw(state) if draws else step.action)
            if step.turned >= 0:
                found.append(Found(planner.worth(step), *entry))
            elif left not in after or entry[0] < after[left][0]:
                after[left] = entry
    return after, found
