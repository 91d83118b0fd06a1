"""Programs at a table: computer accounts, and accounts that act through an access key."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils import translation

from accounts import services as accounts
from accounts.models import User
from games.matches import render, selectors, services
from games.matches.models import Match, Rated, Seat, State
from games.matches.render import lists
from games.matches.services import Cause, MatchRefusal, Wishes
from games.play.owners import Owner
from tests.matches.conftest import Clock, begun, fresh, player, sit

pytestmark = pytest.mark.django_db


def machine(name: str) -> Owner:
    owner = player(name)
    accounts.declare_machine(User.objects.get(pk=owner.user_id))
    return Owner(user_id=owner.user_id, token=uuid4())


def by_key(owner: Owner) -> Owner:
    return Owner(user_id=owner.user_id, token=uuid4())


def refused(call: Callable[..., Any], **given: Any) -> Cause:
    with pytest.raises(MatchRefusal) as raised:
        call(**given)
    return raised.value.cause


def programs_of(match: Match) -> list[bool]:
    return list(Seat.objects.filter(match=match).order_by("number").values_list("program", flat=True))


def test_two_programs_play_unrated_and_everybody_reads_it(time: Clock, db: None) -> None:
    one, two = machine("robot"), machine("golem")
    match = services.create(owner=one, wishes=Wishes(rated=True))
    services.join(match_id=match.pk, owner=two)
    assert fresh(match).rated == Rated.TOKEN and programs_of(match) == [True, True]
    sit(match)
    for owner in (one, two):
        services.ready(match_id=match.pk, owner=owner)
    time.tick(seconds=5)
    assert services.act(match_id=match.pk, owner=one, token="s-w").refusal is None
    with translation.override("en"):
        html = render.draw_match(selectors.table_of(fresh(match), 0))
    assert html.count("played by a program") == 2
    services.act(match_id=match.pk, owner=two, token="resign")
    assert (fresh(match).state, fresh(match).rated) == (State.OVER, Rated.TOKEN)


def test_a_computer_account_is_a_program_by_hand_too(db: None, two: Owner) -> None:
    robot = machine("robot")
    match = services.create(owner=Owner(user_id=robot.user_id), wishes=Wishes())
    assert (match.rated, programs_of(match)) == (Rated.TOKEN, [True])


def test_the_lobby_and_the_table_say_it_before_a_person_sits_down(one: Owner, two: Owner) -> None:
    match = services.create(owner=by_key(one), wishes=Wishes())
    sit(match, 1)
    row = lists.row(selectors.lobby(two).tables[0])
    assert row.people[0].program and not row.rated
    with translation.override("en"):
        assert "played by a program" in render.draw_match(selectors.match_for(match.pk, two))
        assert "a program plays" in render.draw_match(selectors.match_for(match.pk, two))
    services.join(match_id=match.pk, owner=two)
    assert (fresh(match).rated, programs_of(match)) == (Rated.TOKEN, [True, False])


def test_a_persons_open_table_is_for_people(one: Owner, two: Owner) -> None:
    match = services.create(owner=one, wishes=Wishes(rated=False))
    assert refused(services.join, match_id=match.pk, owner=by_key(two)) == Cause.PEOPLE
    assert refused(services.join, match_id=match.pk, owner=machine("robot")) == Cause.PEOPLE
    assert fresh(match).state == State.OPEN


def test_a_program_takes_an_unrated_link_and_no_rated_one(one: Owner, two: Owner) -> None:
    rated = services.create(owner=one, wishes=Wishes(), visibility="link")
    assert refused(services.join_by_link, token=rated.token, owner=by_key(two)) == Cause.RATED
    friendly = services.create(owner=one, wishes=Wishes(rated=False), visibility="link")
    services.join_by_link(token=friendly.token, owner=by_key(two))
    assert (fresh(friendly).rated, programs_of(friendly)) == (Rated.FRIENDLY, [False, True])
    assert fresh(friendly).state == State.READY


def test_inviting_a_computer_account_makes_the_match_unrated_at_once(one: Owner) -> None:
    robot = machine("robot")
    match = services.create(owner=one, wishes=Wishes(), visibility="invited", invited="robot")
    assert match.rated == Rated.TOKEN
    services.join(match_id=match.pk, owner=robot)
    assert programs_of(match) == [False, True]


def test_a_match_of_days_waits_until_the_person_has_seen_who_sat_down(
    one: Owner, two: Owner, time: Clock
) -> None:
    wishes = Wishes(options="D1A", seconds=86400, rated=False)
    match = services.create(owner=one, wishes=wishes, visibility="link")
    services.join(match_id=match.pk, owner=by_key(two), token=match.token)
    assert fresh(match).state == State.READY
    time.tick(hours=30)
    assert services.settle(match.pk).state == State.READY
    services.ready(match_id=match.pk, owner=one)
    seats = Seat.objects.filter(match=match, program=True)
    services.ready(match_id=match.pk, owner=Owner(user_id=seats.get().user_id, token=uuid4()))
    assert fresh(match).state == State.PLAYING


def test_a_match_of_days_with_a_computer_account_that_was_invited_begins_at_once(one: Owner) -> None:
    robot = machine("robot")
    wishes = Wishes(options="D1A", seconds=86400)
    match = services.create(owner=one, wishes=wishes, visibility="invited", invited="robot")
    services.join(match_id=match.pk, owner=robot)
    assert fresh(match).state == State.PLAYING


def test_no_key_acts_for_a_seat_taken_by_hand(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    version = fresh(match).version
    who = {"match_id": match.pk, "owner": by_key(one)}
    assert services.act(**who, token="s-w").reason == Cause.BY_HAND
    calls = (services.offer_draw, services.decline_draw, services.ready, services.claim_win, services.mute)
    for call in calls:
        assert refused(call, **who) == Cause.BY_HAND
    assert refused(services.say, **who, phrase="hello") == Cause.BY_HAND
    assert fresh(match).version == version and fresh(match).rated == Rated.PENDING
    assert services.act(match_id=match.pk, owner=one, token="s-w").refusal is None
    services.act(match_id=match.pk, owner=one, token="resign")
    assert refused(services.rematch, **who) == Cause.BY_HAND
    assert fresh(match).rated == Rated.COUNTED


def test_against_the_computer_a_key_may_go_on(one: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=Wishes(), visibility="bot", bot_level=1)
    time.tick(seconds=5)
    assert services.act(match_id=match.pk, owner=by_key(one), token="s-w").refusal is None
    assert selectors.table_of(fresh(match), 1).seats[0].program
    assert not selectors.table_of(fresh(match), 1).seats[1].program


@pytest.mark.parametrize("rated", [True, False])
def test_a_match_against_the_computer_says_that_none_is_rated(one: Owner, time: Clock, rated: bool) -> None:
    match = services.create(owner=one, wishes=Wishes(rated=rated), visibility="bot", bot_level=1)
    assert fresh(match).rated == Rated.COMPUTER
    time.tick(seconds=5)
    services.act(match_id=match.pk, owner=one, token="resign")
    assert fresh(match).rated == Rated.COMPUTER
    again = services.rematch(match_id=match.pk, owner=one).next
    assert again is not None and again.rated == Rated.COMPUTER


def test_declaring_during_a_rated_match_takes_nothing_from_the_other(
    one: Owner, two: Owner, time: Clock
) -> None:
    match = begun(one, two, time)
    accounts.declare_machine(User.objects.get(pk=one.user_id))
    services.act(match_id=match.pk, owner=one, token="resign")
    assert fresh(match).rated == Rated.COUNTED


def test_who_declared_after_opening_the_table_is_a_program_when_the_other_sits(
    one: Owner, two: Owner
) -> None:
    match = services.create(owner=one, wishes=Wishes())
    accounts.declare_machine(User.objects.get(pk=one.user_id))
    assert selectors.match_for(match.pk, two).seats[0].program
    services.join(match_id=match.pk, owner=two)
    assert (fresh(match).rated, programs_of(match)) == (Rated.TOKEN, [True, False])


def test_quick_match_pairs_programs_with_programs(one: Owner, two: Owner) -> None:
    wishes = Wishes(seconds=600)
    assert refused(services.quick, owner=by_key(one), wishes=wishes) == Cause.COMPUTER_ACCOUNT
    robot, golem = machine("robot"), machine("golem")
    assert services.quick(owner=one, wishes=wishes) is None
    assert services.quick(owner=robot, wishes=wishes) is None
    match = services.quick(owner=golem, wishes=wishes)
    assert match is not None and match.rated == Rated.TOKEN and programs_of(match) == [True, True]
    people = services.quick(owner=two, wishes=wishes)
    assert people is not None and people.rated == Rated.PENDING and programs_of(people) == [False, False]


def test_a_rematch_stays_a_programs(one: Owner, time: Clock) -> None:
    robot = machine("robot")
    match = begun(robot, one, time)
    services.act(match_id=match.pk, owner=robot, token="resign")
    services.rematch(match_id=match.pk, owner=robot)
    again = services.rematch(match_id=match.pk, owner=one).next
    assert again is not None and again.rated == Rated.TOKEN and programs_of(again) == [True, False]
