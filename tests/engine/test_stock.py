"""Stock, waste and passes."""

import pytest

from tests.engine.scenes import do, draw, reason, scene, scene_play, tokens


def test_a_draw_turns_one_card() -> None:
    assert draw(do(scene("s: 9C QS 4D"), "s-w")) == "w: 4D | s: 9C QS"


def test_a_draw_of_three_turns_them_one_by_one() -> None:
    assert draw(do(scene("s: 5H 9C QS 4D", game="KL1-D3N"), "s-w")) == "w: 4D QS 9C | s: 5H"


@pytest.mark.parametrize(("stock", "waste"), [("9C", "2S 9C"), ("QS 9C", "2S 9C QS")])
def test_the_last_cards_are_drawn_though_fewer_than_three(stock: str, waste: str) -> None:
    position = do(scene(f"w: 2S | s: {stock}", game="KL1-D3N"), "s-w")
    assert draw(position) == f"w: {waste}"


def test_only_the_top_of_the_waste_is_playable_and_the_next_when_it_is_gone() -> None:
    position = scene("w: 7S KH 2C | t1: 3D | t2: 8H | s: 1", game="KL1-D3N")
    assert {token for token in tokens(position) if token[0] == "w"} == {"w-t1"}
    assert reason(position, "w-t2") == "wrong_rank"
    do(position, "w-t1", "w-t3", "w-t2")
    assert position.waste == []


def test_the_waste_becomes_the_stock_again_in_the_same_order() -> None:
    position = scene("s: 9C QS 4D 5H 8D", game="KL1-D3N")
    do(position, "s-w", "s-w", "w-s")
    assert draw(position) == "s: 9C QS 4D 5H 8D"
    assert position.passes == 2


def test_a_played_card_shifts_the_fan_of_the_next_pass() -> None:
    position = scene("t1: 5S | s: 9C QS 4D 5H 8D", game="KL1-D3N")
    do(position, "s-w", "w-t1", "s-w", "w-s", "s-w")
    assert draw(position) == "t1: 5S 4D | w: 8D 5H QS | s: 9C"


def test_nothing_is_drawn_from_an_empty_stock() -> None:
    assert reason(scene("w: 9C"), "s-w") == "empty_pile"


def test_no_redeal_before_the_stock_is_empty() -> None:
    assert reason(scene("w: 9C | s: 2"), "w-s") == "stock_not_empty"
    assert reason(scene("s: 2"), "w-s") == "empty_pile"
    assert reason(scene("t1: 9C"), "w-s") == "empty_pile"


@pytest.mark.parametrize(
    ("game", "passes"),
    [
        ("KL1-D1N", None), ("KL1-D3N", None), ("KL1-D1N1", 1), ("KL1-D3N3", 3), ("KL1-D1S3", 3),
        ("KL1-D1V", 1), ("KL1-D3V", 3), ("DS1-D1N", None), ("DS1-D3V", 1), ("TS1-D1V", 1),
        ("TF1-D3N", None), ("DK1-D1S1", 1),
    ],
)  # fmt: skip
def test_passes_are_as_many_as_the_options_allow(game: str, passes: int | None) -> None:
    position = scene("w: 9C", game=game)
    for done in range(1, 6):
        if passes is not None and done >= passes:
            assert reason(position, "w-s") == "no_more_passes"
            assert "w-s" not in tokens(position)
            break
        do(position, "w-s", "s-w")
        assert position.passes == done + 1


@pytest.mark.parametrize("token", ["s-w", "w-s", "w-f", "w-t1"])
@pytest.mark.parametrize("game", ["RU1-C", "YU1-N"])
def test_russian_and_yukon_have_no_stock_and_no_waste(token: str, game: str) -> None:
    assert reason(scene("t1: 9C", game=game), token) == "no_such_pile"


def test_an_undone_draw_cannot_be_played_from() -> None:
    play = scene_play("t1: 5S | s: 4D")
    play.do("s-w")
    play.do("undo")
    assert reason(play.position, "w-t1") == "empty_pile"
    with pytest.raises(ValueError, match="not an action"):
        play.do("s-t1")
