"""Where a run counts and why: DESIGN section 6, sentence by sentence."""

import json
from uuid import uuid4

import pytest

from accounts.models import User
from accounts.services import declare_machine
from games.play import deals, services
from games.play.models import Attempt, DealOpening, EndReason, Game, Origin, Status
from games.play.owners import Owner
from games.play.render.sheet import standing_words
from games.play.services.ranking import Standing
from games.play.services.refusals import reason_of
from leaderboards.models import Result
from tests.play.conftest import VECTORS, do, play_all, shortest_win, win, win_drawn

pytestmark = pytest.mark.django_db


def given_up(game: Game, owner: Owner) -> Game:
    services.give_up(game_id=game.pk, owner=owner)
    return Game.objects.get(pk=game.pk)


def test_a_won_deal_drawn_at_random_counts_on_both_boards(player, drawn, time, submitted) -> None:
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    assert (game.standing, game.on_game_board, game.on_deal_board) == (Standing.COUNTS, True, True)
    (run,) = submitted
    assert (run.run_id, run.user_id, run.board_key) == (game.pk, player.user_id, "RU-C")
    assert (run.ranked_score, run.moves, run.pure, run.won) == (625, game.moves, True, True)
    assert (run.global_ok, run.deal_first, run.practice, run.drawn) == (True, True, False, True)
    assert run.seconds == game.moves - 1


@pytest.mark.parametrize("origin", [Origin.CODE, Origin.LINK])
def test_a_chosen_deal_counts_on_its_own_board_only(player, time, submitted, origin: Origin) -> None:
    game = win(player, shortest_win("RU1-C"), time, origin=origin)
    assert (game.standing, game.on_game_board, game.on_deal_board) == (Standing.CHOSEN, False, True)
    (run,) = submitted
    assert (run.global_ok, run.deal_first, run.reason) == (False, True, "chosen")


@pytest.mark.parametrize(
    "opener",
    [Owner(visitor=uuid4()), Owner(user_id=None, token=uuid4()), None],
    ids=["visitor", "token", "account"],
)
def test_a_deal_that_somebody_else_opened_before_the_end_leaves_the_games_board(
    player, other, drawn, time, opener: Owner | None
) -> None:
    line = shortest_win("RU1-C")
    drawn(line["code"][-7:])
    game = services.begin(owner=player, variant="RU", options="C")
    tokens = line["actions"].split()
    play_all(game, player, tokens[:5], time)
    # With other options it is the same deal; looking is enough.
    deals.record_opening("RU1-" + line["code"][-7:], opener or other)
    play_all(game, player, tokens[5:], time)
    game.refresh_from_db()
    assert (game.standing, game.on_game_board, game.on_deal_board) == (Standing.OPENED, False, True)


def test_a_deal_opened_after_the_end_stays_on_the_games_board(player, other, drawn, time) -> None:
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    time.tick(seconds=1)
    services.begin(owner=other, code=game.code)
    game.refresh_from_db()
    assert game.on_game_board


def test_the_players_own_second_look_harms_nothing(player, drawn, time) -> None:
    line = shortest_win("RU1-C")
    drawn(line["code"][-7:])
    game = services.begin(owner=player, variant="RU", options="C")
    services.begin(owner=player, code=line["code"].replace("-C-", "-R-"))
    play_all(game, player, line["actions"].split(), time)
    game.refresh_from_db()
    assert game.standing == Standing.COUNTS


def test_a_first_attempt_counts_abandoned_or_not_and_later_ones_are_practice(player, time, submitted) -> None:
    """CASES: second attempt of the same deal, also by typed code, also after abandoning."""
    line = shortest_win("RU1-C")
    first = services.begin(owner=player, code=line["code"])
    do(first, player, "t4:5-t5")
    given_up(first, player)
    second = win(player, line, time)
    assert second.attempt == Attempt.PRACTICE
    assert (second.standing, second.on_game_board, second.on_deal_board) == (Standing.PRACTICE, False, False)
    assert [(run.deal_first, run.practice) for run in submitted] == [(True, False), (False, True)]


def test_an_attempt_belongs_to_the_deal_whatever_the_options(player) -> None:
    classic = services.begin(owner=player, code="RU1-C-IRXBEQX")
    relaxed = services.begin(owner=player, code="RU1-R-IRXBEQX")
    assert do(classic, player, "t4:5-t5").game.attempt == Attempt.FIRST
    assert do(relaxed, player, "t4:5-t5").game.attempt == Attempt.PRACTICE


