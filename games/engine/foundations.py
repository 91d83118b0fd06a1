"""The foundations: how high each slot is built, and which cards they wait for."""

from games.engine.cards import DECK_SIZE, KING


class Foundations:
    """The slots of a table, in rows by suit; the two seats of a duel share one object.

    `heights[slot]` is 0 to 13. `reached[slot]` is the highest it ever was, which the ranked score needs.
    `wanted[card]` counts the slots that the card may go to now.
    """

    __slots__ = ("heights", "per_suit", "reached", "wanted")

    def __init__(self, per_suit: int, heights: list[int], reached: list[int]) -> None:
        self.per_suit = per_suit
        self.heights = heights
        self.reached = reached
        self.wanted = [0] * DECK_SIZE
        for slot, height in enumerate(heights):
            if height < KING:
                self.wanted[slot // per_suit * KING + height] += 1

    @classmethod
    def empty(cls, per_suit: int) -> "Foundations":
        """Foundations before the first card."""
        return cls(per_suit, [0] * 4 * per_suit, [0] * 4 * per_suit)

    def slot_for(self, card: int) -> int:
        """The first slot of a wanted card's row that accepts it."""
        suit, below = divmod(card, KING)
        return self.heights.index(below, suit * self.per_suit)

    def row(self, suit: int) -> list[int]:
        """The heights of a suit's slots."""
        return self.heights[suit * self.per_suit : (suit + 1) * self.per_suit]

    def top(self, slot: int) -> int:
        """The top card of a slot that is not empty."""
        return slot // self.per_suit * KING + self.heights[slot] - 1

    def put(self, slot: int, card: int) -> None:
        """Put a card that the slot waits for."""
        self.heights[slot] += 1
        self.wanted[card] -= 1
        if self.heights[slot] < KING:
            self.wanted[card + 1] += 1

    def take(self, slot: int) -> int:
        """Take the top card of a slot."""
        card = self.top(slot)
        self.heights[slot] -= 1
        self.wanted[card] += 1
        if card % KING + 1 < KING:
            self.wanted[card + 1] -= 1
        return card
