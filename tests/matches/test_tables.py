"""Opening a table and taking its second seat."""

from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from games.engine.codes import CodeError
from games.matches import access, selectors, services
from games.matches.models import Match, Rated, Seat, State
from games.matches.services import Cause, MatchRefusal, Wishes
from games.play.owners import NotFound, Owner
from tests.matches.conftest import Clock, begun, fresh, new_user, player, sit

pytestmark = pytest.mark.django_db


def refused(cause: Cause) -> "pytest.RaisesContext[MatchRefusal]":  # type: ignore[name-defined]
    return pytest.raises(MatchRefusal, match=cause_sentence(cause))


def cause_sentence(cause: Cause) -> str:
    return str(MatchRefusal(cause)).split("%")[0].replace(".", r"\.")


def test_an_open_table_is_listed_while_its_host_is_there(one: Owner, two: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=Wishes())
    assert selectors.lobby(two).tables == []
    sit(match, 1)
    listed = selectors.lobby(two).tables
    assert [table.match_id for table in listed] == [match.pk]
    assert listed[0].seats[0].name == "camille"
    assert selectors.lobby(one).tables == []
    assert [table.match_id for table in selectors.lobby(one).mine] == [match.pk]
    time.tick(minutes=1)
    assert selectors.lobby(two).tables == []


def test_joining_fills_the_table_once(one: Owner, two: Owner) -> None:
    match = services.create(owner=one, wishes=Wishes())
    services.join(match_id=match.pk, owner=two)
    version = services.join(match_id=match.pk, owner=two).version
    assert fresh(match).version == version
    assert (fresh(match).state, fresh(match).rated) == (State.READY, Rated.PENDING)
    with refused(Cause.FULL):
        services.join(match_id=match.pk, owner=player("sacha"))


def test_the_host_cannot_take_both_seats_even_logged_out(one: Owner) -> None:
    """CASES: the creator opens the link in another tab, logged out."""
    match = services.create(owner=one, wishes=Wishes(), visibility="link", browser="b1")
    with refused(Cause.OWN_TABLE):
        services.join_by_link(token=match.token, owner=one)
    with refused(Cause.OWN_TABLE):
        services.join_by_link(token=match.token, owner=Owner(visitor=uuid4()), browser="b1")
    assert Seat.objects.filter(match=match).count() == 1


def test_a_visitor_joins_by_link_only_and_unrated(one: Owner, visitor: Owner) -> None:
    open_table = services.create(owner=one, wishes=Wishes())
    with refused(Cause.ACCOUNT):
        services.join(match_id=open_table.pk, owner=visitor)
    match = services.create(owner=one, wishes=Wishes(), visibility="link")
    with refused(Cause.LINK):
        services.join(match_id=match.pk, owner=visitor)
    with refused(Cause.LINK):
        services.join_by_link(token="guessed", owner=visitor)
    joined = services.join_by_link(token=match.token, owner=visitor)
    assert joined.rated == Rated.ACCOUNTS


def test_a_linked_table_is_seen_by_who_has_the_link(one: Owner, two: Owner) -> None:
    match = services.create(owner=one, wishes=Wishes(), visibility="link")
    assert selectors.match_for(match.pk, one).token == match.token
    with pytest.raises(NotFound):
        selectors.match_for(match.pk, two)
    assert selectors.match_for(match.pk, two, token=match.token).token == ""


def test_an_invitation_is_for_the_invited_who_may_decline(one: Owner, two: Owner) -> None:
    other = player("sacha")
    match = services.create(owner=one, wishes=Wishes(), visibility="invited", invited="NOOR")
    assert [listed.match_id for listed in selectors.invitations(two)] == [match.pk]
    with refused(Cause.FULL):
        services.join(match_id=match.pk, owner=other)
    services.cancel(match_id=match.pk, owner=two)
    assert fresh(match).state == State.CANCELLED
    assert selectors.invitations(two) == []


@pytest.mark.parametrize("name", ["nobody", "", "camille"])
def test_nobody_invites_himself_or_nobody(one: Owner, name: str) -> None:
    with pytest.raises(MatchRefusal):
        services.create(owner=one, wishes=Wishes(), visibility="invited", invited=name)


@pytest.mark.parametrize(
    "wishes",
    [
        Wishes(options="D2S"),
        Wishes(options="D1N"),
        Wishes(games=2),
        Wishes(games=0),
        Wishes(games=1, cards=50),
        Wishes(options="D1S", seconds=30),
        Wishes(options="D1A", seconds=300),
        Wishes(seconds=-300),
    ],
)
def test_wishes_that_are_none_open_no_table(one: Owner, wishes: Wishes) -> None:
    with refused(Cause.WISHES):
        services.create(owner=one, wishes=wishes)
    assert not Match.objects.exists()


def test_a_typed_code_must_be_a_duels(one: Owner) -> None:
    with refused(Cause.WISHES):
        services.create(owner=one, wishes=Wishes(), typed_code="KL1-D1N-AAAAAAB")
    with pytest.raises(CodeError):
        services.create(owner=one, wishes=Wishes(), typed_code="DK1-D1S-A")


