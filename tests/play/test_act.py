"""One action: what it stores, what refuses it, and that nothing else changes."""

import json

import pytest
from django.forms.models import model_to_dict

from games.engine.refusals import Reason
from games.engine.view import View
from games.play import services
from games.play.models import Attempt, Game, Status
from games.play.owners import NotFound, NotYours, Owner
from games.play.services import refusals
from tests.play.conftest import VECTORS, Clock, do, new_user, shortest_win

pytestmark = pytest.mark.django_db
CODE = "KL1-D1N-AAAAAAB"  # columns end with 3S 5H 8D KS TC 8H 2H; the stock begins with 2D QC


def stored(game: Game) -> dict:
    return Game.objects.filter(pk=game.pk).values().get()


def act(game: Game, owner: Owner, token: str, version: int = 0) -> services.Outcome:
    return services.act(game_id=game.pk, owner=owner, token=token, version=version)


@pytest.fixture
def game(visitor: Owner) -> Game:
    return services.begin(owner=visitor, code=CODE)


def test_the_first_action_makes_a_deal_a_game(game: Game, visitor: Owner, time: Clock) -> None:
    outcome = do(game, visitor, "t7-t1")
    assert outcome.tokens == ["t7-t1"]
    row = stored(game)
    assert (row["status"], row["attempt"], row["started_at"]) == (Status.PLAYING, Attempt.FIRST, time.at)
    assert (row["version"], row["moves"], row["action_count"]) == (1, 1, 1)


def test_the_record_grows_by_what_happened_with_its_times(game: Game, visitor: Owner, time: Clock) -> None:
    do(game, visitor, "s-w")
    time.tick(seconds=2.5)
    do(game, visitor, "undo")
    time.tick(seconds=1)
    do(game, visitor, "t7-t1")
    row = stored(game)
    assert row["actions"].split() == ["s-w", "undo", "t7-t1"]
    assert row["times"].split() == ["0", "2500", "3500"]


def test_the_outcome_tells_the_table_before_and_after(game: Game, visitor: Owner) -> None:
    outcome = do(game, visitor, "s-w")
    assert isinstance(outcome.before, View)
    assert (outcome.before.stock, outcome.after.stock) == (24, 23)
    assert outcome.game.version == 1


def test_automatic_cards_go_up_if_the_player_likes(visitor: Owner) -> None:
    sent = {}
    for automatic in (True, False):
        line = next(
            play for play in json.loads((VECTORS / "plays.json").read_text()) if "-f*" in play["actions"]
        )
        before = line["actions"].split()
        cut = next(index for index, token in enumerate(before) if token.endswith("*"))
        game = services.begin(owner=Owner(user_id=new_user(f"p{automatic:d}").pk), code=line["code"])
        owner = Owner(user_id=game.player_id)
        for token in before[: cut - 1]:
            do(game, owner, token, automatic=False)
        sent[automatic] = do(game, owner, before[cut - 1], automatic=automatic).tokens
    assert sent[True][:2] == before[cut - 1 : cut + 1]
    assert sent[False] == [before[cut - 1]]


def test_double_solitaire_sends_nothing_up_by_itself(visitor: Owner) -> None:
    game = services.begin(owner=visitor, code="DS1-D1N-WKMBFPV")
    assert do(game, visitor, "s-w").tokens == ["s-w"]


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("t7-t3", Reason.WRONG_RANK),
        ("t1-t2", Reason.WRONG_RANK),
        ("w-t1", Reason.EMPTY_PILE),
        ("w-s", Reason.EMPTY_PILE),
        ("undo", Reason.NOTHING_TO_UNDO),
        ("redo", Reason.NOTHING_TO_REDO),
        ("t9-t1", Reason.NO_SUCH_PILE),
        ("t4-t4", Reason.SAME_COLUMN),
        ("t7:3-t1", Reason.FACE_DOWN),
        ("finish", Reason.FOUNDATION_ORDER),
        ("", Reason.UNREADABLE),
        ("t1-f*", Reason.UNREADABLE),
        ("a/s-w", Reason.UNREADABLE),
        ("t01-t2", Reason.UNREADABLE),
        ("t-1-t2", Reason.UNREADABLE),
        ("s-w s-w", Reason.UNREADABLE),
        ("S-W", Reason.UNREADABLE),
        ("2D-t1", Reason.UNREADABLE),
        ("t1:٣-t2", Reason.UNREADABLE),
        ("x" * 10_000, Reason.UNREADABLE),
        ("s-w" + " " * 10_000, Reason.UNREADABLE),
        ('{"score": 999}', Reason.UNREADABLE),
        ("s-w\x00", Reason.UNREADABLE),
    ],
)
def test_a_refused_action_changes_nothing_and_says_why(
    game: Game, visitor: Owner, token: str, reason: str
) -> None:
    before = stored(game)
    outcome = act(game, visitor, token)
    assert outcome.refusal is not None
    assert outcome.reason == reason
    assert len(str(outcome.refusal)) < 200
    assert outcome.before == outcome.after
    assert outcome.tokens == []
    assert stored(game) == before


