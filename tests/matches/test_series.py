"""Series, draws by agreement, rematches."""

import pytest

from games.engine.codes import parse_code
from games.engine.duel import Over
from games.matches import selectors, services
from games.matches.deals import deal
from games.matches.models import Match, MatchGame, Rated, Reason, State
from games.matches.services import Cause, MatchRefusal, Wishes
from games.matches.services.ending import Verdict, by_count, end_game, position_of, verdict_of
from games.matches.services.locks import locked
from games.play.owners import Owner
from tests.matches.conftest import Clock, begin, begun, do, fresh, go, player, sit, wait

pytestmark = pytest.mark.django_db


def finish(match: Match, time: Clock, one: int, two: int, last: int = 1) -> Match:
    """End the game under way with so many cards for each seat."""
    with locked(match.pk) as now:
        duel = deal(parse_code(now.code))
        for number, count in ((1, one), (2, two)):
            duel.seats[now.letter(number)].cards_left -= count
        duel.last_up = now.letter(last) if one or two else None
        end_game(now, duel, by_count(now, duel), time.at)
    return fresh(match)


def test_a_series_adds_the_cards_of_its_games(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, games=3)
    firsts = [match.first]
    for cards in ((30, 10), (5, 20)):
        match = finish(match, time, *cards)
        assert match.state == State.READY
        begin(match, one, two, time)
        firsts.append(fresh(match).first)
    assert firsts in ([1, 2, 1], [2, 1, 2])
    match = finish(match, time, 10, 14)
    assert (match.total_1, match.total_2) == (45, 44)
    assert (match.state, match.winner, match.reason) == (State.OVER, 1, Reason.CARDS)
    assert match.rated == Rated.COUNTED
    results = selectors.table_of(match, 1).results
    assert [result.contributed for result in results] == [(30, 10), (5, 20), (10, 14)]
    assert len({result.code for result in results}) == 3


def test_tied_one_more_game_decides(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, games=3)
    for cards in ((10, 20), (20, 10), (15, 15)):
        match = finish(match, time, *cards)
        assert match.state == State.READY
        begin(match, one, two, time)
    match = finish(match, time, 8, 8, last=2)
    assert (match.state, match.winner, match.reason) == (State.OVER, 2, Reason.LAST_PLAY)


def test_a_game_in_which_nobody_played_is_dealt_again(one: Owner, two: Owner, time: Clock) -> None:
    match = finish(begun(one, two, time, games=3), time, 0, 0)
    assert match.state == State.READY
    game = MatchGame.objects.get(match=match)
    assert (game.counted, game.winner, game.reason) == (False, None, Reason.VOID)
    for cards in ((3, 2), (3, 2), (3, 2)):
        begin(match, one, two, time)
        match = finish(match, time, *cards)
    assert (match.state, match.winner) == (State.OVER, 1)


def test_first_to_a_number_of_cards(one: Owner, two: Owner, time: Clock) -> None:
    match = finish(begun(one, two, time, games=0, cards=50), time, 40, 40)
    begin(match, one, two, time)
    match = finish(match, time, 20, 20)
    assert match.state == State.READY  # both at sixty: equal, so one more
    begin(match, one, two, time)
    match = finish(match, time, 3, 9)
    assert (match.state, match.winner) == (State.OVER, 2)


def test_at_equality_the_last_play_wins_a_single_game(one: Owner, two: Owner, time: Clock) -> None:
    match = finish(begun(one, two, time), time, 12, 12, last=2)
    assert (match.winner, match.reason) == (2, Reason.LAST_PLAY)


def test_the_bonus_wins_outright(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D1SB")
    duel = position_of(match)
    table = duel.seats[match.letter(2)]
    for column in table.columns:
        column.clear()
    duel.over, duel.winner = Over.CLEARED, match.letter(2)
    assert verdict_of(match, duel) == Verdict(2, Reason.BONUS)


def test_a_draw_takes_both(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    services.offer_draw(match_id=match.pk, owner=one)
    services.offer_draw(match_id=match.pk, owner=one)
    assert selectors.table_of(fresh(match), 2).draw_by == 1
    services.decline_draw(match_id=match.pk, owner=two)
    assert fresh(match).draw_by == 0
    services.offer_draw(match_id=match.pk, owner=two)
    services.offer_draw(match_id=match.pk, owner=one)
    match = fresh(match)
    assert (match.state, match.winner, match.reason) == (State.OVER, None, Reason.AGREED)
    assert match.rated == Rated.COUNTED


def test_a_rematch_takes_both_and_begins_at_once(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D3S", games=3, rated=False)
    with pytest.raises(MatchRefusal):
        services.rematch(match_id=match.pk, owner=one)
    do(match, 1, "resign")
    services.rematch(match_id=match.pk, owner=one)
    services.rematch(match_id=match.pk, owner=one)
    assert fresh(match).next_id is None
    assert selectors.table_of(fresh(match), 2).rematch_by == 1
    services.rematch(match_id=match.pk, owner=two)
    new = fresh(match).next
    assert new is not None and new.state == State.PLAYING
    assert (new.options, new.series_games, new.rated) == ("D3S", 3, Rated.FRIENDLY)
    assert new.code != fresh(match).code
    assert services.rematch(match_id=match.pk, owner=one).next_id == new.pk


@pytest.mark.parametrize("killed", [False, True])
def test_a_rematch_wished_by_somebody_who_has_left_waits_for_him(
    one: Owner, two: Owner, time: Clock, killed: bool
) -> None:
    """Else it could be had, and won by a claim, against an empty chair."""
    match = begun(one, two, time)
    do(match, 1, "resign")
    services.rematch(match_id=match.pk, owner=one)
    if killed:
        wait(match, time, 60, 2)
    else:
        go(match, 1)
    services.rematch(match_id=match.pk, owner=two)
    new = fresh(match).next
    assert new is not None and (new.state, new.number) == (State.READY, 0)
    assert list(new.seats.order_by("number").values_list("ready", flat=True)) == [False, True]
    sit(new)
    services.ready(match_id=new.pk, owner=one)
    assert fresh(new).state == State.PLAYING


def test_a_rematch_of_a_match_of_days_waits_for_nobody(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time, options="D1A", seconds=24 * 3600)
    do(match, 1, "resign")
    services.rematch(match_id=match.pk, owner=one)
    time.tick(hours=5)
    services.rematch(match_id=match.pk, owner=two)
    new = fresh(match).next
    assert new is not None and new.state == State.PLAYING


def test_the_computer_always_takes_a_rematch(visitor: Owner, time: Clock) -> None:
    match = services.create(owner=visitor, wishes=Wishes(), visibility="bot", bot_level=3)
    sit(match, 1)
    time.tick(seconds=5)
    services.act(match_id=match.pk, owner=visitor, token="resign")
    services.rematch(match_id=match.pk, owner=visitor)
    new = fresh(match).next
    assert new is not None
    assert sorted(new.seats.values_list("bot", flat=True)) == [0, 3]


def test_a_blocked_player_gets_no_rematch(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    do(match, 1, "resign")
    services.block(owner=two, name="camille")
    with pytest.raises(MatchRefusal) as refusal:
        services.rematch(match_id=match.pk, owner=one)
    assert refusal.value.cause == Cause.BLOCKED


def test_strangers_agree_on_nothing(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    stranger = player("sacha")
    for call in (services.offer_draw, services.decline_draw, services.rematch, services.claim_win):
        with pytest.raises(services.NotYours):
            call(match_id=match.pk, owner=stranger)
