"""Two players: turns, passes, the shared foundations and the end."""

import pytest

from games.engine import refusals
from games.engine.codes import parse_code
from games.engine.duel import DuelPosition
from games.engine.refusals import Reason, Refusal
from games.engine.shuffle import deal_duel_cards
from tests.engine.scenes import scene


def dealt(options: str = "D1S") -> DuelPosition:
    code = parse_code(f"DK1-{options}-AAAAAAB")
    return DuelPosition.deal(code, deal_duel_cards(code, ""))


def duel(a: str, b: str, options: str = "D1S") -> DuelPosition:
    """A duel of two scenes; the foundations, if any, are in seat a's."""
    seats = {"a": scene(a, f"DK1-{options}"), "b": scene(b, f"DK1-{options}")}
    seats["b"].slots = seats["a"].slots
    for seat in seats.values():
        seat.cards_left = len(seat.pack) + sum(map(len, seat.columns))
    return DuelPosition(parse_code(f"DK1-{options}-AAAAAAB"), seats)


def refused(position: DuelPosition, token: str) -> Reason:
    before = position.snapshot()
    with pytest.raises(Refusal) as refusal:
        position.do(token)
    assert position.snapshot() == before
    return refusal.value.reason


BUSY = "t1: 9C 8D | t2: 9S | s: 5C 5S 5H"
STUCK = "t1: [3H] 9C | t2: [4H] 9S"


@pytest.mark.parametrize(
    "token",
    ["s-w", "t1-t2", "/s-w", "a/", "a//s-w", "A/s-w", "c/s-w", "a/undo", "a/redo", "a/t1-f*", "a/PASS",
     "a/pass*", "a /s-w", "ab/s-w", "a/a/s-w", "pass", "a/t01-t2", "a/t1:2-f"],
)  # fmt: skip
def test_what_has_no_seat_or_is_no_action_is_unreadable(token: str) -> None:
    assert refused(dealt(), token) is Reason.UNREADABLE
    over = dealt()
    over.do("a/resign")
    assert refused(over, token) is Reason.UNREADABLE


def test_the_seats_play_at_the_same_time_or_in_turns() -> None:
    together = duel(BUSY, BUSY)
    assert together.turn is None
    for token in ("b/s-w", "b/s-w", "a/s-w"):
        together.do(token)
    turns = duel(BUSY, BUSY, "D1A")
    assert turns.turn == "a"
    assert refused(turns, "b/t1-t2") is Reason.NOT_YOUR_TURN
    assert refused(turns, "b/f9-t9") is Reason.NOT_YOUR_TURN
    assert refused(turns, "b/pass") is Reason.NOT_YOUR_TURN


def test_a_turn_lasts_until_a_draw_or_a_pass() -> None:
    position = duel("t1: 9C 8D | t2: 9S | w: 5C", BUSY, "D1A")
    for token in ("a/t1-t2", "a/w-s", "a/t2-t1"):
        position.do(token)
        assert position.turn == "a"
    position.do("a/s-w")
    assert position.turn == "b"
    position.do("b/pass")
    assert position.turn == "a"


def test_nothing_comes_back_from_a_foundation() -> None:
    position = duel("f3: 5H | t1: 6S | t2: 6C 5D", BUSY)
    assert refused(position, "a/f3-t1") is Reason.NO_TAKE_BACK
    assert refused(position, "a/f99-t99") is Reason.NO_TAKE_BACK
    assert not any(token[0] == "f" for token in position.legal_actions("a"))


def test_both_seats_build_the_same_foundations() -> None:
    position = duel(f"t1: AH | {BUSY.replace('t1', 't3')}", f"t1: 2H | {BUSY.replace('t1', 't3')}")
    assert "t1-f" not in position.legal_actions("b")
    position.do("a/t1-f")
    assert "t1-f" in position.legal_actions("b")
    position.do("b/t1-f")
    assert position.foundations == [0, 0, 2, 0, 0, 0, 0, 0]
    assert position.last_up == "b"


def test_only_the_first_of_two_equal_cards_takes_the_place() -> None:
    rest = BUSY.replace("t1", "t3")
    position = duel(f"f1: 4S | t1: 5S | {rest}", f"t1: 5S | {rest}")
    position.do("b/t1-f")
    with pytest.raises(Refusal) as refusal:
        position.do("a/t1-f")
    assert refusal.value.reason is Reason.FOUNDATION_ORDER
    assert refusal.value.template == refusals.FOUNDATION_TAKEN


def test_contributions_count_ones_own_cards() -> None:
    position = dealt()
    assert position.contributed == {"a": 0, "b": 0}
    rest = BUSY.replace("t1", "t3")
    position = duel(f"t1: 2H AH | {rest}", f"t1: AS | {rest}")
    before = position.contributed
    for token in ("a/t1-f", "b/t1-f", "a/t1-f"):
        position.do(token)
    assert {seat: position.contributed[seat] - before[seat] for seat in "ab"} == {"a": 2, "b": 1}


