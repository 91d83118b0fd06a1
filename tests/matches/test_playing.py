"""A match from its table to its end: who may do what, whose card counts, what the record says."""

import pytest

from games.engine.cards import is_red, rank_of
from games.engine.codes import number_to_letters, parse_code
from games.engine.duel import DuelPosition
from games.engine.records import replay_text, write_record
from games.engine.shuffle import deal_duel_cards
from games.engine.table import Table
from games.matches import deals, selectors, services
from games.matches.models import Match, MatchGame, Rated, Reason, State
from games.matches.selectors.table import pass_may_end
from games.matches.services import Wishes
from games.play.owners import NotYours, Owner
from tests.matches.conftest import Clock, begun, do, duel_of, fresh, play_out, seat_playing, seated, sit

pytestmark = pytest.mark.django_db


def test_a_game_begins_for_both_at_once_when_both_are_ready(one: Owner, two: Owner, time: Clock) -> None:
    match = seated(one, two)
    services.ready(match_id=match.pk, owner=one)
    assert fresh(match).state == State.READY
    services.ready(match_id=match.pk, owner=two)
    match = fresh(match)
    assert match.state == State.PLAYING
    assert match.starts_at is not None and match.starts_at > time.at
    for owner in (one, two, Owner()):
        table = selectors.match_for(match.pk, owner)
        assert (table.state, table.view, table.actions) == (selectors.COUNTDOWN, None, ())
    refused = services.act(match_id=match.pk, owner=one, token="s-w")
    assert refused.reason == "not_started"
    time.tick(seconds=5)
    assert selectors.match_for(match.pk, one).view is not None


