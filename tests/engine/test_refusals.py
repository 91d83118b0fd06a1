"""What is refused, and that the first reason in order is the one given."""

import pytest

from games.engine.play import Play
from games.engine.refusals import Reason, Refusal
from tests.engine.scenes import reason, scene, scene_code, scene_play

SCENE = "t1: [3H] 9C 8D | t2: 9S | t3: TH | t5: KS QD | f1: AS | w: 5C | s: 3"

UNREADABLE = [
    "", "s", "s-s", "s-f", "s-t1", "w-w", "w", "t1", "t1-", "-t1", "t1-x", "t1-w", "t1-s", "t1--t2",
    "T1-T2", "S-W", "t1-t2 ", " t1-t2", "t1-t2\n", "t0-t1", "t1-t0", "t01-t2", "t1-t02", "t1:0-t2",
    "t1:01-t2", "t1:-t2", "t1:2", "t-t", "t1:2-f", "t1:1-f", "w:2-t1", "f1:2-t1", "f0-t1", "f01-t1",
    "f1-f2", "w-f1", "t1-f1", "w-f*", "s-w*", "t1-t2*", "f1-t1*", "t1-f**", "undo*", "Undo", "UNDO",
    "a/t1-t2", "a/s-w", "pass", "resign", "t１-t2", "t1-t²", "t1_000-t2", "t+1-t2", "t-1-t2", "t1–t2",
    "finish", "t1-f*",
]  # fmt: skip

REFUSED = [
    ("t8-f", Reason.NO_SUCH_PILE),
    ("t8-t8", Reason.NO_SUCH_PILE),
    ("t1-t8", Reason.NO_SUCH_PILE),
    ("w-t8", Reason.NO_SUCH_PILE),
    ("f5-t1", Reason.NO_SUCH_PILE),
    ("f9-t9", Reason.NO_SUCH_PILE),
    ("f1-t8", Reason.NO_SUCH_PILE),
    ("t4-t4", Reason.SAME_COLUMN),
    ("t1:9-t1", Reason.SAME_COLUMN),
    ("t4-f", Reason.EMPTY_PILE),
    ("t4:9-t6", Reason.EMPTY_PILE),
    ("f2-t1", Reason.EMPTY_PILE),
    ("t1:3-t3", Reason.FACE_DOWN),
    ("t1:3-t4", Reason.FACE_DOWN),
    ("t1:99-t3", Reason.FACE_DOWN),
    ("t2-t4", Reason.NOT_A_KING),
    ("w-t4", Reason.NOT_A_KING),
    ("f1-t4", Reason.NOT_A_KING),
    ("t2-t5", Reason.WRONG_RANK),
    ("w-t1", Reason.WRONG_RANK),
    ("t2-f", Reason.FOUNDATION_ORDER),
    ("w-f", Reason.FOUNDATION_ORDER),
    ("w-s", Reason.STOCK_NOT_EMPTY),
    ("undo", Reason.NOTHING_TO_UNDO),
    ("redo", Reason.NOTHING_TO_REDO),
]

LONG = "9" * 1_000_000


@pytest.mark.parametrize("token", UNREADABLE)
def test_what_is_outside_the_notation_is_unreadable(token: str) -> None:
    with pytest.raises(Refusal) as refusal:
        scene_play(SCENE).do(token)
    assert refusal.value.reason is Reason.UNREADABLE


@pytest.mark.parametrize(("token", "expected"), REFUSED)
def test_the_first_reason_is_given_and_nothing_changes(token: str, expected: Reason) -> None:
    play = scene_play(SCENE)
    before = play.snapshot()
    with pytest.raises(Refusal) as refusal:
        play.do(token)
    assert refusal.value.reason is expected
    assert play.snapshot() == before


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        (f"t{LONG}-f", "no_such_pile"),
        (f"t1-t{LONG}", "no_such_pile"),
        (f"f{LONG}-t1", "no_such_pile"),
        (f"w-t{LONG}", "no_such_pile"),
        (f"t1:{LONG}-t3", "face_down"),
    ],
)
def test_a_number_of_a_million_digits_is_a_number(token: str, expected: str) -> None:
    assert reason(scene(SCENE), token) == expected


def test_a_group_of_one_is_written_with_or_without_its_count() -> None:
    play = scene_play(SCENE)
    assert play.do("t2:1-t3") == ["t2-t3"]


def test_a_sequence_too_long_for_russian_is_refused_for_its_size_before_its_place() -> None:
    others = "2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 7D"
    position = scene(f"t1: 8C {others} | t2: 9H", game="RU1-C")
    assert reason(position, "t1:21-t2") == reason(position, "t1:21-t3") == "group_too_large"


@pytest.mark.parametrize("game", ["DS1-D1N", "RU1-C", "YU1-N", "TF1-D1N", "TS1-D1N"])
def test_only_klondike_has_automatic_cards(game: str) -> None:
    play = Play(scene_code(game), [0] * scene_code(game).rules.deck_size)
    with pytest.raises(Refusal) as refusal:
        play.follow("t1-f*")
    assert refusal.value.reason is Reason.UNREADABLE


def test_a_refusal_names_cards_for_the_site_and_words_them_in_english() -> None:
    with pytest.raises(Refusal) as refusal:
        scene_play("t1: 7H | t2: 8D").do("t1-t2")
    assert refusal.value.params == {"card": 19, "onto": 33}
    assert "seven of hearts" in str(refusal.value)
    assert "eight of diamonds" in str(refusal.value)


def test_every_reason_but_those_of_the_site_has_its_own_sentence() -> None:
    sentences = set()
    for token, _ in REFUSED:
        with pytest.raises(Refusal) as refusal:
            scene_play(SCENE).do(token)
        sentences.add((refusal.value.reason, refusal.value.template))
    by_reason = {reason for reason, _ in sentences}
    assert len({template for _, template in sentences}) >= len(by_reason)