def test_the_code_of_a_match_under_way_opens_no_other_table(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    with pytest.raises(services.Withheld):
        services.create(owner=player("sacha"), wishes=Wishes(), typed_code=match.code)


def test_the_same_form_sent_twice_opens_one_table(one: Owner) -> None:
    key = uuid4()
    tables = {services.create(owner=one, wishes=Wishes(), key=key).pk for _ in range(3)}
    assert len(tables) == Match.objects.count() == 1


def test_visitors_open_no_public_table_and_nobody_opens_too_many(one: Owner, visitor: Owner) -> None:
    for visibility in ("lobby", "invited"):
        with refused(Cause.ACCOUNT):
            services.create(owner=visitor, wishes=Wishes(), visibility=visibility, invited="camille")
    for _ in range(10):
        services.create(owner=one, wishes=Wishes())
    with refused(Cause.TOO_MANY_TABLES):
        services.create(owner=one, wishes=Wishes())


def test_a_newcomer_plays_the_computer_at_once(visitor: Owner, time: Clock) -> None:
    match = services.create(owner=visitor, wishes=Wishes(), visibility="bot", bot_level=2)
    assert (match.state, match.rated) == (State.PLAYING, Rated.COMPUTER)
    table = selectors.match_for(match.pk, visitor)
    assert table.opponent is not None and table.opponent.bot == 2 and table.opponent.present
    with refused(Cause.WISHES):
        services.create(owner=visitor, wishes=Wishes(), visibility="bot", bot_level=4)


def test_seat_a_is_drawn_by_lot_then_taken_in_turn(one: Owner, two: Owner, time: Clock) -> None:
    firsts = {begun(one, two, time).first for _ in range(20)}
    assert firsts == {1, 2}


def test_a_match_of_days_begins_when_it_is_joined(one: Owner, two: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=Wishes(options="D1A", seconds=24 * 3600))
    assert [table.match_id for table in selectors.lobby(two).tables] == [match.pk]
    services.join(match_id=match.pk, owner=two)
    match = fresh(match)
    assert match.state == State.PLAYING and match.deadline is not None
    assert (match.deadline - time.at).total_seconds() == 24 * 3600
    assert selectors.turns_waiting(one) + selectors.turns_waiting(two) == 1


def test_a_visitors_seat_passes_to_the_account(one: Owner, visitor: Owner, time: Clock) -> None:
    from games.matches.services import passing

    match = services.create(owner=one, wishes=Wishes(), visibility="link")
    services.join_by_link(token=match.token, owner=visitor)
    new = new_user("sacha")
    assert visitor.visitor is not None
    assert passing.pass_seats(visitor=visitor.visitor, user_id=new.pk) == 1
    assert access.seat_of(match.pk, Owner(user_id=new.pk)) == 2
    assert passing.pass_seats(visitor=visitor.visitor, user_id=one.user_id or 0) == 0


def test_deleting_an_account_leaves_the_others_match_whole(one: Owner, two: Owner, time: Clock) -> None:
    """CASES: deletion with a running match, an open table, an invitation."""
    running = begun(one, two, time)
    open_table = services.create(owner=one, wishes=Wishes())
    invitation = services.create(owner=two, wishes=Wishes(), visibility="invited", invited="camille")
    ended = begun(one, two, time)
    services.act(match_id=ended.pk, owner=one, token="resign")
    accounts.delete_player(User.objects.get(pk=one.user_id))
    running, ended = fresh(running), fresh(ended)
    assert (running.state, running.winner, running.reason) == (State.OVER, 2, "left")
    assert running.rated == Rated.COUNTED
    assert fresh(open_table).state == fresh(invitation).state == State.CANCELLED
    assert (ended.winner, ended.rated) == (2, Rated.COUNTED)
    table = selectors.match_for(ended.pk, two)
    assert table.opponent is not None and table.opponent.deleted and table.opponent.name == ""
    assert table.me is not None and table.me.rating is not None and table.me.rating.won == 2


def test_nothing_is_said_to_a_deleted_player_nor_played_again(one: Owner, two: Owner, time: Clock) -> None:
    ended = begun(one, two, time)
    services.act(match_id=ended.pk, owner=one, token="resign")
    services.rematch(match_id=ended.pk, owner=one)
    assert selectors.match_for(ended.pk, two).chat_open
    accounts.delete_player(User.objects.get(pk=one.user_id))
    seats = {seat.number: seat.is_gone for seat in Seat.objects.filter(match=ended)}
    assert seats == {1: True, 2: False}
    assert not selectors.match_for(ended.pk, two).chat_open
    with refused(Cause.NOBODY):
        services.say(match_id=ended.pk, owner=two, phrase="thanks")
    with refused(Cause.BLOCKED):
        services.rematch(match_id=ended.pk, owner=two)
    client = Client()
    client.force_login(User.objects.get(pk=two.user_id), backend=settings.AUTHENTICATION_BACKENDS[0])
    assert 'value="rematch"' not in client.get(f"/match/{ended.pk}/").content.decode()
    assert Match.objects.count() == 1
