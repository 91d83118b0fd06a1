"""Klondike: cards that go up by themselves, « Terminer », and « Plus aucun coup possible »."""

from typing import Any

import pytest

from games.engine.codes import parse_code
from games.engine.play import Play
from games.engine.refusals import Reason, Refusal
from games.engine.shuffle import deal_cards
from tests.engine.scenes import draw, scene, scene_play
from tests.engine.test_vectors import load


def due(text: str, game: str = "KL1-D1N") -> list[str]:
    return [str(action) for action in scene(text, game).automatic_actions()]


def test_aces_and_twos_go_up_by_themselves() -> None:
    assert due("t1: AS | t2: 2H | t3: 9C AD | f2: AH | t4: 2D") == ["t1-f*", "t2-f*", "t3-f*"]


def test_a_card_goes_up_once_both_foundations_of_the_other_colour_are_one_below() -> None:
    assert due("f1: 4S | f2: 4H | f3: 4D | t1: 5S") == ["t1-f*"]
    assert due("f1: 4S | f2: 4H | f3: 3D | t1: 5S") == []
    assert due("f1: 3S | f4: 3C | f2: 3H | t1: 4H") == ["t1-f*"]
    assert due("f1: 2S | f4: 3C | f2: 3H | t1: 4H") == []


def test_a_card_that_its_foundation_does_not_accept_stays() -> None:
    assert due("f1: 3S | f2: 9H | f3: 9D | t1: 5S") == []


def test_never_from_the_waste() -> None:
    assert due("w: AS") == []


@pytest.mark.parametrize("game", ["DS1-D1N", "TF1-D1N", "RU1-C"])
def test_only_in_klondike(game: str) -> None:
    assert due("t1: AS", game) == []
    play = scene_play("t1: AS | t2: 7H | t3: 8S", game="DS1-D1N")
    assert play.do("t2-t3") == ["t2-t3"]


def test_leftmost_first_again_and_again_until_none_is_left() -> None:
    play = scene_play("t1: 3S 2S | t2: 2H | t3: AH | t4: AS | t5: AD | t6: 2D | s: 1")
    sent = ["t3-f*", "t2-f*", "t4-f*", "t1-f*", "t5-f*", "t6-f*", "t1-f*"]
    assert play.do("s-w") == ["s-w", *sent]
    assert play.position.moves == 1


def test_they_turn_up_hidden_cards_and_score() -> None:
    play = scene_play("t1: [9C] AS | s: 1")
    play.do("s-w")
    assert (draw(play.position), play.position.score) == ("t1: 9C | f1: AS | w: 2S", 15)


def test_the_player_may_switch_them_off() -> None:
    assert scene_play("t1: AS | s: 1", automatic=False).do("s-w") == ["s-w"]


def test_none_at_the_deal_nor_after_a_take_back_undo_or_redo() -> None:
    play = scene_play("t1: AS | t2: 5D | f1: 4S | s: 1", automatic=False)
    assert play.tokens == []
    play = scene_play("t1: 5D | f1: 4S | t2: AH | f3: 4D | s: 1")
    assert play.do("f1-t1") == ["f1-t1"]
    assert play.do("undo") == ["undo"]
    assert play.do("redo") == ["redo"]
    assert play.do("s-w")[1:] == ["t2-f*"]


def test_the_last_automatic_card_wins_the_game() -> None:
    play = scene_play("f1: QS | f2: KH | f3: QD | f4: KC | t1: KS | t2: KD")
    assert play.do("t1-f") == ["t1-f", "t2-f*"]
    assert play.position.won


def follow(play: Play, *tokens: str) -> str:
    """The reason for which a record stops, and the token; "" if it does not."""
    for token in tokens:
        try:
            play.follow(token)
        except Refusal as refusal:
            return f"{token} {refusal.reason}"
    return ""


SCENE = "t1: AS | t2: AH | t3: 9D | t4: 5D | t5: 7C | f3: 4D | f4: 4C | s: 2 | w: 6C"


def test_a_record_holds_automatic_cards_and_replay_adds_none() -> None:
    play = scene_play(SCENE)
    assert follow(play, "s-w") == ""
    assert draw(play.position).startswith("t1: AS | t2: AH")
    assert follow(play, "t1-f*", "t2-f*") == ""


@pytest.mark.parametrize(
    "tokens",
    [
        ("t1-f*",),
        ("s-w", "t2-f*"),
        ("s-w", "t3-f*"),
        ("s-w", "t8-f*"),
        ("s-w", "t6-f*"),
        ("s-w", "t1-f*", "t1-f*"),
        ("s-w", "undo", "t1-f*"),
        ("s-w", "undo", "redo", "t1-f*"),
        ("s-w", "t1-f*", "undo", "t1-f*"),
        ("s-w", "t1-f*", "undo", "redo", "t2-f*"),
    ],
)
def test_a_card_that_would_not_have_gone_up_at_that_moment_is_unreadable(tokens: tuple[str, ...]) -> None:
    play = scene_play(SCENE)
    assert follow(play, *tokens[:-1]) == ""
    assert follow(play, tokens[-1]) == f"{tokens[-1]} unreadable"