@pytest.mark.parametrize("again", ["RU1-C-IRXBEQX", "RU1-R-IRXBEQX"])
def test_practice_shows_nothing_to_a_first_attempt_under_way(player, drawn, submitted, again: str) -> None:
    """Whoever plays the deal again beside it learns where each card lies: the first attempt ends there."""
    drawn("IRXBEQX")
    first = services.begin(owner=player, variant="RU", options="C")
    do(first, player, "t4:5-t5")
    services.pause(game_id=first.pk, owner=player)
    beside = services.begin(owner=player, code=again)
    assert Game.objects.get(pk=first.pk).paused  # looking at it is free
    assert do(beside, player, "t4:5-t5").game.attempt == Attempt.PRACTICE
    first.refresh_from_db()
    assert (first.status, first.end_reason) == (Status.GIVEN_UP, EndReason.RESTARTED)
    assert [(run.run_id, run.won) for run in submitted] == [(first.pk, False)]
    assert not Game.objects.get(pk=beside.pk).over


def test_of_two_deals_laid_out_at_once_only_the_one_played_first_can_count(player) -> None:
    classic = services.begin(owner=player, code="RU1-C-IRXBEQX")
    relaxed = services.begin(owner=player, code="RU1-R-IRXBEQX")
    do(classic, player, "t4:5-t5")
    do(relaxed, player, "t4:5-t5")
    version = Game.objects.get(pk=classic.pk).version
    outcome = services.act(game_id=classic.pk, owner=player, token="undo", version=version)
    assert (outcome.reason, outcome.game.end_reason) == ("game_over", EndReason.RESTARTED)


def test_practice_beside_practice_ends_nothing(player) -> None:
    first, *later = [
        services.begin(owner=player, code=f"KL1-{form}-AAAAAAB") for form in ("D1N", "D3N", "D1S")
    ]
    for game in (first, *later):
        do(game, player, "s-w")
    assert [Game.objects.get(pk=game.pk).over for game in (first, *later)] == [True, False, False]


def test_anothers_first_attempt_goes_on(player, other, visitor) -> None:
    games = [services.begin(owner=owner, code="KL1-D1N-AAAAAAB") for owner in (player, other, visitor)]
    for game, owner in zip(games, (player, other, visitor), strict=True):
        do(game, owner, "s-w")
    mine = services.begin(owner=other, code="KL1-D3N-AAAAAAB")
    do(mine, other, "s-w")
    assert [Game.objects.get(pk=game.pk).over for game in games] == [False, True, False]


def test_looking_at_a_deal_is_no_attempt_until_the_first_action(player, time) -> None:
    looked = services.begin(owner=player, code="RU1-R-IRXBEQX")
    services.give_up(game_id=looked.pk, owner=player)
    game = services.begin(owner=player, code="RU1-C-IRXBEQX")
    assert do(game, player, "t4:5-t5").game.attempt == Attempt.FIRST
    looked.refresh_from_db()
    assert (looked.attempt, looked.standing) == ("", Standing.NOT_PLAYED)


def test_others_attempts_at_a_deal_are_their_own(player, other, visitor) -> None:
    for owner in (player, other, visitor):
        game = services.begin(owner=owner, code="RU1-C-IRXBEQX")
        assert do(game, owner, "t4:5-t5").game.attempt == Attempt.FIRST


def test_leaving_restarting_or_a_new_code_does_not_undo_an_attempt(player, drawn) -> None:
    drawn("IRXBEQX")
    game = services.begin(owner=player, variant="RU", options="C")
    do(game, player, "t4:5-t5")
    again = services.restart(game_id=game.pk, owner=player)
    typed = services.begin(owner=player, code="RU1-R-IRXBEQX")
    assert do(again, player, "t4:5-t5").game.attempt == Attempt.PRACTICE
    assert do(typed, player, "t4:5-t5").game.attempt == Attempt.PRACTICE


def test_normal_boards_hold_won_games_only(player, drawn, submitted) -> None:
    drawn("AAAAAAB")
    game = services.begin(owner=player, variant="KL", options="D1N")
    do(game, player, "s-w")
    game = given_up(game, player)
    assert (game.standing, game.on_game_board, game.on_deal_board) == (Standing.NOT_WON, False, False)
    assert [run.won for run in submitted] == [False]


