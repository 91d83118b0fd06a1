"""What makes a match of days is said once, to Python and to the database alike."""

import pytest

from games.matches import rows, selectors, services
from games.matches.models import DAY, Limit, Match, Presence, Seat, State, of_days
from games.matches.services import Wishes
from games.matches.services.settle import signs
from games.play.owners import Owner
from tests.matches.conftest import Clock, begun, fresh

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "seconds", "daily"),
    [
        (Limit.TURN, DAY, True),
        (Limit.TURN, 3 * DAY, True),
        (Limit.TURN, DAY - 1, False),
        (Limit.GAME, DAY, False),
        (Limit.NONE, 0, False),
    ],
)
def test_all_who_ask_agree_on_what_a_match_of_days_is(
    kind: Limit, seconds: int, daily: bool, one: Owner, two: Owner, time: Clock
) -> None:
    match = begun(one, two, time, options="D1A")
    Match.objects.filter(pk=match.pk).update(limit_kind=kind, limit_seconds=seconds, deadline=None)
    Presence.objects.all().delete()
    assert fresh(match).daily == daily
    assert Match.objects.filter(of_days()).exists() == daily
    assert Seat.objects.filter(of_days("match__")).exists() == daily
    found = signs(match.pk, 0, time.at)
    assert isinstance(found, rows.Signs) and found.vanished == (not daily)
    assert sum(selectors.turns_waiting(owner) for owner in (one, two)) == daily


def test_a_table_of_days_is_listed_without_its_host(one: Owner, two: Owner) -> None:
    services.create(owner=one, wishes=Wishes(options="D1A", seconds=DAY))
    services.create(owner=one, wishes=Wishes(options="D1A", seconds=60))
    assert [table.daily for table in selectors.lobby(two).tables] == [True]
    assert Match.objects.filter(state=State.OPEN).count() == 2
