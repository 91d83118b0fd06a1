"""A visitor's games pass to the account: at sign-up as they are, at a later login as practice."""

from collections.abc import Callable
from uuid import UUID

import pytest
from allauth.account.signals import user_signed_up
from django.test import Client, RequestFactory

from games.play import deals, services
from games.play.models import Attempt, Game, Status
from games.play.owners import SESSION_KEY, Owner
from games.play.services import transfer
from games.play.services.ranking import Standing
from leaderboards.models import Result
from tests.play.conftest import begin_drawn, do, new_user, play_all, shortest_win, win, win_drawn

pytestmark = pytest.mark.django_db


@pytest.fixture
def window() -> Client:
    """A browser whose session is a visitor's."""
    client = Client()
    session = client.session
    session[SESSION_KEY] = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
    session.save()
    return client


def visitor_of(window: Client) -> Owner:
    return Owner(visitor=UUID(window.session[SESSION_KEY]))


def begin_to_win(owner: Owner, drawn: Callable[..., None]) -> tuple[Game, list[str]]:
    """A drawn deal just begun, and the actions that win it."""
    line = shortest_win("RU1-C")
    return begin_drawn(owner, line, drawn), line["actions"].split()


def sign_up(window: Client, name: str = "camille") -> Owner:
    """Sign up as allauth does: the signal of the new account, then a login in the same session."""
    user = new_user(name)
    request = RequestFactory().post("/")
    request.session = window.session
    user_signed_up.send(sender=type(user), request=request, user=user)
    request.session.save()
    window.force_login(user)
    return Owner(user_id=user.pk)


def test_at_sign_up_all_games_pass_as_they_are_lost_ones_too(window, drawn, time, submitted) -> None:
    visitor = visitor_of(window)
    won = win_drawn(visitor, shortest_win("RU1-C"), drawn, time)
    lost = services.begin(owner=visitor, code="KL1-D1V-AAAAAAB")
    do(lost, visitor, "s-w")
    services.give_up(game_id=lost.pk, owner=visitor)
    under_way = services.begin(owner=visitor, code="KL1-D1N-AAAAAAC")
    do(under_way, visitor, "s-w")
    untouched = services.begin(owner=visitor, code="KL1-D1N-AAAAAAD")

    player = sign_up(window)

    games = {game.pk: game for game in Game.objects.all()}
    assert {game.player_id for game in games.values()} == {player.user_id}
    assert {game.visitor for game in games.values()} == {None}
    assert games[won.pk].standing == Standing.COUNTS
    assert games[lost.pk].on_deal_board
    assert [games[game.pk].attempt for game in (won, lost, under_way, untouched)] == ["first"] * 3 + [""]
    assert {(run.run_id, run.ended_at) for run in submitted} == {
        (won.pk, won.ended_at),
        (lost.pk, games[lost.pk].ended_at),
    }
    assert Result.objects.filter(player_id=player.user_id).count() == 3


def test_what_the_visitor_was_shown_is_from_then_on_the_accounts(window, drawn, time) -> None:
    visitor = visitor_of(window)
    game, tokens = begin_to_win(visitor, drawn)
    for token in tokens[:3]:
        do(game, visitor, token)
    player = sign_up(window)
    for token in tokens[3:]:
        do(game, player, token)
    game.refresh_from_db()
    assert game.standing == Standing.COUNTS
    assert not deals.opened_by_others(game.deal, player.user_id, until=time.at)


def test_a_deal_that_others_had_opened_before_the_visitors_end_does_not_count(
    window, drawn, time, other
) -> None:
    visitor = visitor_of(window)
    game, tokens = begin_to_win(visitor, drawn)
    services.begin(owner=other, code=game.code)
    for token in tokens:
        do(game, visitor, token)
    sign_up(window)
    game.refresh_from_db()
    assert (game.standing, game.on_deal_board) == (Standing.OPENED, True)


def test_at_a_later_login_games_pass_as_practice(window, drawn, time, submitted) -> None:
    user = new_user("camille")
    visitor = visitor_of(window)
    won = win_drawn(visitor, shortest_win("RU1-C"), drawn, time)
    untouched = services.begin(owner=visitor, code="KL1-D1N-AAAAAAD")
    window.force_login(user)
    won.refresh_from_db()
    assert (won.player_id, won.attempt) == (user.pk, Attempt.PRACTICE)
    assert (won.standing, won.on_game_board, won.on_deal_board) == (Standing.PRACTICE, False, False)
    assert [(run.practice, run.global_ok, run.deal_first) for run in submitted] == [(True, False, False)]
    player = Owner(user_id=user.pk)
    assert do(untouched, player, "s-w").game.attempt == Attempt.PRACTICE