def test_a_pass_lapses_with_ones_own_next_action() -> None:
    position = duel(BUSY, BUSY)
    position.do("a/pass")
    position.do("a/s-w")
    position.do("b/pass")
    assert position.over is None
    position.do("a/pass")
    assert position.over == "blocked"


def test_a_pass_lapses_when_the_other_puts_a_card_up_but_not_otherwise() -> None:
    position = duel(BUSY, f"t3: AH | t4: AD | {BUSY}")
    position.do("a/pass")
    position.do("b/t3-f")
    position.do("b/pass")
    assert position.over is None
    position.do("a/pass")
    assert position.over == "blocked"
    position = duel(BUSY, BUSY)
    for token in ("a/pass", "b/s-w", "b/t1-t2", "b/pass"):
        position.do(token)
    assert position.over == "blocked"


def test_a_seat_that_is_blocked_needs_not_pass() -> None:
    position = duel(STUCK, BUSY)
    position.do("b/pass")
    assert position.over == "blocked"


def test_it_is_looked_at_after_every_action() -> None:
    # the last move of b leaves both without one
    position = duel(STUCK, "t1: [3H] 9C | t2: AH", "D1S1")
    position.do("b/t2-f")
    assert (position.over, position.winner) == ("blocked", "b")


def test_a_blocked_seat_is_freed_by_a_card_that_the_other_puts_up() -> None:
    position = duel("t1: [3H] 2S", "t1: AS | t2: 9C 8D | t3: 9S")
    assert position.seats["a"].is_blocked()
    position.do("b/t1-f")
    assert not position.seats["a"].is_blocked()
    assert "t1-f" in position.legal_actions("a")


def test_an_empty_column_that_only_swaps_a_king_is_no_move() -> None:
    position = duel("t1: KS QH", STUCK)
    assert position.seats["a"].is_blocked()


@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        (["AH", "AD"], ["AS"], "a"),
        (["AH"], ["AS", "AD"], "b"),
        (["AH"], ["AS"], "b"),
        ([], [], None),
    ],
)
def test_most_cards_win_and_the_last_play_on_a_foundation_decides_a_tie(
    a: list[str], b: list[str], winner: str | None
) -> None:
    rest = "t6: 9C 8D | t7: 9S"

    def table(cards: list[str]) -> str:
        return " | ".join([*(f"t{place}: {card}" for place, card in enumerate(cards, start=1)), rest])

    position = duel(table(a), table(b))
    for seat in position.seats.values():
        seat.cards_left = 52
    for seat, cards in (("a", a), ("b", b)):
        for place in range(len(cards)):
            position.do(f"{seat}/t{place + 1}-f")
    position.do("a/pass")
    position.do("b/pass")
    assert (position.over, position.winner) == ("blocked", winner)


def test_a_seat_wins_when_all_its_cards_are_up() -> None:
    position = duel("f1: QS | t1: KS", BUSY)
    position.do("a/t1-f")
    assert (position.over, position.winner) == ("cleared", "a")


def test_under_the_bonus_empty_columns_win_outright() -> None:
    for options, over in (("D1S", None), ("D1SB", "cleared")):
        position = duel("f1: 4S | t1: 5S | w: 9C", BUSY, options)
        position.do("a/t1-f")
        assert position.over == over


@pytest.mark.parametrize("options", ["D1S", "D1A"])
def test_anybody_may_resign_at_any_time_and_the_other_wins(options: str) -> None:
    position = dealt(options)
    position.do("b/resign")
    assert (position.over, position.winner, position.turn) == (
        "resigned",
        "a",
        "a" if options == "D1A" else None,
    )
    assert refused(position, "a/resign") is Reason.GAME_OVER
    assert refused(position, "b/s-w") is Reason.GAME_OVER


def test_a_pass_or_draw_that_ends_the_game_still_hands_the_turn_over() -> None:
    position = duel(BUSY, STUCK, "D1A")
    position.do("a/pass")
    assert (position.over, position.turn) == ("blocked", "b")
    position = duel("t1: [3H] 9C | s: 5C", STUCK, "D1A1")
    position.do("a/s-w")
    assert (position.over, position.turn) == ("blocked", "b")


def test_what_a_seat_may_do_out_of_turn() -> None:
    position = dealt("D1A")
    assert position.legal_actions("b") == ["resign"]
    assert {"pass", "resign", "s-w"} <= set(position.legal_actions("a"))
    position.do("a/resign")
    assert position.legal_actions("a") == position.legal_actions("b") == []
