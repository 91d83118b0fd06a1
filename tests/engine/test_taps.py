"""What taps mean."""

from games.engine.taps import taps
from tests.engine.scenes import scene


def test_one_tap_sends_a_top_card_up() -> None:
    assert taps(scene("t1: 9C AS | t2: 2H | w: 5C AD"))["tap"] == {"t1": "t1-f", "w": "w-f"}


def test_a_double_tap_finds_the_longest_column_leftmost_among_equals() -> None:
    double = taps(scene("t1: 7H | t2: 8S | t3: [9D] 8C | t4: [9H] 8S"))["double"]
    assert double == {"t1": "t1-t3"}


def test_it_takes_the_cards_on_the_card_along() -> None:
    double = taps(scene("t1: 9S 8D 7C | t2: 9C | t3: 8H"))["double"]
    assert double == {"t1:2": "t1:2-t2", "t1": "t1-t3", "t3": "t3-t2"}


def test_for_a_king_it_is_the_leftmost_empty_column() -> None:
    double = taps(scene("t1: [3D] KS QH | t2: 9C | t4: 3D | w: KD"))["double"]
    assert double == {"t1:2": "t1:2-t3", "w": "w-t3"}


def test_a_foundation_a_draw_and_a_redeal_are_no_taps() -> None:
    assert taps(scene("f1: 5S | t1: 6H | s: 3")) == {"tap": {}, "double": {}}
