"""``manage.py rebuild_boards`` finds every kind of fault, puts it right, and goes on where it was stopped."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from leaderboards import selectors, tree
from leaderboards.models import Board, Counter, Entry
from tests.leaderboards.conftest import GAME, Play, Player


@pytest.fixture
def boards(player: Player, play: Play, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[tuple]]:  # type: ignore[type-arg]
    """Fill boards of every kind; return what they show."""
    monkeypatch.setattr(tree, "SPLIT", 3)
    for n in range(8):
        ada = player()
        play(ada, 300 + n % 3, pure=n % 2 == 0)
        play(ada, 200, daily_id=5, won=n % 2 == 0, global_ok=False)
        play(ada, -52 + n, board_key="KL-D1V", won=False)
        play(ada, 10, practice=True, deal_first=False, global_ok=False, deal="KL1-AAAAAAB")
    play(player(private=True), 9000)
    return contents()


def contents() -> dict[str, list[tuple]]:  # type: ignore[type-arg]
    return {
        board.slug: [(row.rank, row.player_id, row.score, row.runs) for row in selectors.page(board).rows]
        for board in Board.objects.filter(size__gt=0)
    }


def rebuild(**options: object) -> str:
    out = StringIO()
    call_command("rebuild_boards", stdout=out, **options)
    return out.getvalue()


def test_right_boards_pass_the_check(boards: dict) -> None:  # type: ignore[type-arg]
    assert " 0 wrong" in rebuild(check=True)


def test_boards_lost_altogether_come_back_the_same(boards: dict) -> None:  # type: ignore[type-arg]
    Board.objects.all().delete()
    rebuild()
    rebuilt = contents()
    assert {slug: {row[1:] for row in rows} for slug, rows in rebuilt.items()} == {
        slug: {row[1:] for row in rows} for slug, rows in boards.items()
    }
    assert not any(tree.faults(board) for board in Board.objects.all())


@pytest.mark.parametrize(
    "damage",
    [
        lambda board: Counter.objects.filter(board=board).update(n=F("n") + 1),
        lambda board: Counter.objects.filter(board=board, level=0).delete(),
        lambda board: Board.objects.filter(pk=board.pk).update(size=99),
        lambda board: Entry.objects.filter(board=board).first().delete(),
        lambda board: Entry.objects.filter(pk=Entry.objects.filter(board=board).last().pk).update(key=1),
        lambda board: Entry.objects.create(board=board, player_id=10**9, key=7),
    ],
    ids=["counters", "lost counters", "size", "lost row", "wrong key", "row too many"],
)
def test_each_kind_of_damage_is_found_and_put_right(boards: dict, damage) -> None:  # type: ignore[no-untyped-def, type-arg]
    damage(selectors.find(GAME))
    with pytest.raises(CommandError):
        rebuild(check=True)
    assert "1 put right" in rebuild()
    assert " 0 wrong" in rebuild(check=True)
    assert {row[1:] for row in contents()[GAME.slug]} == {row[1:] for row in boards[GAME.slug]}


def test_an_interrupted_rebuild_goes_on(boards: dict) -> None:  # type: ignore[type-arg]
    rebuild(board=GAME.slug)
    output = rebuild(resume=True)
    assert f"{Board.objects.count() - 1} boards looked at" in output
    assert "0 boards looked at" in rebuild(resume=True)


def test_an_unknown_board_is_refused(db: None) -> None:
    with pytest.raises(CommandError):
        rebuild(board="game/XX")