def test_vegas_boards_hold_every_ended_game(player, drawn, submitted) -> None:
    drawn("AAAAAAB")
    game = services.begin(owner=player, variant="KL", options="D1V")
    do(game, player, "s-w")
    game = given_up(game, player)
    assert (game.standing, game.on_game_board, game.on_deal_board) == (Standing.COUNTS, True, True)
    assert [(run.ranked_score, run.won) for run in submitted] == [(-52, False)]


def test_in_vegas_the_stake_is_told_at_the_first_action(player, drawn) -> None:
    drawn("AAAAAAB")
    game = services.begin(owner=player, variant="DS", options="D1V")
    assert not Result.objects.exists()
    do(game, player, "s-w")
    result = Result.objects.get(run_id=game.pk)
    assert (result.player_id, result.ranked_score, result.drawn) == (player.user_id, -104, True)
    assert (result.deal_first, result.ended_at) == (True, None)


def test_leaving_the_table_tells_the_bankroll_where_the_game_stands(player, drawn) -> None:
    line = shortest_win("KL1-D1V")
    drawn(line["code"][-7:])
    game = services.begin(owner=player, variant="KL", options="D1V")
    tokens = line["actions"].split()
    play_all(game, player, tokens[: tokens.index("t6-f") + 1 if "t6-f" in tokens else 60])
    services.pause(game_id=game.pk, owner=player)
    game.refresh_from_db()
    assert game.ranked_score > -52
    assert Result.objects.get(run_id=game.pk).ranked_score == game.ranked_score


def test_a_visitors_run_counts_nowhere_yet(visitor, drawn, time, submitted) -> None:
    game = win_drawn(visitor, shortest_win("RU1-C"), drawn, time)
    assert (game.standing, game.on_game_board) == (Standing.VISITOR, False)
    assert not submitted
    assert not Result.objects.exists()


def test_a_run_in_which_a_program_acted_counts_nowhere_and_says_so(player, drawn, time, submitted) -> None:
    line = shortest_win("RU1-C")
    drawn(line["code"][-7:])
    game = services.begin(owner=player, variant="RU", options="C")
    tokens = line["actions"].split()
    play_all(game, Owner(user_id=player.user_id, token=uuid4()), tokens[:1], time)
    play_all(game, player, tokens[1:], time)
    game.refresh_from_db()
    assert (game.standing, game.on_game_board, game.on_deal_board) == (Standing.TOKEN, False, False)
    assert submitted == []


@pytest.mark.parametrize("then", ["act", "hint", "pause", "give_up", "restart"])
def test_a_program_goes_on_with_no_game_that_was_begun_by_hand(player, time, then: str) -> None:
    """In Vegas its action would take the game, and the stake with it, out of the bankroll."""
    game = services.begin(owner=player, code="KL1-D1V-AAAAAAB")
    play_all(game, player, ["s-w"], time)
    program = Owner(user_id=player.user_id, token=uuid4())
    before = Game.objects.filter(pk=game.pk).values().get()
    if then in ("act", "hint"):
        how = {"token": "undo"} if then == "act" else {}
        done = getattr(services, then)(game_id=game.pk, owner=program, version=1, **how)
        assert reason_of(done.refusal) == "begun_by_hand"
    else:
        with pytest.raises(services.TableRefusal) as refused:
            getattr(services, then)(game_id=game.pk, owner=program)
        assert refused.value.cause == "begun_by_hand"
    assert Game.objects.filter(pk=game.pk).values().get() == before


def test_a_hint_that_a_program_asked_for_is_a_programs_part_in_the_game(player, time) -> None:
    game = services.begin(owner=player, code="KL1-D1N-AAAAAAB")
    services.hint(game_id=game.pk, owner=Owner(user_id=player.user_id, token=uuid4()), version=0)
    play_all(game, player, ["s-w"], time)
    services.give_up(game_id=game.pk, owner=player)
    assert Game.objects.get(pk=game.pk).standing == Standing.TOKEN


def test_staff_who_saw_hidden_cards_cannot_rank_on_the_deal(player, other, drawn, time) -> None:
    line = shortest_win("RU1-C")
    deals.record_look("RU1-" + line["code"][-7:], player.user_id)
    mine = win(player, line, time)
    assert (mine.standing, mine.on_deal_board) == (Standing.LOOKED, False)
    theirs = win(other, line, time)
    assert theirs.on_deal_board


