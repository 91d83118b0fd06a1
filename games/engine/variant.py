"""What a game is: the vocabulary in which `games/engine/variants/` declares them.

A `Variant` is data and a few functions; its `settings` hold one `Settings` for each canonical options
string. Nothing here knows a particular game, and no other module of the engine asks which game it is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from games.engine.cards import KING, is_red, rank_of, suit_of
from games.engine.refusals import Reason

Build = Callable[[int, int], Reason | None]
"""May a card be put on a column that ends with another? `None` if so, else the reason why not."""


def alternate_colours(card: int, onto: int) -> Reason | None:
    """Build down in alternate colours."""
    if rank_of(card) + 1 != rank_of(onto):
        return Reason.WRONG_RANK
    return Reason.WRONG_COLOUR if is_red(card) == is_red(onto) else None


def same_suit(card: int, onto: int) -> Reason | None:
    """Build down in the same suit."""
    if rank_of(card) + 1 != rank_of(onto):
        return Reason.WRONG_RANK
    return Reason.WRONG_SUIT if suit_of(card) != suit_of(onto) else None


def any_suit(card: int, onto: int) -> Reason | None:
    """Build down regardless of suit."""
    return Reason.WRONG_RANK if rank_of(card) + 1 != rank_of(onto) else None


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the events of a game pay, in points or fictitious dollars.

    A redeal takes `redeal` at most: it never takes a score below 0. As nothing else in a game with that
    floor costs anything, this is the whole of "never below 0" too.
    """

    start: int = 0
    foundation: int = 0
    waste_to_tableau: int = 0
    turned_up: int = 0
    redeal: int = 0
    take_back: int = 0
    currency: bool = False
    once: bool = True
    """Whether the ranked score pays a foundation's height only the first time; else it is the score itself.
    """


NO_POINTS = Scoring()


class Pace(Enum):
    """How the two seats of a duel play: at the same time, or turn by turn."""

    SIMULTANEOUS = "S"
    ALTERNATE = "A"


@dataclass(frozen=True, slots=True)
class Settings:
    """What one canonical options string of a game means."""

    draw: int = 1
    passes: int | None = None
    """Trips through the stock, `None` without limit."""
    marking: str = "N"
    scoring: Scoring = NO_POINTS
    build: Build = alternate_colours
    pace: Pace | None = None
    bonus: bool = False
    mirror: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One game: its cards, its table and its limits."""

    key: str
    code: str
    name: str
    """The game's name, an English msgid."""
    heights: tuple[int, ...]
    """Cards dealt to each column, left to right."""
    settings: Mapping[str, Settings] = field(repr=False)
    decks: int = 1
    seats: int = 1
    face_up: int = 1
    """Cards of a column that are dealt face up, from its end."""
    ordered: bool = True
    """Whether a group moves only if it is in sequence."""
    group_limit: int | None = None
    undo_limit: int | None = None
    automatic: bool = False
    """Whether cards that the tableau can no longer need go up by themselves, and « Terminer » is offered."""
    says_blocked: bool = False
    """Whether the game says that no action is left."""
    take_back: bool = True
    version: int = 1

    def __post_init__(self) -> None:
        if self.decks > 1 and not (self.ordered and self.face_up == 1):
            raise ValueError("a column of several decks must be in sequence: see Position.where")

    @property
    def option_choices(self) -> tuple[str, ...]:
        """Every canonical options string, in display order."""
        return tuple(self.settings)

    @property
    def has_stock(self) -> bool:
        """Whether some cards are left over by the deal."""
        return sum(self.heights) < self.decks * 4 * KING

    @property
    def slots_per_suit(self) -> int:
        """Foundations of a suit: one for each deck on the table, the other seat's included."""
        return self.decks * self.seats