def test_a_card_after_a_take_back_is_unreadable() -> None:
    play = scene_play("t1: AS | t2: 5C | f3: 4D | s: 1")
    assert follow(play, "s-w", "f3-t2", "t1-f*") == "t1-f* unreadable"


def test_an_automatic_card_is_no_action_of_the_player() -> None:
    play = scene_play("t1: AS | s: 1", automatic=False)
    play.do("s-w")
    with pytest.raises(Refusal) as refusal:
        play.do("t1-f*")
    assert refusal.value.reason is Reason.UNREADABLE


OPEN = "t1: KS QH JS | t2: KH QS JH TS | t3: KD QC | t4: KC QD JC | f1: 9S | f2: TH | f3: JD | f4: TC"


def test_finish_is_offered_when_nothing_is_hidden_or_in_stock_or_waste() -> None:
    assert scene(OPEN).can_finish()
    assert not scene(OPEN + " | s: 1").can_finish()
    assert not scene(OPEN + " | w: 9S").can_finish()
    assert not scene(OPEN.replace("t1: KS", "t1: [KS]")).can_finish()
    assert not scene(OPEN, game="TF1-D1N").can_finish()
    assert not scene("f1: KS | f2: KH | f3: KD | f4: KC").can_finish()


def test_finish_plays_the_remaining_cards_up_as_ordinary_actions_to_the_win() -> None:
    play = scene_play(OPEN)
    cards = play.position.cards_left
    done = play.finish()
    assert play.position.won
    assert len(done) == cards == play.position.moves
    assert not any("*" in token for token in done)
    assert play.tokens == done


@pytest.mark.parametrize("case", [one for one in load("wins") if one.values[0]["code"].startswith("KL")])
def test_finish_always_wins_once_it_is_offered(case: dict[str, Any]) -> None:
    code = parse_code(case["code"])
    play = Play(code, deal_cards(code, ""))
    for token in case["actions"].split():
        play.follow(token)
        if play.position.can_finish():
            play.finish()
            assert play.position.won
            return
    assert play.position.won


def test_finish_is_refused_when_it_is_not_offered() -> None:
    play = scene_play("t1: [9C] AS")
    with pytest.raises(Refusal):
        play.finish()
    assert play.position.moves == 0


@pytest.mark.parametrize(
    ("text", "game", "blocked"),
    [
        # nothing moves, whatever is drawn
        ("t1: [3H] 9C | t2: [4H] 9S | s: 5C 5S", "KL1-D1N", True),
        # a column moves; a card goes up; a card is taken back
        ("t1: [3H] 9C | t2: [4H] TD", "KL1-D1N", False),
        ("t1: [3H] AC", "KL1-D1N", False),
        ("t1: [3H] 9C | f2: 8H", "KL1-D1N", False),
        # part of a column moves
        ("t1: [3H] TS 9D 8S | t2: 9H", "KL1-D1N", False),
        # a card of the stock, or of the next pass, helps
        ("t1: [3H] 9C | s: 8D", "KL1-D1N", False),
        ("t1: [3H] 9C | w: 8D 5C", "KL1-D1N", False),
        ("t1: [3H] 9C | w: 8D 5C", "KL1-D1N1", True),
        ("t1: [3H] 9C | w: 8D 5C | passes: 3", "KL1-D1N3", True),
        ("t1: [3H] 9C | w: 8D 5C | passes: 2", "KL1-D1N3", False),
        # draw 3: only the third cards come to the top, and the last one
        ("t1: [3H] 9C | s: 5S 5C 8D 5H", "KL1-D3N", True),
        ("t1: [3H] 9C | s: 5S 8D 5C 5H", "KL1-D3N", False),
        ("t1: [3H] 9C | s: 8D 5S 5C 5H", "KL1-D3N", False),
        ("t1: [3H] 9C | w: 6H | s: 5S 5C 8D 5H", "KL1-D3N", False),
        ("t1: [3H] 9C | w: 6H | s: 5S 5C 8D 5H", "KL1-D3N1", True),
        ("t1: [3H] 9C | w: 6H | s: 8D 5S 5C 5H", "KL1-D3N1", False),
        # a king: with something under it, or only from one empty column to another
        ("t1: [3H] KC", "KL1-D1N", False),
        ("t1: KC | t2: [3H] 9C | t4: [3H] 9C | t5: [3H] 9C | t6: [3H] 9C | t7: [3H] 9C", "KL1-D1N", True),
        ("t1: KC QH | s: 5C", "KL1-D1N", True),
        ("t1: KC QH | s: KD", "KL1-D1N", False),
        # the other games answer too, though they say nothing of it
        ("t1: [3H] 9C | t2: [4H] TD", "RU1-C", True),
        ("t1: [3H] 9C | t2: [4H] TD", "RU1-R", False),
        ("f1: KS | f2: KH | f3: KD | f4: KC", "KL1-D1N", False),
    ],
)
def test_blocked(text: str, game: str, blocked: bool) -> None:
    assert scene(text, game).is_blocked() is blocked


def test_only_klondike_says_that_it_is_blocked() -> None:
    for game, says in [("KL1-D1N", True), ("DS1-D1N", False), ("RU1-C", False), ("TF1-D1N", False)]:
        assert scene("t1: 9C", game).rules.variant.says_blocked is says