def test_a_staff_look_does_not_take_a_player_off_the_board(player, other, drawn, time) -> None:
    line = shortest_win("RU1-C")
    drawn(line["code"][-7:])
    game = services.begin(owner=player, variant="RU", options="C")
    deals.record_look(game.deal, other.user_id)
    play_all(game, player, line["actions"].split(), time)
    game.refresh_from_db()
    assert game.standing == Standing.COUNTS


def test_a_deleted_accounts_opening_still_counts_as_somebody_elses(player, other, drawn, time) -> None:
    line = shortest_win("RU1-C")
    drawn(line["code"][-7:])
    game = services.begin(owner=player, variant="RU", options="C")
    services.begin(owner=other, code=line["code"])
    DealOpening.objects.filter(user_id=other.user_id).update(user=None)
    play_all(game, player, line["actions"].split(), time)
    game.refresh_from_db()
    assert game.standing == Standing.OPENED


def test_a_run_without_undo_is_pure_and_one_with_is_not(player, time, submitted) -> None:
    line = shortest_win("RU1-C")
    tokens = line["actions"].split()
    game = services.begin(owner=player, code=line["code"])
    play_all(game, player, [tokens[0], "undo", "redo", *tokens[1:]], time)
    (run,) = submitted
    assert not run.pure


def test_a_run_faster_than_hands_is_flagged_not_hidden(player, drawn, time, submitted) -> None:
    """CASES: a known line copied and won in seconds."""
    line = shortest_win("RU1-C")
    drawn(line["code"][-7:])
    game = services.begin(owner=player, variant="RU", options="C")
    for token in line["actions"].split():
        time.tick(milliseconds=90)
        do(game, player, token)
    game.refresh_from_db()
    assert game.flags == "fast"
    assert game.on_game_board
    assert [run.flag for run in submitted] == ["fast"]


def test_a_run_at_the_pace_of_hands_is_not_flagged_whatever_finish_plays(player, time) -> None:
    line = shortest_win("KL1-D1N")
    game = services.begin(owner=player, code=line["code"])
    for token in line["actions"].split():
        time.tick(milliseconds=700)
        if do(game, player, token, automatic=False).play.position.can_finish():
            break
    do(game, player, "finish")
    game.refresh_from_db()
    assert (game.status, game.flags) == (Status.WON, "")


def test_a_computer_account_counts_nowhere_by_hand_either(player, drawn, time, submitted) -> None:
    declare_machine(User.objects.get(pk=player.user_id))
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    assert (game.standing, game.on_game_board, game.on_deal_board) == (Standing.MACHINE, False, False)
    assert [(run.global_ok, run.deal_first, run.practice) for run in submitted] == [(False, False, False)]


def test_who_is_declared_a_program_later_reads_that_the_run_counts_nowhere_now(player, drawn, time) -> None:
    game = win_drawn(player, shortest_win("RU1-C"), drawn, time)
    assert standing_words(game) == str(Standing.COUNTS.label)
    declare_machine(User.objects.get(pk=player.user_id))
    assert standing_words(Game.objects.get(pk=game.pk)) == str(Standing.MACHINE.label)


def test_each_standing_has_its_sentence() -> None:
    sentences = {str(standing.label) for standing in Standing}
    assert len(sentences) == len(Standing)
    assert all(sentence.endswith(".") for sentence in sentences)


def test_a_game_without_points_that_is_won_counts_by_its_time(player, drawn, time, submitted) -> None:
    line = {**shortest_win("KL1-D1N")}
    line["code"] = line["code"].replace("D1N", "D1S")
    game = win_drawn(player, line, drawn, time)
    assert (game.score, game.standing, game.on_game_board) == (0, Standing.COUNTS, True)
    assert [(run.board_key, run.ranked_score, run.won) for run in submitted] == [("KL-D1S", 0, True)]


def test_taking_cards_back_pays_on_the_table_but_not_on_the_boards(player, time, submitted) -> None:
    """CASES: taking a card off a foundation and putting it back paid each time."""
    twins = [v for v in json.loads((VECTORS / "wins.json").read_text()) if v["code"] == "RU1-C-IRXBEQX"]
    game = win(player, twins[1], time)
    assert (game.score, game.ranked_score) == (685, 625)
    assert [run.ranked_score for run in submitted] == [625]
