"""What goes up, and what comes back."""

import pytest

from games.engine.cards import RANKS, SUITS
from tests.engine.scenes import do, draw, reason, scene, tokens


@pytest.mark.parametrize("game", ["KL1-D1N", "DS1-D1N", "RU1-C", "TF1-D1N", "YU1-N", "TS1-D1N"])
@pytest.mark.parametrize("suit", SUITS)
def test_an_ace_opens_the_first_foundation_of_its_row_and_no_other_card_does(game: str, suit: str) -> None:
    for rank in RANKS:
        position = scene(f"t1: {rank}{suit}", game=game)
        if rank == "A":
            do(position, "t1-f")
            first = SUITS.index(suit) * position.rules.slots_per_suit
            assert [slot for slot, height in enumerate(position.foundations) if height] == [first]
        else:
            assert reason(position, "t1-f") == "foundation_order"


def test_a_foundation_is_built_in_suit_one_card_at_a_time() -> None:
    position = scene("f2: 4H | t1: 5H | t2: 5D | t3: 6H | t4: 4H")
    assert reason(position, "t1-f") is None
    for token in ("t2-f", "t3-f", "t4-f"):
        assert reason(position, token) == "foundation_order"


def test_the_top_of_the_waste_goes_up() -> None:
    assert draw(do(scene("w: 9S AC"), "w-f")) == "f4: AC | w: 9S"


def test_in_double_the_second_ace_takes_the_second_place_of_its_row() -> None:
    position = do(scene("t1: 2S AS | t2: AS", game="DS1-D1N"), "t1-f", "t2-f")
    assert draw(position) == "t1: 2S | f1: AS | f2: AS"


def test_in_double_a_card_goes_to_the_first_foundation_that_accepts_it() -> None:
    position = do(scene("t1: 3H | t2: 2H | f3: AH | f4: 2H", game="DS1-D1N"), "t1-f", "t2-f")
    assert draw(position) == "f3: 2H | f4: 3H"


def test_the_top_of_a_foundation_comes_back_to_a_column_that_accepts_it() -> None:
    position = scene("f1: 5S | t1: 6H | t2: 6C | t3: KS")
    assert {token for token in tokens(position) if token[0] == "f"} == {"f1-t1"}
    assert draw(do(position, "f1-t1")) == "t1: 6H 5S | t2: 6C | t3: KS | f1: 4S"
    assert reason(scene("f1: 5S | t2: 6C"), "f1-t2") == "wrong_colour"
    assert reason(scene("f1: 5S"), "f2-t2") == "empty_pile"


def test_a_king_comes_back_to_an_empty_column() -> None:
    position = scene("f1: KS | f2: QH | t1: AC | t2: 9D | t3: 9D | t4: 9D | t5: 9D | t6: 9D")
    assert "f1-t7" in tokens(position)
    assert reason(position, "f1-t7") is None
    assert reason(position, "f2-t7") == "not_a_king"


def test_in_double_both_equal_foundations_can_give_their_card_back() -> None:
    position = scene("f3: 5H | f4: 5H | t1: 6S", game="DS1-D1N")
    assert {"f3-t1", "f4-t1"} <= tokens(position)


@pytest.mark.parametrize("token", ["f1-f2", "f1-f", "f1-w", "f-t1"])
def test_a_card_never_goes_from_a_foundation_to_another(token: str) -> None:
    with pytest.raises(ValueError, match="not an action"):
        do(scene("f1: AS | f2: AH"), token)


def test_the_game_is_won_when_the_last_card_is_up() -> None:
    position = scene("f1: QS | f2: KH | f3: KD | f4: KC | t1: KS")
    assert not position.won
    do(position, "t1-f")
    assert position.won
    assert position.legal_actions() == []
    assert reason(position, "f1-t1") == "game_over"


def test_the_last_card_may_come_from_the_waste() -> None:
    assert do(scene("f1: QS | f2: KH | f3: KD | f4: KC | w: KS"), "w-f").won
