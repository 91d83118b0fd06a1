"""The shuffle is for ever: a golden file pins fifty codes, and other processes deal the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.cards import card_name
from games.engine.codes import parse_code
from games.engine.shuffle import deal_cards, deal_duel_cards

ROOT = Path(__file__).parents[2]
LINES = (Path(__file__).parent / "golden_deals.txt").read_text().splitlines()
GOLDEN = [line.split(": ") for line in LINES if not line.startswith("#")]


def dealt(text: str, key: str) -> str:
    code = parse_code(text)
    decks = deal_duel_cards(code, key) if code.variant.seats == 2 else (deal_cards(code, key),)
    return " / ".join(" ".join(map(card_name, deck)) for deck in decks)


def test_the_golden_file_holds_fifty_codes() -> None:
    assert len(GOLDEN) == 50


@pytest.mark.parametrize(("name", "cards"), GOLDEN)
def test_a_code_deals_the_same_cards_for_ever(name: str, cards: str) -> None:
    text, _, key = name.partition(" ")
    assert dealt(text, key) == cards


def test_another_process_deals_the_same() -> None:
    script = (
        "from games.engine.codes import parse_code\n"
        "from games.engine.shuffle import deal_cards\n"
        "print(deal_cards(parse_code('DS1-D1N-AAAAAAB'), 'k'))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True, check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, text=True,
        ).stdout
        for seed in ("0", "1")
    }  # fmt: skip
    assert seen == {f"{deal_cards(parse_code('DS1-D1N-AAAAAAB'), 'k')}\n"}


@pytest.mark.parametrize(("text", "decks"), [("KL1-D1N", 1), ("DS1-D1N", 2), ("TS1-D1N", 3), ("RU1-C", 1)])
def test_a_deal_is_made_of_whole_decks(text: str, decks: int) -> None:
    assert sorted(deal_cards(parse_code(f"{text}-AAAAAAB"), "")) == sorted(list(range(52)) * decks)


def test_options_and_games() -> None:
    def cards(text: str) -> tuple[int, ...]:
        return deal_cards(parse_code(f"{text}-AAAAAAB"), "")

    assert cards("RU1-C") == cards("RU1-R")
    assert len({cards("KL1-D1N"), cards("TF1-D1N"), cards("RU1-C"), cards("YU1-N")}) == 4


def test_the_seats_of_a_duel_have_different_cards_but_in_a_mirror() -> None:
    a, b = deal_duel_cards(parse_code("DK1-D1S-AAAAAAB"), "")
    assert a != b
    assert deal_duel_cards(parse_code("DK1-D1SM-AAAAAAB"), "") == (a, a)