def test_a_deal_played_as_a_visitor_is_practice_for_the_account_afterwards(window, time) -> None:
    user = new_user("camille")
    win(visitor_of(window), shortest_win("RU1-C"), time)
    window.force_login(user)
    again = win(Owner(user_id=user.pk), shortest_win("RU1-C"), time)
    assert again.attempt == Attempt.PRACTICE


def test_a_login_in_another_window_does_not_hide_that_the_deal_was_opened_there(window, drawn, time) -> None:
    """A player who looks at his own drawn deal as a visitor, then logs in there, leaves the game's board."""
    user = new_user("camille")
    player = Owner(user_id=user.pk)
    game, tokens = begin_to_win(player, drawn)
    services.begin(owner=visitor_of(window), code=game.code)
    window.force_login(user)
    for token in tokens:
        do(game, player, token)
    game.refresh_from_db()
    assert game.standing == Standing.OPENED


def test_games_pass_once_and_the_session_forgets_its_visitor(window) -> None:
    services.begin(owner=visitor_of(window), code="KL1-D1N-AAAAAAB")
    sign_up(window)
    assert SESSION_KEY not in window.session
    window.logout()
    window.force_login(new_user("noor"))
    assert Game.objects.get().player.username == "camille"


def test_games_begun_between_sign_up_and_first_login_pass_as_they_are(window) -> None:
    user = new_user("camille")
    request = RequestFactory().post("/")
    request.session = window.session
    user_signed_up.send(sender=type(user), request=request, user=user)
    request.session[SESSION_KEY] = "6f9619ff-8b86-4d01-b42d-00cf4fc964fe"
    request.session.save()
    visitor = visitor_of(window)
    game = services.begin(owner=visitor, code="KL1-D1N-AAAAAAB")
    do(game, visitor, "s-w")
    window.force_login(user)
    game.refresh_from_db()
    assert (game.player_id, game.attempt) == (user.pk, Attempt.FIRST)


def test_a_deal_the_account_has_before_it_untouched_is_not_doubled(window) -> None:
    user = new_user("camille")
    mine = services.begin(owner=Owner(user_id=user.pk), code="KL1-D1N-AAAAAAB")
    services.begin(owner=visitor_of(window), code="KL1-D1N-AAAAAAB")
    window.force_login(user)
    assert [game.pk for game in Game.objects.all()] == [mine.pk]


def test_a_first_attempt_stays_the_only_one_even_if_a_sign_up_is_told_twice(visitor, player) -> None:
    mine = services.begin(owner=player, code="KL1-D1N-AAAAAAB")
    do(mine, player, "s-w")
    theirs = services.begin(owner=visitor, code="KL1-D1N-AAAAAAB")
    do(theirs, visitor, "s-w")
    transfer.pass_at_sign_up(visitor=visitor.visitor, user_id=player.user_id)
    attempts = Game.objects.order_by("created_at").values_list("attempt", flat=True)
    assert list(attempts) == [Attempt.FIRST, Attempt.PRACTICE]


def test_an_action_from_the_old_table_is_made_on_an_old_version(visitor, player) -> None:
    game = services.begin(owner=visitor, code="KL1-D1N-AAAAAAB")
    do(game, visitor, "s-w")
    transfer.pass_at_login(visitor=visitor.visitor, user_id=player.user_id)
    outcome = services.act(game_id=game.pk, owner=player, token="s-w", version=1)
    assert outcome.stale
    assert outcome.game.status == Status.PLAYING


def test_what_a_visitor_looked_up_before_the_first_login_takes_a_run_off_the_games_board(
    window, drawn, time
) -> None:
    """Signed up, the address not confirmed: the deal under way is played again by a visitor in between."""
    visitor = visitor_of(window)
    game, (first, *rest) = begin_to_win(visitor, drawn)
    do(game, visitor, first)
    user = new_user("camille")
    transfer.pass_at_sign_up(visitor=visitor.visitor, user_id=user.pk)
    between = Owner(visitor=UUID("11111111-8b86-4d01-b42d-00cf4fc964ff"))
    do(services.begin(owner=between, code=game.code), between, first)
    transfer.pass_at_sign_up(visitor=between.visitor, user_id=user.pk)
    play_all(game, Owner(user_id=user.pk), rest, time)
    game.refresh_from_db()
    assert (game.won, game.standing, game.on_game_board) == (True, Standing.OPENED, False)
