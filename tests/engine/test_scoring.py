"""What each event pays in each marking, and what the leaderboards count."""

import pytest

from games.engine.play import Play
from tests.engine.scenes import do, scene, scene_code, scene_play

# game, a card up, waste to tableau, a card turned up, redeal at 300, back from a foundation
TABLE = [
    ("DS1-D1N", 10, 5, 5, -100, 0),
    ("DS1-D3N", 10, 5, 5, -100, 0),
    ("DS1-D1V", 5, 0, 0, None, 0),
    ("TS1-D3N", 10, 5, 5, -100, 0),
    ("TS1-D1V", 5, 0, 0, None, 0),
    ("RU1-C", 10, None, 5, None, 0),
    ("RU1-R", 10, None, 5, None, 0),
    ("YU1-N", 10, None, 5, None, 0),
    ("TF1-D1N", 10, 5, None, -100, 0),
    ("TF1-D3N", 10, 5, None, -100, 0),
    ("KL1-D1N", 10, 5, 5, -100, -15),
    ("KL1-D3N", 10, 5, 5, -20, -15),
    ("KL1-D1V", 5, 0, 0, None, -5),
    ("KL1-D3V", 5, 0, 0, 0, -5),
    ("KL1-D1S", 0, 0, 0, 0, 0),
    ("KL1-D3S3", 0, 0, 0, 0, 0),
]

START = {"DS1-D1V": -104, "DS1-D3V": -104, "TS1-D1V": -156, "TS1-D3V": -156, "KL1-D1V": -52, "KL1-D3V": -52}


def gain(text: str, token: str, game: str) -> int:
    position = scene(f"{text} | score: 300", game=game)
    return do(position, token).score - 300


@pytest.mark.parametrize("game", [row[0] for row in TABLE] + ["DS1-D3V", "TS1-D3V"])
def test_the_score_a_game_starts_with(game: str) -> None:
    code = scene_code(game)
    position = Play(code, [0] * code.rules.deck_size).position
    assert position.score == position.ranked_score == START.get(game, 0)


@pytest.mark.parametrize(("game", "up", "down", "turned", "redeal", "back"), TABLE)
def test_what_each_event_pays(
    game: str, up: int, down: int | None, turned: int | None, redeal: int | None, back: int
) -> None:
    suit = "H" if game == "RU1-C" else "S"
    assert gain("t1: 9D AS", "t1-f", game) == up
    assert gain(f"t1: 5H | t2: 6{suit}", "t1-t2", game) == 0
    first = "f2" if not game.startswith(("DS", "TS")) else "f3" if game.startswith("DS") else "f4"
    assert gain(f"{first}: 5H | t2: 6{suit}", f"{first}-t2", game) == back
    if turned is not None:
        assert gain(f"t1: [9D] 5H | t2: 6{suit}", "t1-t2", game) == turned
        assert gain("t1: [9D] AS", "t1-f", game) == up + turned
    if down is not None:
        assert gain("w: 5H | t2: 6S", "w-t2", game) == down
        assert gain("w: AS", "w-f", game) == up
        assert gain("s: 4", "s-w", game) == 0
    if redeal is not None:
        assert gain("w: 5H 9C", "w-s", game) == redeal


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        ("DS1-D1N", 0, 0), ("DS1-D1N", 60, 0), ("DS1-D1N", 100, 0), ("DS1-D1N", 105, 5),
        ("TF1-D3N", 95, 0), ("KL1-D1N", 35, 0), ("KL1-D3N", 15, 0), ("KL1-D3N", 45, 25),
        ("KL1-D1N", -15, -15), ("KL1-D3N", -5, -5), ("KL1-D3V", -52, -52),
    ],
)  # fmt: skip
def test_a_redeal_never_takes_the_score_below_zero(game: str, before: int, after: int) -> None:
    assert do(scene(f"w: 9C | score: {before}", game=game), "w-s").score == after


def test_undoing_a_redeal_at_zero_gives_nothing() -> None:
    play = scene_play("w: 9C | score: 40")
    play.do("w-s")
    play.do("undo")
    assert play.position.score == 40
    play.do("redo")
    assert play.position.score == 0


def test_in_klondike_taking_a_card_back_can_take_the_score_below_zero() -> None:
    position = do(scene("f1: 5S | t1: 6H | score: 5"), "f1-t1")
    assert position.score == position.ranked_score == -10


@pytest.mark.parametrize("game", ["DS1-D1N", "DS1-D1V", "RU1-R", "TF1-D1N", "YU1-N"])
def test_taking_a_card_back_and_putting_it_up_again_pays_on_the_table_but_not_on_the_boards(
    game: str,
) -> None:
    position = scene("t1: AS | t2: 2H", game=game)
    pay = position.rules.scoring.foundation
    do(position, "t1-f")
    score, ranked = position.score, position.ranked_score
    for _ in range(20):
        do(position, "f1-t2", "t2-f")
    assert position.score == score + 20 * pay
    assert position.ranked_score == ranked


def test_in_klondike_the_ranked_score_is_the_score() -> None:
    position = scene("t1: AS | t2: 2H")
    do(position, "t1-f")
    for _ in range(3):
        do(position, "f1-t2", "t2-f")
    assert position.score == position.ranked_score == 10 - 3 * 5


def test_a_height_pays_again_on_another_foundation_of_the_row() -> None:
    position = scene("t1: AS | t2: AS | t3: 2H", game="DS1-D1N")
    assert do(position, "t1-f", "t2-f").ranked_score == 20
    assert do(position, "f1-t3", "t3-f").ranked_score == 20


def test_undo_forgets_the_heights_reached() -> None:
    play = scene_play("t1: AS | t2: 2H", game="DS1-D1N")
    play.do("t1-f")
    play.do("undo")
    assert play.position.ranked_score == 0
    play.do("t1-f")
    assert play.position.ranked_score == 10


def test_the_ranked_score_has_its_own_floor() -> None:
    position = scene("t1: AS | t2: 2H | w: 9C", game="DS1-D1N")
    do(position, "t1-f")
    for _ in range(12):
        do(position, "f1-t2", "t2-f")
    assert (position.score, position.ranked_score) == (130, 10)
    do(position, "w-s")
    assert (position.score, position.ranked_score) == (30, 0)


def test_vegas_money_comes_back_exactly_by_undo() -> None:
    for game in ("KL1-D1V", "KL1-D3V", "DS1-D3V"):
        play = scene_play("w: AS", game=game)
        before = play.position.score
        play.do("w-f")
        play.do("undo")
        assert play.position.score == before
