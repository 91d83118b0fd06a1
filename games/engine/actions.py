"""Actions: small immutable values with a text form, the tokens of records."""

import re
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache

from games.engine.messages import shorten
from games.engine.refusals import UNREADABLE, Reason, Refusal


class Kind(IntEnum):
    """What an action does."""

    DRAW = 0
    REDEAL = 1
    WASTE_UP = 2
    WASTE_DOWN = 3
    COLUMN_UP = 4
    COLUMN_MOVE = 5
    TAKE_BACK = 6


@dataclass(frozen=True, slots=True)
class Action:
    """One action; `token`, or `str()`, is its text.

    `source` and `target` count columns, or foundation slots, from 0; a pile that the kind implies is 0.
    `automatic` marks a card that the game sent up by itself.

    >>> str(column_move(2, 4, 3))
    't3:4-t4'
    """

    kind: Kind
    source: int = 0
    count: int = 1
    target: int = 0
    automatic: bool = False
    token: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        token = _TEXT[self.kind].format(
            source=self.source + 1,
            target=self.target + 1,
            count=f":{self.count}" if self.count > 1 else "",
            star="*" if self.automatic else "",
        )
        object.__setattr__(self, "token", token)

    def __str__(self) -> str:
        return self.token


_TEXT = {
    Kind.DRAW: "s-w",
    Kind.REDEAL: "w-s",
    Kind.WASTE_UP: "w-f",
    Kind.WASTE_DOWN: "w-t{target}",
    Kind.COLUMN_UP: "t{source}-f{star}",
    Kind.COLUMN_MOVE: "t{source}{count}-t{target}",
    Kind.TAKE_BACK: "f{source}-t{target}",
}

DRAW = Action(Kind.DRAW)
REDEAL = Action(Kind.REDEAL)
WASTE_UP = Action(Kind.WASTE_UP)
UNDO, REDO = "undo", "redo"


@cache
def waste_down(column: int) -> Action:
    """The top of the waste to a column (from 0)."""
    return Action(Kind.WASTE_DOWN, target=column)


@cache
def column_up(column: int, automatic: bool = False) -> Action:
    """The last card of a column to its foundation."""
    return Action(Kind.COLUMN_UP, source=column, automatic=automatic)


@cache
def column_move(source: int, count: int, target: int) -> Action:
    """The last `count` cards of a column to another column."""
    return Action(Kind.COLUMN_MOVE, source, count, target)


@cache
def take_back(slot: int, column: int) -> Action:
    """The top of a foundation slot back to a column."""
    return Action(Kind.TAKE_BACK, source=slot, target=column)


_FIXED = {str(action): action for action in (DRAW, REDEAL, WASTE_UP)}
_NUMBER = "[1-9][0-9]*"
_GRAMMAR = re.compile(
    f"w-t(?P<down>{_NUMBER})"
    f"|t(?P<up>{_NUMBER})-f(?P<star>[*]?)"
    f"|t(?P<source>{_NUMBER})(?::(?P<count>{_NUMBER}))?-t(?P<target>{_NUMBER})"
    f"|f(?P<slot>{_NUMBER})-t(?P<column>{_NUMBER})"
)
_BEYOND = 10**6
"""Stands for any larger number: no pile and no group is that large, and no number is too long to be read."""


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 7 else _BEYOND


def read_action(token: str) -> Action:
    """The action of a token, whether or not its piles exist in a game.

    :raises Refusal: `unreadable`, if the token is outside the grammar (`undo` and `redo` are: they are no
    actions).

    >>> read_action("t3:1-t5") == read_action("t3-t5")
    True
    """
    if token in _FIXED:
        return _FIXED[token]
    match = _GRAMMAR.fullmatch(token)
    if match is None:
        raise unreadable(token)
    if match["down"]:
        return Action(Kind.WASTE_DOWN, target=_number(match["down"]) - 1)
    if match["up"]:
        return Action(Kind.COLUMN_UP, source=_number(match["up"]) - 1, automatic=bool(match["star"]))
    if match["slot"]:
        return Action(Kind.TAKE_BACK, source=_number(match["slot"]) - 1, target=_number(match["column"]) - 1)
    return Action(
        Kind.COLUMN_MOVE,
        source=_number(match["source"]) - 1,
        count=_number(match["count"] or "1"),
        target=_number(match["target"]) - 1,
    )


def unreadable(token: str) -> Refusal:
    """The refusal of a token that is no action of the game."""
    return Refusal(Reason.UNREADABLE, UNREADABLE, token=shorten(token))
