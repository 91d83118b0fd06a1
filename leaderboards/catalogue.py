"""The games that have boards. Games register themselves here when Django starts; this app imports none of
them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise

NORMAL, VEGAS, NO_POINTS = "N", "V", "S"
Text = str | Promise


@dataclass(frozen=True, slots=True)
class Options:
    """One way to play a game: its canonical letters (``"D1N"``), the words for them, its marking and
    currency."""

    code: str
    label: Text
    marking: str = NORMAL


@dataclass(frozen=True, slots=True)
class Game:
    """A game as a board needs it: code (``"KL"``), key (``"klondike"``), name and ways to play, in display
    order; ``version``: the newest of its rules, whose number deals carry."""

    code: str
    key: str
    name: Text
    options: Mapping[str, Options] = field(default_factory=dict)
    version: int = 1


GAMES: dict[str, Game] = {}


def register(game: Game) -> None:
    """Add ``game``, or replace what was registered under its code."""
    GAMES[game.code] = game


def find(board_key: str) -> tuple[Game, Options] | None:
    """Return the game and options that ``"KL-D1N"`` names, or None if there is no such pair."""
    code, _, letters = board_key.partition("-")
    game = GAMES.get(code)
    options = game.options.get(letters) if game else None
    return (game, options) if game and options else None


def marking_of(board_key: str) -> str:
    """Return the marking of a board's games; Normal for what is not registered."""
    found = find(board_key)
    return found[1].marking if found else NORMAL


def in_dollars(board_key: str) -> bool:
    """Tell whether scores of this board are fictitious dollars."""
    return marking_of(board_key) == VEGAS
