"""What goes to a column, alone and in groups."""

import pytest

from tests.engine.scenes import do, draw, reason, scene, tokens


def test_a_card_goes_on_one_a_rank_higher_of_the_other_colour() -> None:
    position = scene("t1: 7H | t2: 8S | t3: 8C | t4: 8D | t5: 9S | t6: 6S | t7: 7S")
    assert {token for token in tokens(position) if token.startswith("t1-")} == {"t1-t2", "t1-t3"}
    assert reason(position, "t1-t4") == "wrong_colour"
    assert reason(position, "t1-t5") == "wrong_rank"
    assert reason(position, "t1-t6") == "wrong_rank"
    assert reason(position, "t1-t7") == "wrong_rank"


def test_in_russian_a_card_goes_on_one_of_its_suit() -> None:
    position = scene("t1: 7H | t2: 8H | t3: 8D | t4: 8S | t5: 9H", game="RU1-C")
    assert {token for token in tokens(position) if token.startswith("t1-")} == {"t1-t2"}
    assert reason(position, "t1-t3") == reason(position, "t1-t4") == "wrong_suit"
    assert reason(position, "t1-t5") == "wrong_rank"


def test_in_relaxed_russian_any_suit_will_do() -> None:
    position = scene("t1: 7H | t2: 8H | t3: 8D | t4: 8S | t5: 9H", game="RU1-R")
    assert {token for token in tokens(position) if token.startswith("t1-")} == {"t1-t2", "t1-t3", "t1-t4"}
    assert reason(position, "t1-t5") == "wrong_rank"


def test_in_yukon_colours_alternate() -> None:
    position = scene("t1: 7H | t2: 8H | t3: 8S", game="YU1-N")
    assert reason(position, "t1-t2") == "wrong_colour"
    assert reason(position, "t1-t3") is None


def test_an_ace_may_go_on_a_two() -> None:
    assert "t1-t2" in tokens(scene("t1: AH | t2: 2S"))


def test_part_of_a_sequence_moves() -> None:
    position = scene("t1: 9S 8D 7C | t2: 9C")
    assert draw(do(position, "t1:2-t2")) == "t1: 9S | t2: 9C 8D 7C"


def test_in_thoughtful_only_a_sequence_moves() -> None:
    position = scene("t1: 8H 5C 4D | t2: 9S | t3: 6H", game="TF1-D1N")
    assert reason(position, "t1:3-t2") == "not_a_sequence"
    assert reason(position, "t1:2-t3") is None
    assert reason(position, "t1:4-t2") == "face_down"


@pytest.mark.parametrize(("game", "onto"), [("RU1-C", "4C"), ("RU1-R", "4S"), ("YU1-N", "4H")])
def test_in_russian_and_yukon_a_group_in_disorder_moves(game: str, onto: str) -> None:
    position = scene(f"t1: [KS] 3C 7D AS 4S TH | t2: {onto}", game=game)
    assert draw(do(position, "t1:5-t2")) == f"t1: KS | t2: {onto} 3C 7D AS 4S TH"


def test_in_russian_at_most_20_cards_move_at_once() -> None:
    others = "2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D"
    twenty = scene(f"t1: 8C {others} | t2: 9C | t3: KH", game="RU1-C")
    assert reason(twenty, "t1:20-t2") is None
    assert "t1:20-t2" in tokens(twenty)
    more = scene(f"t1: 8C {others} 7D | t2: 9C", game="RU1-C")
    assert reason(more, "t1:21-t2") == "group_too_large"
    assert "t1:21-t2" not in tokens(more)
    assert reason(scene(f"t1: 8C {others} 7D | t2: 9H", game="YU1-N"), "t1:21-t2") is None


def test_only_a_king_goes_to_an_empty_column() -> None:
    position = scene("t1: 9C KD QS | t2: QD | t3: AC", game="RU1-C")
    assert reason(position, "t1:2-t4") is None
    for token in ("t1-t4", "t1:3-t4", "t2-t4", "t3-t7"):
        assert reason(position, token) == "not_a_king"


def test_a_king_fills_any_empty_column_with_the_cards_on_it() -> None:
    position = scene("t1: [5C] KD QS | t3: 2D")
    assert {token for token in tokens(position) if token.startswith("t1")} == {
        f"t1:2-t{n}" for n in (2, 4, 5, 6, 7)
    }
    assert draw(do(position, "t1:2-t5")) == "t1: 5C | t3: 2D | t5: KD QS"


def test_a_king_may_move_between_empty_columns_and_gains_nothing() -> None:
    position = scene("t1: KD QS | score: 40")
    for target, source in [(2, 1), (1, 2)] * 5:
        do(position, f"t{source}:2-t{target}")
    assert (position.score, position.moves) == (40, 10)


def test_a_hidden_card_turns_up_when_nothing_covers_it() -> None:
    assert draw(do(scene("t1: [9C 4D] 7H | t2: 8S"), "t1-t2")) == "t1: [9C] 4D | t2: 8S 7H"


def test_a_hidden_card_does_not_move() -> None:
    position = scene("t1: [9C 8D] 7S | t2: TD")
    assert reason(position, "t1:3-t2") == "face_down"
    assert reason(position, "t1:2-t2") == "face_down"
    assert not any(token.startswith("t1") for token in tokens(position))


def test_in_double_a_black_six_has_four_places() -> None:
    position = scene("t1: 6S | t2: 7H | t3: 7H | t4: 7D | t5: 7D | t6: 6C | t7: 7S", game="DS1-D1N")
    assert {token for token in tokens(position) if token.startswith("t1")} == {
        "t1-t2",
        "t1-t3",
        "t1-t4",
        "t1-t5",
    }


def test_in_double_both_copies_of_a_card_are_found() -> None:
    position = scene("t1: 6S | t2: 6S | t3: 7H 6S | t4: 7D", game="DS1-D1N")
    assert {token for token in tokens(position) if token.endswith("t4")} == {"t1-t4", "t2-t4", "t3-t4"}
