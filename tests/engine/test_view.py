"""What may be seen."""

from dataclasses import asdict

from games.engine.cards import parse_card
from games.engine.codes import parse_code
from games.engine.duel import DuelPosition
from games.engine.shuffle import deal_duel_cards
from games.engine.view import visible, visible_duel
from tests.engine.scenes import do, scene


def test_a_player_sees_face_up_cards_the_waste_and_counts() -> None:
    view = visible(scene("t1: [9C 4D] 7H 6S | f2: 3H | w: 2S 5D | s: 4 | score: 15 | passes: 2 | moves: 9"))
    assert view.columns[0] == (2, (parse_card("7H"), parse_card("6S")))
    assert view.foundations == (0, 3, 0, 0)
    assert view.waste == (parse_card("2S"), parse_card("5D"))
    assert (view.stock, view.score, view.passes, view.moves, view.status) == (4, 15, 2, 9, "playing")


def test_a_won_game_says_so() -> None:
    assert visible(do(scene("f1: QS | f2: KH | f3: KD | f4: KC | t1: KS"), "t1-f")).status == "won"


def duel(options: str) -> DuelPosition:
    code = parse_code(f"DK1-{options}-AAAAAAB")
    return DuelPosition.deal(code, deal_duel_cards(code, ""))


def test_in_a_duel_each_seat_sees_the_face_up_cards_of_both() -> None:
    position = duel("D1S")
    position.do("b/s-w")
    for viewer in ("a", "b", None):
        view = visible_duel(position, viewer)
        assert [len(column.cards) for column in view.seats["a"].columns] == [1] * 7
        assert view.seats["b"].waste == tuple(position.seats["b"].waste)


def test_in_a_mirror_deal_the_other_seat_is_backs_and_counts_until_the_end() -> None:
    position = duel("D1SM")
    position.do("a/s-w")
    position.do("b/s-w")
    for viewer, concealed in [("a", {"b"}), ("b", {"a"}), (None, {"a", "b"})]:
        view = visible_duel(position, viewer)
        for seat, shown in view.seats.items():
            assert shown.concealed is (seat in concealed)
            assert (shown.stock, shown.waste_size) == (23, 1)
            assert bool(shown.waste) is (seat not in concealed)
            assert [column.down + len(column.cards) for column in shown.columns] == [1, 2, 3, 4, 5, 6, 7]
            assert any(column.cards for column in shown.columns) is (seat not in concealed)
    position.do("a/resign")
    assert not any(seat.concealed for seat in visible_duel(position, "a").seats.values())


def test_a_view_holds_no_stock() -> None:
    assert "pack" not in asdict(visible(scene("s: 3")))
