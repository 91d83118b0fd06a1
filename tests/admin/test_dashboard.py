"""The dashboard, the counts of refusals, and reports of names."""

from datetime import date, timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command
from django.utils import translation

from accounts.models import User
from accounts.services import delete_player
from games.play.models import Game
from games.play.services import begin
from games.staff import selectors, services
from games.staff.charts import day_chart
from games.staff.models import DayFigures, NameReport, RefusalCount
from tests.admin.conftest import user_of
from tests.play.conftest import new_user
from tests.play.test_races import at_once

pytestmark = pytest.mark.django_db


def test_the_dashboard_shows_four_charts_each_with_its_table(administrator, won):
    page = administrator.get("/admin/").text
    assert page.count('<svg role="img"') == 4 and page.count("chart-bars") == 4
    assert " style=" not in page


def test_days_under_a_chart_are_written_as_the_language_writes_them():
    days = [date(2026, 11, 30) - timedelta(days=ago) for ago in range(29, -1, -1)]
    for language, words in (("fr", "28 nov."), ("en", "28 Nov.")):
        with translation.override(language):
            assert words in [mark.words for mark in day_chart("", days, [0] * len(days)).below]


@pytest.mark.parametrize("role", ["editor", "moderator", "administrator"])
def test_each_role_has_its_dashboard(request, role):
    assert request.getfixturevalue(role).get("/admin/").status_code == 200


def test_permissions_are_named_in_the_language_of_the_page(admin_client, other):
    """Django keeps their names in English."""
    for address in (f"/admin/accounts/user/{other.user_id}/change/", "/admin/auth/group/add/"):
        page = admin_client.get(address).text
        assert "Jeux | partie | voir" in page and "Can view" not in page, address


def test_days_that_are_over_are_counted_once(time, player):
    begin(owner=player, variant="KL", options="D1N")
    time.tick(days=1)
    first = selectors.dashboard()
    assert first.games[-2] == 1 and first.games[-1] == 0
    assert DayFigures.objects.count() == selectors.DAYS - 1
    Game.objects.all().delete()
    assert selectors.dashboard().games[-2] == 1


def test_a_refused_action_is_counted_by_day_and_reason(client, time):
    visitor_page = client.post("/nouvelle/", {"game": "klondike", "draw": "1", "marking": "N"})
    game = Game.objects.get()
    assert visitor_page.url == f"/partie/{game.pk}/"
    for _ in range(2):
        client.post(
            f"/partie/{game.pk}/action/", {"action": "w-f", "version": 0}, headers={"HX-Request": "true"}
        )
    client.post(
        f"/partie/{game.pk}/action/", {"action": "nonsense", "version": 0}, headers={"HX-Request": "true"}
    )
    counts = dict(RefusalCount.objects.values_list("reason", "count"))
    assert counts == {"empty_pile": 2, "unreadable": 1}
    assert selectors.dashboard().refusals[-1] == 3


@pytest.mark.django_db(transaction=True)
def test_refusals_at_the_same_moment_are_all_counted():
    answers = at_once(8, lambda number: services.count_refusal("wrong_rank"))
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert RefusalCount.objects.get().count == 8


def test_a_name_is_reported_once_and_settled_by_the_staff(client, moderator, other):
    rude = new_user("vilain")
    client.force_login(User.objects.get(pk=other.user_id))
    for _ in range(2):
        assert client.post("/signaler/vilain/", {"text": "Grossier"}).status_code == 302
    report = NameReport.objects.get()
    assert report.player == rude and report.text == "Grossier"
    assert "vilain" in moderator.get("/admin/games/namereport/").text
    moderator.post("/admin/games/namereport/", {"action": "settle", "_selected_action": [report.pk]})
    report.refresh_from_db()
    assert report.settled_by == user_of(moderator)
    assert LogEntry.objects.get().change_message == "Settled."
    assert "vilain" not in moderator.get("/admin/games/namereport/").text
    client.post("/signaler/vilain/", {"text": "Encore"})
    assert NameReport.objects.count() == 2


def test_a_deleted_players_name_leaves_the_reports(other):
    reporter, rude = User.objects.get(pk=other.user_id), new_user("vilain")
    services.report_name(player=rude, reporter=reporter, text="Grossier")
    services.report_name(player=reporter, reporter=rude, text="Lui aussi")
    delete_player(rude)
    assert [(report.name, report.reporter) for report in NameReport.objects.all()] == [("noor", None)]


def test_a_deleted_players_name_leaves_the_staffs_log(administrator, other):
    player = User.objects.get(pk=other.user_id)
    page = f"/admin/accounts/user/{player.pk}"
    administrator.post(f"{page}/warn/do/", {"text": "Noor, be kind."})
    administrator.post(f"{page}/rename/do/", {"name": "Noor-bis"})
    administrator.post(f"{page}/delete/", {"post": "yes"})
    log = list(LogEntry.objects.order_by("pk").values_list("change_message", "object_repr"))
    assert [message for message, _shown in log[:2]] == ["Warned.", "Renamed."] and len(log) == 3
    assert "noor" not in str(log).lower()


def test_visitors_do_not_report_and_nobody_reports_nobody(client, other):
    assert client.get("/signaler/noor/").status_code == 302
    client.force_login(User.objects.get(pk=other.user_id))
    assert client.get("/signaler/personne/").status_code == 404


def test_seed_demo_is_refused_outside_development(settings):
    settings.DEBUG = False
    with pytest.raises(CommandError, match="DEBUG"):
        call_command("seed_demo", players=1)
    assert not User.objects.exists()


def test_seed_demo_plays_through_the_services(settings, monkeypatch):
    from games.staff import demo

    settings.DEBUG = True
    monkeypatch.setattr(demo, "DAILY_DAYS", 1)
    monkeypatch.setattr(demo, "GAMES_EACH", 1)
    call_command("seed_demo", players=2, seed=3, verbosity=0)
    assert User.objects.count() == 2
    games = Game.objects.filter(player__isnull=False)
    assert games.exists() and all(game.over and game.started_at for game in games)
    assert all(game.flags == "" and game.elapsed_ms >= 700 * game.moves for game in games)
    assert len(selectors.dashboard().days) == selectors.DAYS
    assert games.latest("created_at").created_at - games.earliest("created_at").created_at > timedelta(
        hours=1
    )
