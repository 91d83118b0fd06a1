"""Between two games of a series: who waits is not left waiting for ever, and who wants to go may go."""

import pytest

from games.matches import render, selectors, services
from games.matches.models import Match, MatchGame, Rated, Reason, State
from games.matches.services import Cause, MatchRefusal, Wishes
from games.play.owners import Owner
from tests.matches.conftest import Clock, begin, begun, do, fresh, go, seated, stay, wait
from tests.matches.test_series import finish

pytestmark = pytest.mark.django_db


def test_a_match_of_days_goes_on_although_nobody_is_there(one: Owner, two: Owner, time: Clock) -> None:
    """Half an hour without anybody made a series of days void after its first game."""
    match = services.create(owner=one, wishes=Wishes(options="D1A", games=3, seconds=86400))
    services.join(match_id=match.pk, owner=two)
    time.tick(hours=2)
    match = finish(fresh(match), time, 10, 5)
    first = match.first
    assert match.state == State.READY
    time.tick(minutes=59)
    services.settle(match.pk)
    assert fresh(match).state == State.READY
    time.tick(minutes=2)
    services.settle(match.pk)
    match = fresh(match)
    assert (match.state, match.number, match.first) == (State.PLAYING, 2, first)
    assert match.starts_at == time.at and match.deadline is not None
    assert (match.deadline - time.at).total_seconds() == 86400


def test_a_match_of_days_goes_on_at_once_if_both_are_ready(one: Owner, two: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=Wishes(options="D1A", games=3, seconds=86400))
    services.join(match_id=match.pk, owner=two)
    match = finish(fresh(match), time, 10, 5)
    services.ready(match_id=match.pk, owner=one)
    services.ready(match_id=match.pk, owner=two)
    assert (fresh(match).state, fresh(match).number) == (State.PLAYING, 2)


def test_a_series_can_be_resigned_between_two_games(one: Owner, two: Owner, time: Clock) -> None:
    match = finish(begun(one, two, time, games=3), time, 10, 5)
    assert selectors.table_of(match, 1).actions == ("resign",)
    assert selectors.table_of(match, 0).actions == ()
    other = "b" if match.letter(1) == "a" else "a"
    refused = services.act(match_id=match.pk, owner=one, token=f"{other}/resign")
    assert refused.reason == "other_seat"
    do(match, 1, "resign", "bye")
    match = fresh(match)
    assert (match.state, match.winner, match.reason) == (State.OVER, 2, Reason.RESIGNED)
    assert match.rated == Rated.COUNTED
    assert MatchGame.objects.filter(match=match).count() == 1
    version = match.version
    again = services.act(match_id=match.pk, owner=one, token="resign", action_id="bye")
    assert again.repeated and fresh(match).version == version


def test_a_card_is_still_refused_between_two_games(one: Owner, two: Owner, time: Clock) -> None:
    match = finish(begun(one, two, time, games=3), time, 10, 5)
    assert services.act(match_id=match.pk, owner=one, token="s-w").reason == "game_over"


def test_resigning_is_allowed_while_it_counts_down(one: Owner, two: Owner, time: Clock) -> None:
    match = seated(one, two)
    assert selectors.table_of(match, 1).actions == ()
    services.ready(match_id=match.pk, owner=one)
    services.ready(match_id=match.pk, owner=two)
    assert services.act(match_id=match.pk, owner=one, token="s-w").reason == "not_started"
    do(match, 1, "resign")
    assert (fresh(match).state, fresh(match).winner) == (State.OVER, 2)


def waiting(one: Owner, two: Owner, time: Clock) -> Match:
    match = finish(begun(one, two, time, games=3), time, 10, 5)
    wait(match, time, 600)
    services.ready(match_id=match.pk, owner=one)
    return match


def test_who_is_kept_waiting_by_somebody_present_may_claim(one: Owner, two: Owner, time: Clock) -> None:
    """A player who was losing could sit there without pressing « Ready », and nobody ever won."""
    match = waiting(one, two, time)
    wait(match, time, 179)
    stay(match)
    with pytest.raises(MatchRefusal) as refusal:
        services.claim_win(match_id=match.pk, owner=one)
    assert refusal.value.cause == Cause.TOO_EARLY
    time.tick(seconds=1)
    with pytest.raises(MatchRefusal):  # not who lets the other wait
        services.claim_win(match_id=match.pk, owner=two)
    services.claim_win(match_id=match.pk, owner=one)
    match = fresh(match)
    assert (match.state, match.winner, match.reason) == (State.OVER, 1, Reason.LEFT)


def test_being_ready_in_time_takes_that_claim_away(one: Owner, two: Owner, time: Clock) -> None:
    match = waiting(one, two, time)
    wait(match, time, 170)
    services.ready(match_id=match.pk, owner=two)
    assert fresh(match).state == State.PLAYING
    time.tick(seconds=11)
    stay(match)
    with pytest.raises(MatchRefusal):
        services.claim_win(match_id=match.pk, owner=one)


def test_nobody_is_kept_waiting_before_the_first_game(one: Owner, two: Owner, time: Clock) -> None:
    match = seated(one, two)
    services.ready(match_id=match.pk, owner=one)
    assert selectors.table_of(fresh(match), 1).claim_from is None
    go(match, 2)
    assert selectors.table_of(fresh(match), 1).claim_from is None


def test_a_rematch_with_a_visitor_says_why_it_does_not_count(one: Owner, visitor: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=Wishes(), visibility="link")
    services.join_by_link(token=match.token, owner=visitor)
    begin(match, one, visitor, time)
    assert fresh(match).rated == Rated.ACCOUNTS
    do(match, 1, "resign")
    services.rematch(match_id=match.pk, owner=one)
    services.rematch(match_id=match.pk, owner=visitor)
    again = fresh(match).next
    assert again is not None and again.rated == Rated.ACCOUNTS


def test_the_page_offers_the_claim_to_who_waits_alone(one: Owner, two: Owner, time: Clock) -> None:
    match = waiting(one, two, time)
    waits, late, watching = (
        render.draw_match(selectors.table_of(fresh(match), viewer)) for viewer in (1, 2, 0)
    )
    assert 'value="claim"' in waits
    assert 'value="claim"' not in late + watching
    assert all('id="resign"' in page for page in (waits, late)) and 'id="resign"' not in watching
