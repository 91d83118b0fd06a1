"""A table as a short ASCII text and back, cheap enough to be done at every move.

Fields parted by spaces: `score ranked moves undos passes drawn pack heights reached columns`. A card is a
letter (A-Z, a-z), a height a letter from A; each column is the number of its face-down cards as such a
letter, then its cards; columns are parted by slashes, and `pack` begins with a dash so that it is never
empty.
"""

from string import ascii_letters
from typing import TypeVar

from games.engine.foundations import Foundations
from games.engine.rules import Rules
from games.engine.table import Table

TableType = TypeVar("TableType", bound=Table)

_LETTERS = ascii_letters.swapcase()
_NUMBERS = {letter: number for number, letter in enumerate(_LETTERS)}


def write_cards(cards: list[int] | tuple[int, ...]) -> str:
    """Small numbers, cards or heights, as a string of letters."""
    return "".join([_LETTERS[card] for card in cards])


def read_cards(text: str) -> list[int]:
    """The numbers of a string of letters.

    :raises ValueError: if something else is among them.
    """
    try:
        return [_NUMBERS[letter] for letter in text]
    except KeyError:
        raise ValueError("not a string of cards") from None


def write(table: Table) -> str:
    """The text of a table."""
    columns = "/".join(
        [_LETTERS[down] + write_cards(column) for down, column in zip(table.down, table.columns, strict=True)]
    )
    return (
        f"{table.score} {table.ranked} {table.moves} {table.undos} {table.passes} {table.drawn}"
        f" -{write_cards(table.pack)} {write_cards(table.slots.heights)}"
        f" {write_cards(table.slots.reached)} {columns}"
    )


def read(cls: type[TableType], rules: Rules, text: str, slots: Foundations | None = None) -> TableType:
    """The table of a text. `slots`: foundations that another seat shares, instead of those in the text.

    :raises ValueError: if it is none of this game.
    """
    *numbers, pack, heights, reached, piles = text.split(" ")
    score, ranked, moves, undos, passes, drawn = map(int, numbers)
    columns = [read_cards(pile) for pile in piles.split("/")]
    if len(columns) != rules.columns or len(heights) != rules.slots:
        raise ValueError("a snapshot of another game")
    down = [column.pop(0) for column in columns]
    if slots is None:
        slots = Foundations(rules.slots_per_suit, read_cards(heights), read_cards(reached))
    table = cls(rules, columns, down, read_cards(pack[1:]), slots, drawn)
    table.score, table.ranked = score, ranked
    table.moves, table.undos, table.passes = moves, undos, passes
    return table
