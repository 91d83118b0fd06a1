"""Ratings: once per finished rated match, taken back with it, three a day between the same two; pairing."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import User
from games.matches import selectors, services
from games.matches.models import Match, QuickWish, Rated, Reason, State
from games.matches.services import Cause, MatchRefusal, Wishes
from games.play import clock
from games.play.owners import Owner
from leaderboards import rating_boards, ratings
from leaderboards.models import MonthWins, Rating, RatingChange
from leaderboards.rating_boards import Board, Place
from tests.matches.conftest import Clock, begun, do, fresh, new_user, player

pytestmark = pytest.mark.django_db
NOVEMBER = date(2026, 11, 1)


def rating(owner: Owner, tempo: str = "S") -> Rating:
    return Rating.objects.get(player_id=owner.user_id, tempo=tempo)


def lost(one: Owner, two: Owner, time: Clock, **wishes: Any) -> Match:
    """A match that the first of two loses."""
    match = begun(one, two, time, **wishes)
    do(match, 1, "resign")
    return fresh(match)


def test_a_rated_match_moves_both_ratings_by_as_much(one: Owner, two: Owner, time: Clock) -> None:
    match = lost(one, two, time)
    assert match.rated == Rated.COUNTED
    loser, winner = rating(one), rating(two)
    assert winner.mu - ratings.MU == pytest.approx(ratings.MU - loser.mu)
    assert winner.mu == pytest.approx(25 + 2.635, abs=0.01)
    assert winner.sigma < ratings.SIGMA
    assert (winner.won, loser.lost) == (1, 1)
    assert winner.provisional and winner.points > loser.points
    assert MonthWins.objects.get().wins == 1
    table = selectors.match_for(match.pk, two)
    assert table.me is not None and table.me.rating_change is not None
    assert table.me.rating_change.after == winner.points
    assert table.head_to_head == rating_boards.HeadToHead(0, 0, 1)


def test_each_tempo_has_its_own_rating(one: Owner, two: Owner, time: Clock) -> None:
    lost(one, two, time)
    lost(one, two, time, options="D1A")
    assert rating(one, "S").lost == rating(one, "A").lost == 1


def test_at_most_three_a_day_between_the_same_two_count(one: Owner, two: Owner, time: Clock) -> None:
    found = [lost(one, two, time).rated for _ in range(4)]
    assert found == [Rated.COUNTED] * 3 + [Rated.OFTEN]
    assert rating(one).lost == 3
    assert lost(one, player("sacha"), time).rated == Rated.COUNTED
    time.tick(days=1)
    assert lost(two, one, time).rated == Rated.COUNTED


def test_the_day_is_that_of_paris(one: Owner, two: Owner, time: Clock) -> None:
    time.at = time.at.replace(hour=22, minute=30)  # half past eleven in the evening
    for _ in range(3):
        lost(one, two, time)
    time.tick(minutes=40)
    assert lost(one, two, time).rated == Rated.COUNTED


def test_a_void_match_takes_its_change_back(one: Owner, two: Owner, time: Clock) -> None:
    match = lost(one, two, time)
    later = lost(one, player("sacha"), time)
    assert services.void(match_id=match.pk, why="cheat")
    assert not services.void(match_id=match.pk, why="again")
    voided = fresh(match)
    assert (voided.state, voided.winner, voided.reason, voided.rated) == (
        State.VOID,
        None,
        Reason.STAFF,
        Rated.VOID,
    )
    assert rating(two).mu == pytest.approx(ratings.MU) and rating(two).sigma == pytest.approx(ratings.SIGMA)
    assert rating(two).won == 0 and not rating_boards.by_wins("S").lines[1:]
    assert RatingChange.objects.filter(match_id=later.pk, voided=False).count() == 2
    assert rating(one).lost == 1


def test_a_match_under_way_can_be_voided(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    services.void(match_id=match.pk, why="cheat")
    assert fresh(match).state == State.VOID
    assert services.act_as(match_id=match.pk, number=1, token="s-w").refusal is not None
    assert not Rating.objects.exists()


def test_a_match_is_rated_once_whatever_asks(one: Owner, two: Owner, time: Clock) -> None:
    match = lost(one, two, time)
    finished = ratings.Finished(match.pk, (one.user_id or 0, two.user_id or 0), two.user_id, "S", time.at)
    assert ratings.record(finished)
    assert rating(two).won == 1


def test_unrated_matches_change_nothing(one: Owner, two: Owner, visitor: Owner, time: Clock) -> None:
    assert lost(one, two, time, rated=False).rated == Rated.FRIENDLY
    match = begun(one, two, time)
    do(match, 1, "pass")
    do(match, 2, "pass")
    assert fresh(match).rated == Rated.NO_RESULT
    assert not RatingChange.objects.exists()


def test_boards_rank_sure_ratings_and_the_wins_of_the_month(time: Clock) -> None:
    users = [new_user(name) for name in ("camille", "noor", "sacha", "lou", "eden")]
    for place, user in enumerate(users):
        Rating.objects.create(
            player_id=user.pk,
            tempo="S",
            mu=30 - place,
            sigma=2,
            points=1500 - (place // 2) * 10,
            provisional=False,
        )
    Rating.objects.filter(player_id=users[4].pk).update(provisional=True)
    users[3].private = True
    users[3].save()
    board = rating_boards.by_rating("S", me=users[2].pk)
    assert [(line.rank, line.name) for line in board.lines] == [(1, "camille"), (1, "noor"), (3, "sacha")]
    assert board.size == 3 and board.me is not None and board.me.rank == 3


def crowd(points: list[int]) -> list[User]:
    """Players with sure ratings; some are tied, and the last of them stands on no board."""
    users = [new_user(f"joueur{number}") for number in range(len(points))]
    for user, figure in zip(users, points, strict=True):
        Rating.objects.create(player_id=user.pk, tempo="S", mu=25, sigma=2, points=figure, provisional=False)
        MonthWins.objects.create(player_id=user.pk, tempo="S", month=NOVEMBER, wins=figure)
    User.objects.filter(pk=users[-1].pk).update(private=True)
    return users


@pytest.mark.parametrize("wins", [False, True])
def test_boards_are_walked_by_place_both_ways(
    time: Clock, monkeypatch: pytest.MonkeyPatch, wins: bool
) -> None:
    """CASES: who comes in above while somebody reads moves nothing below, so nobody is left out."""
    monkeypatch.setattr(rating_boards, "PAGE_SIZE", 2)
    crowd([15, 14, 14, 14, 14, 3, 9])

    def page(after: Place | None = None, before: Place | None = None) -> Board:
        if wins:
            return rating_boards.by_wins("S", NOVEMBER, after, before)
        return rating_boards.by_rating("S", after, before)

    def seen(board: Board) -> list[tuple[int, int]]:
        return [(line.rank, line.figure) for line in board.lines]

    first = page()
    assert (seen(first), first.size, first.before) == ([(1, 15), (2, 14)], 6, None)
    second = page(first.after)
    third = page(second.after)
    assert (seen(second), seen(third), third.after) == ([(2, 14), (2, 14)], [(2, 14), (6, 3)], None)
    walked = [line.player_id for board in (first, second, third) for line in board.lines]
    assert len(set(walked)) == 6
    assert page(before=third.before).lines == second.lines
    assert page(before=second.before) == first
    late = new_user("late")
    Rating.objects.create(player_id=late.pk, tempo="S", mu=25, sigma=2, points=20, provisional=False)
    MonthWins.objects.create(player_id=late.pk, tempo="S", month=NOVEMBER, wins=20)
    assert [line.player_id for line in page(first.after).lines] == walked[2:4]
    assert seen(page(first.after)) == [(3, 14), (3, 14)]
    assert page(Place(-40, 1)).lines == [] and page(before=Place(99, 1)).lines == []
    ends = [rating_boards.end_of_page("S", number, wins=wins) for number in (1, 2, 3, 4, 99_999)]
    assert [end.player_id if end else None for end in ends] == [walked[0], walked[2], walked[4], None, None]


@pytest.mark.parametrize(
    "text", ["", "a", "1.", ".1", "1.2.3", "1e3.2", "٣.1", "1.-2", "9" * 30 + ".1", "1 .2"]
)
def test_what_names_no_place_of_a_board_is_none(text: str) -> None:
    assert Place.read(text) is None
    assert [Place.read(str(place)) for place in (Place(-40, 7), Place(1520, 1))] == [(-40, 7), (1520, 1)]


def test_ratings_become_sure_after_some_matches(one: Owner, two: Owner) -> None:
    at = clock.now()
    pair = (one.user_id or 0, two.user_id or 0)
    for number in range(60):
        winner = pair[number % 2]
        ratings.record(ratings.Finished(uuid4(), pair, winner, "S", at - timedelta(days=number)))
        if not rating(one).provisional:
            break
    assert 8 <= rating(one).matches <= 20


def test_quick_pairs_the_nearest_of_those_with_the_same_wishes(time: Clock) -> None:
    near, far, other, me = (player(name) for name in ("camille", "noor", "sacha", "lou"))
    for owner, mu in ((near, 27), (far, 40), (me, 26)):
        Rating.objects.create(player_id=owner.user_id, tempo="S", mu=mu, sigma=5)
    assert services.quick(owner=far, wishes=Wishes()) is None
    assert services.quick(owner=other, wishes=Wishes(options="D3S")) is None
    # near and far would be paired by pressing: near waits on other wishes first
    assert services.quick(owner=near, wishes=Wishes(games=3)) is None
    QuickWish.objects.filter(user_id=near.user_id).update(wishes=Wishes().key, strength=27)
    match = services.quick(owner=me, wishes=Wishes())
    assert match is not None
    assert set(match.seats.values_list("user_id", flat=True)) == {near.user_id, me.user_id}
    assert services.quick(owner=me, wishes=Wishes()).pk == match.pk  # type: ignore[union-attr]
    assert services.quick(owner=near, wishes=Wishes()).pk == match.pk  # type: ignore[union-attr]
    assert selectors.lobby(near).paired == match.pk


def test_whoever_no_longer_waits_is_not_paired(one: Owner, two: Owner, time: Clock, visitor: Owner) -> None:
    services.quick(owner=one, wishes=Wishes())
    services.leave_quick(owner=one)
    assert services.quick(owner=two, wishes=Wishes()) is None
    time.tick(minutes=1)
    assert services.quick(owner=one, wishes=Wishes()) is None
    with pytest.raises(MatchRefusal) as refusal:
        services.quick(owner=visitor, wishes=Wishes())
    assert refusal.value.cause == Cause.ACCOUNT
