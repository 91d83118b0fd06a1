"""The bankroll counts a Vegas game as it stands, from its first action on, left or still on the table."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import tokens
from accounts.models import User
from accounts.token_models import Scope
from games.play import services
from games.play.models import Game
from games.play.owners import Owner
from games.play.services.progress import tell_progress
from leaderboards.models import Result
from tests.play.conftest import Clock, play_all, shortest_win

pytestmark = pytest.mark.django_db
LINE = shortest_win("KL1-D1V")
BOARD = "/classements/KL-D1V/?periode=toujours&par=cagnotte"


@pytest.fixture
def open_table(player: Owner, drawn: Callable[..., None], time: Clock) -> Game:
    """A game with three cards up, whose player has not left the table."""
    drawn(LINE["code"][-7:])
    game = services.begin(owner=player, variant="KL", options="D1V")
    play_all(game, player, _first_tokens(), time)
    game.refresh_from_db()
    assert game.ranked_score == -37
    return game


def _first_tokens() -> list[str]:
    """The line until its third card goes up."""
    tokens = LINE["actions"].split()
    ups = [index for index, token in enumerate(tokens) if "-f" in token]
    return tokens[: ups[2] + 1]


def _page(client: Client, player: Owner, address: str) -> str:
    client.force_login(User.objects.get(pk=player.user_id))
    return client.get(address).content.decode()


@pytest.mark.parametrize("address", [BOARD, "/statistiques/"])
def test_its_player_sees_the_game_on_the_table_in_it(
    client: Client, player: Owner, open_table: Game, address: str
) -> None:
    assert Result.objects.get().ranked_score < -37
    assert "-$37" in _page(client, player, address)


@pytest.mark.parametrize(
    "address", ["/api/v1/me/statistics/?game=KL-D1V", "/api/v1/boards/KL-D1V/?bankroll=true"]
)
def test_so_do_programs(client: Client, player: Owner, open_table: Game, address: str) -> None:
    key = tokens.make(User.objects.get(pk=player.user_id), name="k", scope=Scope.READ)[1]
    answer = client.get(address, headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 200
    assert "-37" in answer.content.decode()


def test_nothing_is_locked_or_written_where_nothing_has_moved(player: Owner, open_table: Game) -> None:
    assert player.user_id is not None
    tell_progress(user_id=player.user_id)
    with CaptureQueriesContext(connection) as asked:
        tell_progress(user_id=player.user_id)
    assert len(asked) == 2
    assert all(query["sql"].startswith("SELECT") and "FOR UPDATE" not in query["sql"] for query in asked)


def test_a_visitor_reads_the_bankroll_too(client: Client, open_table: Game) -> None:
    assert client.get(BOARD).status_code == 200