def test_a_move_is_stored_once_and_its_id_never_acts_again(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    first = do(match, 1, "s-w", "6f1c0ffe-0000-4000-8000-000000000001")
    again = do(match, 1, "s-w", "6f1c0ffe-0000-4000-8000-000000000001")
    assert not first.repeated and again.repeated
    assert again.version == first.version
    stored = fresh(match)
    assert stored.actions.split() == [f"{match.letter(1)}/s-w"]
    assert len(stored.times.split()) == stored.action_count == 1


def test_a_refused_action_changes_nothing(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    before = Match.objects.filter(pk=match.pk).values().get()
    for token in ("t1-t1", "w-f", "f1-t1", "t9-f", "undo", "", "x" * 500, "t-1-f", "w-t99999999999"):
        outcome = services.act_as(match_id=match.pk, number=1, token=token)
        assert outcome.refusal is not None and not outcome.tokens
        assert outcome.version == before["version"]
    assert Match.objects.filter(pk=match.pk).values().get() == before


def test_nobody_acts_for_another_seat(one: Owner, two: Owner, visitor: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    other = match.letter(2)
    refused = services.act(match_id=match.pk, owner=one, token=f"{other}/s-w")
    assert refused.reason == "other_seat"
    own = services.act(match_id=match.pk, owner=one, token=f"{match.letter(1)}/s-w")
    assert own.refusal is None
    with pytest.raises(NotYours):
        services.act(match_id=match.pk, owner=visitor, token="s-w")
    with pytest.raises(NotYours):
        services.act(match_id=match.pk, owner=Owner(), token="s-w")


def test_alternate_turns_end_by_a_draw_or_a_pass(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D1A")
    first, second = seat_playing(match, "a"), seat_playing(match, "b")
    assert services.act_as(match_id=match.pk, number=second, token="s-w").reason == "not_your_turn"
    do(match, first, "s-w")
    assert duel_of(match).turn == "b"
    do(match, second, "pass")
    assert duel_of(match).turn == "a"
    table = selectors.table_of(fresh(match), first)
    assert table.my_turn and not selectors.table_of(fresh(match), second).my_turn


@pytest.mark.parametrize("options", ["D1S", "D3A", "D3SM", "D1A1"])
def test_a_whole_match_is_played_counted_and_replayed(
    one: Owner, two: Owner, time: Clock, options: str
) -> None:
    match = play_out(begun(one, two, time, options=options), time)
    assert match.state in (State.OVER, State.VOID)
    game = MatchGame.objects.get(match=match)
    duel = DuelPosition.restore(game.deal_code, game.snapshot)
    owners = game.owners.split(",")
    assert [len(slot) for slot in owners] == duel.foundations
    counts = {letter: "".join(owners).count(letter) for letter in "ab"}
    assert counts == duel.contributed
    assert (game.contributed_1, game.contributed_2) == (counts[match.letter(1)], counts[match.letter(2)])
    line = replay_text(write_record(game.deal_code, game.actions.split()), "")
    assert "error" not in line
    assert line["contributed"] == counts
    assert len(game.actions.split()) == len(game.times.split())
    if match.winner:
        mine = (game.contributed_1, game.contributed_2)[match.winner - 1]
        assert mine >= max(game.contributed_1, game.contributed_2)
        assert match.rated == Rated.COUNTED


def test_resigning_ends_the_match_for_the_other(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, games=3)
    do(match, 2, "resign")
    match = fresh(match)
    assert (match.state, match.winner, match.reason) == (State.OVER, 1, Reason.RESIGNED)
    refused = services.act_as(match_id=match.pk, number=1, token="s-w")
    assert refused.reason == "game_over"


def test_the_code_is_shown_only_when_the_match_is_over(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    code = match.code
    for owner in (one, two, Owner()):
        assert selectors.match_for(match.pk, owner).code == ""
        assert code not in repr(selectors.match_for(match.pk, owner).results)
    assert deals.deals.withheld(deals.code_of(code).deal, one)
    do(match, 1, "resign")
    table = selectors.match_for(match.pk, Owner())
    assert table.code == code and table.results[0].code == code
    assert not deals.deals.withheld(deals.code_of(code).deal, one)


def test_a_pass_that_may_end_the_game_is_known_before(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    do(match, 2, "pass")
    duel, letter = duel_of(match), match.letter(1)
    table = selectors.table_of(fresh(match), 1)
    assert table.pass_may_end and pass_may_end(duel, letter)
    assert duel.over is None  # asking plays nothing
    duel.do(f"{letter}/pass")
    assert duel.over is not None and not pass_may_end(duel, letter)
    do(match, 1, "pass")
    assert fresh(match).state == State.VOID  # nobody played a card: nobody won
    assert fresh(match).reason == Reason.VOID


def open_moves(table: Table) -> bool:
    """Whether one of the open cards of a deal that was not touched has a place."""
    tops = [column[-1] for column in table.columns]
    return any(
        rank_of(card) == 1
        or any(rank_of(top) == rank_of(card) + 1 and is_red(top) != is_red(card) for top in tops)
        for card in tops
    )


def test_who_has_no_turn_has_no_pass_that_ends_the_game(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D1A")
    do(match, seat_playing(match, "a"), "pass")
    duel = duel_of(match)
    assert not pass_may_end(duel, "a") and pass_may_end(duel, "b")


@pytest.mark.parametrize("mirror", ["", "M"])
def test_the_warning_before_a_pass_is_told_by_open_cards_alone(mirror: str) -> None:
    seen = set()
    for number in range(1, 60):
        code = parse_code(f"DK1-D1S{mirror}-{number_to_letters(number)}")
        duel = DuelPosition.deal(code, deal_duel_cards(code, ""))
        opened = open_moves(duel.seats["b"])
        seen.add(opened)
        assert pass_may_end(duel, "a") == (bool(mirror) or not opened)
    assert seen == {True, False}


def test_a_typed_code_makes_a_match_unrated(one: Owner, two: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=Wishes(), typed_code="dk1-d3s-aaaaaab")
    services.join(match_id=match.pk, owner=two)
    sit(match)
    services.ready(match_id=match.pk, owner=one)
    services.ready(match_id=match.pk, owner=two)
    match = fresh(match)
    assert (match.code, match.options, match.rated) == ("DK1-D3S-AAAAAAB", "D3S", Rated.TYPED)
    time.tick(seconds=5)
    do(match, 1, "resign")
    assert fresh(match).rated == Rated.TYPED


def test_a_token_that_acts_makes_a_match_unrated(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    services.act_as(match_id=match.pk, number=1, token="s-w", by_token=True)
    do(match, 2, "resign")
    assert fresh(match).rated == Rated.TOKEN
