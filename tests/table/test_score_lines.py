"""The sheet's lines add up to the score that the engine keeps, whatever was undone."""

import json
from pathlib import Path

import pytest

from games.engine.codes import parse_code
from games.engine.play import Play
from games.engine.shuffle import deal_cards
from games.play.render.score import Line, clock, score_lines
from leaderboards.figures import money, points

VECTORS = Path(__file__).parents[1] / "vectors"
RECORDS = [
    record
    for name in ("plays", "wins")
    for record in json.loads((VECTORS / f"{name}.json").read_text())
    if "position" in record
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record['code']}-{len(record['actions'])}")
def test_lines_add_up(record: dict[str, object]) -> None:
    code = parse_code(str(record["code"]))
    cards = deal_cards(code, "")
    tokens = str(record["actions"]).split()
    play = Play.replay(code, cards, tokens)
    assert sum(line.amount for line in score_lines(code, cards, tokens)) == play.position.score


def test_dollars_points_and_times_are_written_as_agreed() -> None:
    assert [money(416), money(0), money(-104)] == ["$416", "$0", "-$104"]
    assert points(-15) == "−15"
    assert [clock(0), clock(59_999), clock(3_725_000)] == ["0:00", "0:59", "1:02:05"]


def test_a_line_names_what_each_brought_only_where_all_brought_the_same() -> None:
    even, uneven = Line("", 0, 0, False), Line("", 0, 0, False)
    for amount in (-100, -100):
        even.add(amount)
    for amount in (-100, -46):  # the score never falls below nought, so this one cost less
        uneven.add(amount)
    assert (even.each, even.total) == ("100", "−200")
    assert (uneven.each, uneven.total) == ("", "−146")
