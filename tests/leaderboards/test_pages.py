"""Pages go on right, ranks are right across them, and cost does not grow."""

import random

import pytest

from leaderboards import selectors, tree
from leaderboards.models import Board, Entry
from tests.leaderboards.conftest import GAME, Play, Player


@pytest.fixture
def crowd(player: Player, play: Play) -> Board:
    """Return a board of 60 players with many ties."""
    chance = random.Random(5)
    for _ in range(60):
        play(
            player(),
            chance.choice([300, 400, 500]),
            seconds=chance.choice([60, 61]),
            moves=chance.choice([90, 91]),
        )
    board = selectors.find(GAME)
    assert board is not None
    return board


def truth(board: Board) -> list[tuple[int, int]]:
    """Return rank and player of each row, counted the slow way."""
    entries = list(Entry.objects.filter(board=board).order_by("key", "id"))
    return [(1 + sum(other.key < entry.key for other in entries), entry.player_id) for entry in entries]


@pytest.mark.parametrize("size", [1, 3, 7, 60])
def test_going_on_from_page_to_page_shows_every_row_once_with_its_rank(crowd: Board, size: int) -> None:
    seen, after = [], ""
    while True:
        page = selectors.page(crowd, after, size=size)
        seen += [(row.rank, row.player_id) for row in page.rows]
        if not page.after:
            break
        after = page.after
    assert seen == truth(crowd)


@pytest.mark.parametrize("size", [1, 3, 7])
def test_going_back_shows_the_same_pages(crowd: Board, size: int) -> None:
    pages, after = [], ""
    while True:
        page = selectors.page(crowd, after, size=size)
        pages.append([row.player_id for row in page.rows])
        if not page.after:
            break
        after = page.after
    back = [pages[-1]]
    before = page.before
    while before:
        page = selectors.page(crowd, before=before, size=size)
        back.append([row.player_id for row in page.rows])
        before = page.before
    assert [row for rows in back[::-1] for row in rows] == [row for rows in pages for row in rows]


def test_a_page_goes_on_right_after_a_better_row_came_in_above(
    crowd: Board, player: Player, play: Play
) -> None:
    page = selectors.page(crowd, size=10)
    expected = [player_id for _, player_id in truth(crowd)[10:20]]
    play(player("newcomer"), 9000)
    crowd.refresh_from_db()
    following = selectors.page(crowd, page.after, size=10)
    assert [row.player_id for row in following.rows] == expected
    assert following.rows[0].rank == {p: r for r, p in truth(crowd)}[expected[0]]


@pytest.mark.parametrize(
    "cursor", ["x", "1", "1.2.3", "-1.5", "99999999999999999999.1", "9223372036854775808.1", "٣.٤", "1.²"]
)
def test_an_unreadable_cursor_shows_the_first_page(crowd: Board, cursor: str) -> None:
    assert selectors.page(crowd, cursor, size=5).rows == selectors.page(crowd, size=5).rows


def test_around_me_shows_my_neighbours_with_their_ranks(crowd: Board) -> None:
    expected = truth(crowd)
    for at in (0, 1, 30, 58, 59):
        rows = selectors.around(crowd, expected[at][1], span=3)
        assert [(row.rank, row.player_id) for row in rows] == expected[max(0, at - 3) : at + 4]
        standing = selectors.rank(crowd, expected[at][1])
        assert standing == selectors.Standing(expected[at][0], 60)


def test_a_player_who_is_not_on_the_board_has_no_rank(crowd: Board, player: Player) -> None:
    stranger = player()
    assert selectors.rank(crowd, stranger.pk) is None
    assert selectors.around(crowd, stranger.pk) == []
    assert selectors.rank(None, stranger.pk) is None
    assert selectors.page(None).rows == []


def test_everything_is_the_same_on_a_board_whose_tree_is_split(
    crowd: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "SPLIT", 4)
    tree.rebuild(crowd)
    assert crowd.split and not tree.faults(crowd)
    test_going_on_from_page_to_page_shows_every_row_once_with_its_rank(crowd, 7)
    test_around_me_shows_my_neighbours_with_their_ranks(crowd)


def test_a_page_a_rank_and_around_me_take_a_fixed_number_of_queries(
    crowd: Board, django_assert_max_num_queries
) -> None:  # type: ignore[no-untyped-def]
    monkey_split = tree.SPLIT
    tree.SPLIT = 4
    try:
        tree.rebuild(crowd)
        middle = selectors.page(crowd, size=30).after
        someone = truth(crowd)[30][1]
        with django_assert_max_num_queries(6):
            selectors.page(crowd, middle, size=20)
        with django_assert_max_num_queries(3):
            selectors.rank(crowd, someone)
        with django_assert_max_num_queries(9):
            selectors.around(crowd, someone)
    finally:
        tree.SPLIT = monkey_split


def test_champions_are_the_first_of_each_board(player: Player, play: Play) -> None:
    play(player("ada"), 500)
    play(player("bob"), 600)
    play(player("cleo"), 20, board_key="KL-D1V", won=False)
    vegas = selectors.Spec("game", "KL-D1V", "KL-D1V")
    found = selectors.champions([GAME, vegas, selectors.Spec("game", "KL-D3N", "KL-D3N")])
    assert {slug: row.name for slug, row in found.items()} == {GAME.slug: "bob", vegas.slug: "cleo"}


def test_submitting_costs_a_bounded_number_of_queries(
    player: Player, play: Play, django_assert_max_num_queries
) -> None:  # type: ignore[no-untyped-def]
    ada = player("ada")
    play(ada, 300)
    with django_assert_max_num_queries(14):
        play(ada, 400)
