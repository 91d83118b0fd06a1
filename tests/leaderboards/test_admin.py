"""Staff void results and give them back from the admin site; its list counts nothing and is never slow."""

import pytest
from django.contrib.admin import AdminSite
from django.contrib.admin.models import LogEntry
from django.contrib.messages.storage.fallback import FallbackStorage
from django.test import Client, RequestFactory

from accounts.models import User
from leaderboards import selectors
from leaderboards.admin import ResultAdmin
from leaderboards.models import Result
from tests.leaderboards.conftest import GAME, Play, Player

LIST = "/admin/leaderboards/result/"


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("chief", "chief@example.org", "a-long-pass-1"))
    return client


def act(action: str, *results: Result) -> None:
    """Do a staff action on results. On the site `games` refines it, so that the game follows too."""
    request = RequestFactory().post(LIST)
    request.user = User.objects.get(is_superuser=True)
    request.session = {}  # type: ignore[assignment]
    request._messages = FallbackStorage(request)  # type: ignore[attr-defined]
    chosen = Result.objects.filter(pk__in=[result.pk for result in results])
    getattr(ResultAdmin(Result, AdminSite()), action)(request, chosen)


def test_a_voided_run_leaves_its_boards_at_once_and_comes_back(
    staff: Client, player: Player, play: Play
) -> None:
    run = play(player("ada"))
    result = Result.objects.get(run_id=run.run_id)
    act("void_results", result)
    assert selectors.find(GAME).size == 0
    act("restore_results", result)
    assert selectors.find(GAME).size == 1
    assert LogEntry.objects.filter(object_id=result.pk).count() == 2


def test_flagged_runs_are_a_list_and_a_flag_can_be_settled(staff: Client, player: Player, play: Play) -> None:
    run = play(player("ada"), flag="fast")
    play(player("bob"))
    page = staff.get(LIST, {"state": "flagged"}).content.decode()
    assert "ada" in page
    assert "bob" not in page
    act("settle_flags", Result.objects.get(run_id=run.run_id))
    assert "ada" not in staff.get(LIST, {"state": "flagged"}).content.decode()
    assert selectors.find(GAME).size == 2


@pytest.mark.parametrize("term", ["ADA", "kl1-aaaaaab", "run"])
def test_a_result_is_found_by_player_deal_or_run(
    staff: Client, player: Player, play: Play, term: str
) -> None:
    run = play(player("ada"), deal="KL1-AAAAAAB")
    play(player("bob"))
    page = staff.get(LIST, {"q": str(run.run_id) if term == "run" else term}).content.decode()
    assert "ada" in page
    assert ">bob<" not in page


def test_the_list_never_counts_all_rows(
    staff: Client, player: Player, play: Play, django_assert_max_num_queries
) -> None:  # type: ignore[no-untyped-def]
    for _ in range(5):
        play(player())
    with django_assert_max_num_queries(12) as captured:
        assert staff.get(LIST).status_code == 200
    counts = [
        query["sql"]
        for query in captured.captured_queries
        if "COUNT(" in query["sql"] and "leaderboards_result" in query["sql"]
    ]
    assert counts == []


def test_results_cannot_be_made_changed_or_deleted_by_hand(staff: Client, player: Player, play: Play) -> None:
    run = play(player("ada"))
    result = Result.objects.get(run_id=run.run_id)
    assert staff.get(f"{LIST}add/").status_code == 403
    assert staff.post(f"{LIST}{result.pk}/delete/", {"post": "yes"}).status_code == 403
    staff.post(f"{LIST}{result.pk}/change/", {"ranked_score": "99999"})
    result.refresh_from_db()
    assert result.ranked_score == 500


def test_a_player_who_is_no_staff_sees_nothing(client: Client, player: Player) -> None:
    client.force_login(player("ada"))
    assert client.get(LIST).status_code in (302, 403)
