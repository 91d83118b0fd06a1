"""Counters always equal the entries they count, whatever happens in whatever order."""

from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.models import User
from leaderboards import services, tree
from leaderboards.models import Board, Entry
from tests.leaderboards.conftest import GAME, run_of

PLAYERS = 12
ACTION = st.one_of(
    st.tuples(
        st.just("submit"),
        st.integers(0, PLAYERS - 1),
        st.sampled_from([300, 305, 310, 5000]),
        st.integers(50, 56),
        st.integers(100, 103),
        st.booleans(),
    ),
    st.tuples(st.sampled_from(["void", "restore"]), st.integers(0, 50)),
    st.tuples(st.sampled_from(["hide", "show"]), st.integers(0, PLAYERS - 1)),
    st.just(("rebuild",)),
)


class CountersTest(TestCase):
    """Any sequence of services leaves sizes, counters and ranks right."""

    def setUp(self) -> None:
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(tree, "SPLIT", 3)
        self.addCleanup(self.patch.undo)
        self.players = User.objects.bulk_create(
            [User(username=f"crowd-{n}x", folded=f"crowd-{n}x") for n in range(PLAYERS)]
        )

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(ACTION, min_size=5, max_size=60))
    def test_counters_equal_entries(self, actions: list[tuple]) -> None:  # type: ignore[type-arg]
        runs: list[UUID] = []
        for action in actions:
            self.perform(action, runs)
        for board in Board.objects.all():
            assert tree.faults(board) == []
        board = Board.objects.filter(slug=GAME.slug).first()
        if board:
            keys = list(Entry.objects.filter(board=board).order_by("key").values_list("key", flat=True))
            for key in {*keys, 0, 2**61}:
                assert tree.below(board, key) == sum(other < key for other in keys)

    def perform(self, action: tuple, runs: list[UUID]) -> None:  # type: ignore[type-arg]
        match action:
            case "submit", player, score, seconds, moves, pure:
                run = run_of(self.players[player], score, seconds=seconds, moves=moves, pure=pure)
                services.submit(run)
                runs.append(run.run_id)
            case ("void" | "restore") as name, at if runs:
                getattr(services, name)(runs[at % len(runs)])
            case ("hide" | "show") as name, player:
                User.objects.filter(pk=self.players[player].pk).update(private=name == "hide")
                getattr(services, name)(self.players[player].pk)
            case ("rebuild",):
                for board in Board.objects.all():
                    tree.rebuild(board)
