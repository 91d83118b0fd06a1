"""What the database itself refuses, and what it keeps when others go."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, transaction

from games.play import services
from games.play.models import DealOpening, Game, SiteKey
from games.play.owners import Owner
from tests.play.conftest import do, new_user

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SOMEBODY = UUID(int=1)


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "lost"},
        {"origin": "gift"},
        {"attempt": "third"},
        {"end_reason": "bored"},
        {"visitor": SOMEBODY},
        {"ended_at": NOW},
        {"status": "won"},
        {"status": "won", "ended_at": NOW},
        {"started_at": None},
        {"attempt": ""},
        {"paused": True},
        {"started_at": None, "action_count": 1},
    ],
    ids=str,
)
def test_a_game_that_cannot_be_is_refused_by_the_database(player: Owner, fields: dict) -> None:
    game = services.begin(owner=player, code="KL1-D1N-AAAAAAB")
    do(game, player, "s-w")
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(**fields)


def test_a_second_first_attempt_is_refused_by_the_database(player: Owner) -> None:
    for options in ("D1N", "D3N"):
        game = services.begin(owner=player, code=f"KL1-{options}-AAAAAAB")
        do(game, player, "s-w")
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(attempt="first")


def test_a_second_key_of_the_site_is_refused_by_the_database() -> None:
    SiteKey.objects.create(fingerprint="a" * 64)
    with pytest.raises(IntegrityError), transaction.atomic():
        SiteKey.objects.create(pk=2, fingerprint="b" * 64)


def test_games_and_openings_outlive_the_row_of_their_player(player: Owner) -> None:
    game = services.begin(owner=player, code="KL1-D1N-AAAAAAB")
    do(game, player, "s-w")
    from accounts.models import User

    User.objects.filter(pk=player.user_id).delete()
    game.refresh_from_db()
    assert (game.player_id, game.visitor, game.attempt) == (None, None, "first")
    assert DealOpening.objects.filter(deal=game.deal, user=None).count() == 1


def test_deleting_a_player_touches_nobody_elses_games(player: Owner, other: Owner) -> None:
    for owner in (player, other):
        do(services.begin(owner=owner, code="KL1-D1N-AAAAAAB"), owner, "s-w")
    from accounts.models import User

    User.objects.filter(pk=player.user_id).delete()
    assert Game.objects.get(player_id=other.user_id).attempt == "first"


def test_a_deleted_players_unfinished_game_expires_like_any(player: Owner, time) -> None:
    from games.play.services import sweep

    game = services.begin(owner=player, code="KL1-D1N-AAAAAAB")
    do(game, player, "s-w")
    Game.objects.update(player=None)
    time.at += timedelta(days=15)
    assert sweep.give_up_idle() == 1


def test_two_players_may_have_the_same_form_key_never(player: Owner) -> None:
    key = uuid4()
    services.begin(owner=player, variant="KL", options="D1N", key=key)
    twin = services.begin(owner=player, variant="KL", options="D3N", key=key)
    assert (Game.objects.count(), twin.options) == (1, "D1N")
    assert new_user("noor").games.count() == 0