def test_a_refusal_never_names_a_hidden_card(game: Game, visitor: Owner) -> None:
    for token in ("t7:2-t1", "t7:9-t1", "s-t1", "s-f", "t6:6-t7"):
        refusal = act(game, visitor, token).refusal
        assert refusal is not None
        assert not any(isinstance(value, int) and key == "card" for key, value in refusal.params.items())


def test_an_action_on_an_old_version_is_stale_and_shows_the_true_table(game: Game, visitor: Owner) -> None:
    do(game, visitor, "s-w")
    before = stored(game)
    outcome = act(game, visitor, "s-w", version=0)
    assert outcome.stale
    assert outcome.after.stock == 23
    assert outcome.game.version == 1
    assert stored(game) == before


@pytest.mark.parametrize("version", [-1, 1, 2**31, 10**30])
def test_a_version_that_never_was_is_stale(game: Game, visitor: Owner, version: int) -> None:
    assert act(game, visitor, "s-w", version=version).stale


def test_somebody_elses_game_is_not_there(game: Game, player: Owner) -> None:
    with pytest.raises(NotYours):
        act(game, player, "s-w")
    with pytest.raises(NotFound):
        act(game, Owner(), "s-w")
    assert stored(game)["version"] == 0


def test_a_finished_game_refuses_every_action(game: Game, visitor: Owner) -> None:
    do(game, visitor, "s-w")
    services.give_up(game_id=game.pk, owner=visitor)
    before = stored(game)
    for token in ("s-w", "undo", "finish", "redo"):
        outcome = act(game, visitor, token, version=2)
        assert outcome.reason == "game_over"
    assert stored(game) == before


def test_a_won_game_takes_no_undo(visitor: Owner, time: Clock) -> None:
    line = shortest_win("RU1-C")
    game = services.begin(owner=visitor, code=line["code"])
    for token in line["actions"].split():
        do(game, visitor, token)
    for token in ("undo", "redo", "t1-t2"):
        assert act(game, visitor, token, version=stored(game)["version"]).reason == "game_over"
    assert stored(game)["status"] == Status.WON


def test_undo_gives_back_cards_faces_and_score_but_not_moves(game: Game, visitor: Owner) -> None:
    dealt = stored(game)
    opened = do(game, visitor, "t7-t1")  # turns a hidden card up
    assert opened.after.score == 5
    undone = do(game, visitor, "undo")
    assert undone.after.columns == opened.before.columns
    assert (undone.after.score, undone.after.moves, undone.after.undos) == (0, 1, 1)
    assert undone.after.columns[6].down == 6
    assert stored(game)["undos"] == 1
    assert dealt["code"] == stored(game)["code"]


def test_the_top_of_the_stock_is_hidden_again_after_undo(game: Game, visitor: Owner) -> None:
    """CASES: after undoing a draw the card stayed playable."""
    do(game, visitor, "s-w")
    undone = do(game, visitor, "undo")
    assert undone.after.waste == ()
    assert undone.after.stock == 24
    for token in ("s-t1", "s-f", "w-t1", "w-f"):
        assert act(game, visitor, token, version=2).refusal is not None


