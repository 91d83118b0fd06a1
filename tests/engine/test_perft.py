"""How many sequences of actions of each length there are from fixed cards: a change of any rule changes a
number.

One file a game in `perft/`: the code, whose options the game is played by; the cards as dealt, so that no
key matters; the counts from depth 1. In a duel both seats act, without pass and resignation.
"""

from pathlib import Path

import pytest

from games.engine.cards import parse_card
from games.engine.codes import DealCode, parse_code
from games.engine.duel import DuelPosition
from games.engine.position import Position
from games.engine.variants import VARIANTS

FOLDER = Path(__file__).parent / "perft"


def read(path: Path) -> tuple[DealCode, list[list[int]], list[int]]:
    """The code, the cards of each deck, and the counts of a file."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    facts = [line.partition(": ")[::2] for line in lines]
    code = parse_code(dict(facts)["code"])
    decks = [[parse_card(name) for name in value.split()] for key, value in facts if key.startswith("cards")]
    return code, decks, [int(value) for key, value in facts if key.isdigit()]


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` legal actions."""
    actions = position.legal_actions()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        change = position.apply(action)
        count += perft(position, depth - 1)
        position.revert(change)
    return count


def perft_duel(duel: DuelPosition, depth: int) -> int:
    """The same for a duel."""
    if depth == 0:
        return 1
    count = 0
    for seat in "ab":
        for name in duel.legal_actions(seat):
            if name not in ("pass", "resign"):
                after = DuelPosition.restore(duel.code, duel.snapshot())
                after.do(f"{seat}/{name}")
                count += perft_duel(after, depth - 1)
    return count


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_perft(path: Path) -> None:
    code, decks, counts = read(path)
    assert path.stem == code.variant.code
    assert len(counts) >= 3
    for depth, count in enumerate(counts, start=1):
        if code.variant.seats == 2:
            assert perft_duel(DuelPosition.deal(code, decks), depth) == count
        else:
            assert perft(Position.deal(code, decks[0]), depth) == count


def test_every_game_has_a_perft_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(VARIANTS)
