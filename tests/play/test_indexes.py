"""Lists stay fast at a million games: each has its index, and an action changes none of them."""

from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.play.models import DealOpening, Game
from games.play.services import sweep
from games.play.services.act import CHANGED

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="other planners look at how much is stored"),
]
NOW = timezone.now()


def games(*conditions: Q, **fields: object) -> QuerySet[Game]:
    return Game.objects.light().filter(*conditions, **fields)


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (lambda: games().order_by("-created_at", "-id")[:100], "game_newest"),
        (lambda: games(player_id=1).order_by("-created_at")[:100], "game_player"),
        (lambda: games(player_id=1).unfinished(), "game_player_unfinished"),
        (lambda: games(player_id=1).finished().order_by("-ended_at", "-id")[:20], "game_player_finished"),
        (lambda: games(visitor=uuid4()).unfinished(), "game_visitor"),
        (lambda: games(deal="KL1-AAAAAAB").order_by("-created_at"), "game_deal"),
        (lambda: games(deal="KL1-AAAAAAB", player_id=1).started(), "game_"),
        (lambda: games(daily_id=7), "game_daily"),
        (lambda: games(variant="RU").order_by("-created_at")[:100], "game_variant"),
        (lambda: games(~Q(flags="")).order_by("-ended_at")[:100], "game_flagged"),
        (lambda: games(key=uuid4()), "game_one_a_form"),
        (
            lambda: games(end_reason="", created_at__lte=NOW).unfinished().order_by("created_at", "pk")[:200],
            "game_unfinished",
        ),
        (
            lambda: games(
                visitor__isnull=False, end_reason=sweep.UNFINISHED[1], created_at__lte=NOW
            ).order_by("created_at", "pk")[:200],
            "game_visitor_old",
        ),
        (
            lambda: games(origin="daily", secret_until__lte=NOW, secret_until__isnull=False).unfinished(),
            "game_",
        ),
        (lambda: DealOpening.objects.filter(deal="KL1-AAAAAAB"), "opening_"),
        (lambda: DealOpening.objects.filter(visitor=uuid4()), "opening_by_visitor"),
    ],
)
def test_a_list_is_read_by_its_index(query, index: str) -> None:
    plan = query().explain()
    assert f"INDEX {index}" in plan, plan


def test_no_index_holds_what_every_action_changes() -> None:
    indexed = {name.lstrip("-") for index in Game._meta.indexes for name in index.fields}
    indexed |= {name for constraint in Game._meta.constraints for name in getattr(constraint, "fields", ())}
    indexed |= {"created_at", "id", "player", "ended_at"}  # those of the indexes by expressions
    assert not indexed & set(CHANGED)