def test_redo_brings_an_action_back_and_a_new_one_drops_it(game: Game, visitor: Owner) -> None:
    do(game, visitor, "t7-t1")
    do(game, visitor, "undo")
    again = do(game, visitor, "redo")
    assert (again.after.score, again.after.moves) == (5, 1)
    do(game, visitor, "undo")
    do(game, visitor, "s-w")
    assert act(game, visitor, "redo", version=5).reason == Reason.NOTHING_TO_REDO


def test_undo_reaches_back_200_actions_in_double(visitor: Owner) -> None:
    game = services.begin(owner=visitor, code="DS1-D1N-AAAAAAB")
    for _ in range(201):
        view = do(game, visitor, "s-w" if _stock(game) else "w-s").after
    for _ in range(200):
        view = do(game, visitor, "undo").after
    assert (view.stock, view.moves, view.undos) == (58, 201, 200)
    assert act(game, visitor, "undo", version=401).reason == Reason.NOTHING_TO_UNDO


def _stock(game: Game) -> int:
    return services.resume_play(Game.objects.get(pk=game.pk)).position.stock_size


def test_at_most_20000_actions_then_it_says_so(game: Game, visitor: Owner) -> None:
    do(game, visitor, "s-w")
    Game.objects.filter(pk=game.pk).update(action_count=refusals.ACTION_LIMIT - 1)
    do(game, visitor, "s-w")
    outcome = act(game, visitor, "s-w", version=2)
    assert outcome.reason == "too_many_actions"
    assert "20000" in str(outcome.refusal)
    assert stored(game)["version"] == 2
    assert services.give_up(game_id=game.pk, owner=visitor).over


def test_finish_plays_the_rest_up_as_ordinary_actions(visitor: Owner) -> None:
    line = shortest_win("KL1-D1N")
    game = services.begin(owner=visitor, code=line["code"])
    for token in line["actions"].split():
        outcome = do(game, visitor, token, automatic=False)
        if outcome.play.position.can_finish():
            break
    outcome = do(game, visitor, "finish")
    assert outcome.game.won
    assert all(token.endswith("-f") for token in outcome.tokens)
    row = stored(game)
    assert row["actions"].split()[-len(outcome.tokens) :] == outcome.tokens
    assert len(row["actions"].split()) == len(row["times"].split()) == row["action_count"] == row["moves"]


def test_one_action_costs_one_read_and_one_write(
    game: Game, visitor: Owner, django_assert_num_queries
) -> None:
    do(game, visitor, "s-w")
    with django_assert_num_queries(2):
        act(game, visitor, "s-w", version=1)
    with django_assert_num_queries(1):
        act(game, visitor, "t9-t1", version=2)
    with django_assert_num_queries(1):
        act(game, visitor, "s-w", version=0)


def test_the_record_is_read_for_undo_only(game: Game, visitor: Owner, django_assert_num_queries) -> None:
    for _ in range(3):
        do(game, visitor, "s-w")
    with django_assert_num_queries(2) as captured:
        act(game, visitor, "s-w", version=3)
    assert '"times"' not in captured[0]["sql"]
    assert '"actions"' not in captured[0]["sql"]
    with django_assert_num_queries(3):
        act(game, visitor, "undo", version=4)


def test_a_move_reads_nothing_that_the_browser_sent_but_action_and_version(
    game: Game, visitor: Owner
) -> None:
    """CASES: no request carries a score, a time, a card or a face."""
    with pytest.raises(TypeError):
        services.act(game_id=game.pk, owner=visitor, token="s-w", version=0, score=999)  # type: ignore[call-arg]


def test_a_program_that_acts_through_a_token_is_noted(player: Owner) -> None:
    from uuid import uuid4

    game = services.begin(owner=player, code=CODE)
    do(game, Owner(user_id=player.user_id, token=uuid4()), "s-w")
    do(game, player, "s-w")
    assert stored(game)["by_token"]


def test_the_snapshot_and_the_record_tell_the_same(game: Game, visitor: Owner) -> None:
    from games.play.services.verify import faults_of

    for token in ("t7-t1", "s-w", "s-w", "undo", "redo", "t7-t5", "undo", "s-w"):
        do(game, visitor, token)
    assert faults_of(Game.objects.get(pk=game.pk)) == []
    assert "actions" not in model_to_dict(Game.objects.light().get(pk=game.pk))
