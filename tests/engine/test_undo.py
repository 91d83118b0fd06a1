"""Undo and redo."""

import pytest

from games.engine.play import Play
from games.engine.refusals import Reason, Refusal
from tests.engine.scenes import draw, scene, scene_code, scene_play


def refused(play: Play, token: str) -> Reason:
    with pytest.raises(Refusal) as refusal:
        play.do(token)
    return refusal.value.reason


def test_undo_restores_cards_faces_passes_and_score_but_not_the_moves() -> None:
    play = scene_play("t1: [9C] 7H | t2: 8S | w: 4C | score: 5", automatic=False)
    start = draw(play.position)
    play.do("t1-t2")
    play.do("w-s")
    assert (play.position.passes, play.position.score) == (2, 0)
    play.do("undo")
    play.do("undo")
    position = play.position
    assert draw(position) == start
    assert (position.passes, position.score, position.moves, position.undos) == (1, 5, 2, 2)


def test_redo_does_it_again_without_counting_a_move() -> None:
    play = scene_play("t1: 7H | t2: 8S")
    play.do("t1-t2")
    play.do("undo")
    assert play.do("redo") == ["redo"]
    assert draw(play.position) == "t2: 8S 7H"
    assert (play.position.moves, play.position.undos) == (1, 1)


def test_a_new_action_drops_what_could_be_redone() -> None:
    play = scene_play("t1: 7H | t2: 8S | s: 2")
    play.do("t1-t2")
    play.do("undo")
    play.do("s-w")
    assert play.can_redo == 0
    assert refused(play, "redo") is Reason.NOTHING_TO_REDO


def test_nothing_can_be_undone_or_redone_at_the_deal() -> None:
    play = scene_play("s: 2")
    assert refused(play, "undo") is Reason.NOTHING_TO_UNDO
    assert refused(play, "redo") is Reason.NOTHING_TO_REDO


@pytest.mark.parametrize(
    ("game", "limit"),
    [("DS1-D1N", 200), ("TS1-D1N", 200), ("TF1-D1N", 100), ("RU1-C", 100), ("YU1-N", 100), ("KL1-D1N", None)],
)
def test_undo_reaches_back_as_far_as_the_game_allows(game: str, limit: int | None) -> None:
    play = scene_play("t1: KS | t3: 2H", game=game)
    there, back = "t1-t2", "t2-t1"
    for _ in range(125):
        play.do(there)
        play.do(back)
    expected = limit or 250
    assert play.can_undo == expected
    for _ in range(expected):
        play.do("undo")
    assert refused(play, "undo") is Reason.NOTHING_TO_UNDO
    assert play.can_redo == expected
    for _ in range(expected):
        play.do("redo")
    assert refused(play, "redo") is Reason.NOTHING_TO_REDO
    assert play.can_undo == expected


def test_after_undo_a_new_action_adds_to_what_is_left_of_the_limit() -> None:
    play = scene_play("t1: KS | t3: 2H", game="RU1-C")
    for _ in range(60):
        play.do("t1-t2")
        play.do("t2-t1")
    for _ in range(40):
        play.do("undo")
    play.do("t1-t2")
    assert play.can_undo == 61


def test_an_undo_takes_the_automatic_cards_with_it_and_redo_brings_them_back() -> None:
    play = scene_play("t1: 2H AS | t2: AH | t3: 9D 8S | t4: 9H")
    assert play.do("t3-t4") == ["t3-t4", "t1-f*", "t2-f*", "t1-f*"]
    after = draw(play.position)
    assert play.do("undo") == ["undo"]
    assert draw(play.position) == draw(scene("t1: 2H AS | t2: AH | t3: 9D 8S | t4: 9H"))
    play.do("redo")
    assert draw(play.position) == after
    assert (play.can_undo, play.position.moves) == (1, 1)


def test_a_won_game_is_over() -> None:
    play = scene_play("f1: QS | f2: KH | f3: KD | f4: KC | t1: KS")
    play.do("t1-f")
    for token in ("undo", "redo", "t1-t2", "s-w", "t9-f"):
        assert refused(play, token) is Reason.GAME_OVER
    assert refused(play, "nonsense") is Reason.UNREADABLE


def test_after_undo_a_king_may_go_to_the_empty_column_again() -> None:
    play = scene_play("t1: [4D] KS | t2: 9H")
    play.do("t1-t3")
    play.do("undo")
    assert play.do("t1-t4") == ["t1-t4"]


def test_a_resumed_game_fetches_its_record_only_for_undo_and_redo() -> None:
    code = scene_code("DS1-D1N")
    play = Play(code, list(range(52)) * 2)
    for token in ("s-w", "s-w", "undo", "s-w"):
        play.do(token)
    record, calls = list(play.tokens), []

    def load() -> list[str]:
        calls.append(1)
        return record

    resumed = Play.resume(code, play.snapshot(), load)
    resumed.do("s-w")
    resumed.do("undo")
    assert not calls
    resumed.do("undo")
    assert len(calls) == 1
    for _ in range(2):
        resumed.do("redo")
    assert len(calls) == 1
    assert resumed.tokens == [*record, "s-w", "undo", "undo", "redo", "redo"]
    assert resumed.position.snapshot() == Play.replay(code, play.cards, resumed.tokens).position.snapshot()


def test_a_resumed_game_can_redo_what_was_undone_before() -> None:
    code = scene_code("DS1-D1N")
    play = Play(code, list(range(52)) * 2)
    for token in ("s-w", "s-w", "undo", "undo"):
        play.do(token)
    resumed = Play.resume(code, play.snapshot(), lambda: play.tokens)
    resumed.do("redo")
    assert (resumed.can_undo, resumed.can_redo, len(resumed.position.waste)) == (1, 1, 1)


@pytest.mark.parametrize("text", ["", "x", "A 0 0 0 rubbish", "A 0 0 0 0 0 0 0 1 0 - A A A"])
def test_a_text_that_is_no_snapshot_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Play.resume(scene_code("DS1-D1N"), text, list)
