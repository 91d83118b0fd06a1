"""What the staff see and do: find a match by player or code, void it, settle a report."""

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import MODERATORS
from games.matches import render, selectors, services
from games.matches.models import Match, MatchEvent, MatchGame, Rated, Reason, Report, State
from games.play.owners import Owner
from tests.matches.conftest import Clock, begun, do, fresh, new_user, seated

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(client: Client) -> Client:
    user = new_user("modo")
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.groups.add(Group.objects.get(name=MODERATORS))
    client.force_login(User.objects.get(pk=user.pk))
    return client


def test_a_match_is_found_by_player_and_by_code(
    moderator: Client, one: Owner, two: Owner, time: Clock
) -> None:
    match = begun(one, two, time)
    code = match.code
    do(match, 1, "s-w")
    do(match, 1, "resign")
    other = begun(one, Owner(user_id=new_user("sacha").pk), time)
    url = reverse("admin:games_match_changelist")
    for term in (code, match.code.lower(), "Noor", str(match.pk)):
        page = moderator.get(url, {"q": term}).content.decode()
        assert str(match.pk) in page and str(other.pk) not in page, term
    page = moderator.get(reverse("admin:games_match_change", args=[match.pk])).content.decode()
    assert code in page and "/s-w" in page and "resign" in page
    running = moderator.get(reverse("admin:games_match_change", args=[other.pk])).content.decode()
    assert other.code not in running
    page = moderator.get(url, {"q": other.code}).content.decode()
    assert str(other.pk) in page and str(match.pk) not in page


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a plan for so few rows says nothing elsewhere")
def test_a_match_is_looked_up_by_indexes_of_codes(db: None) -> None:
    shown = admin.site._registry[Match]
    found, _distinct = shown.get_search_results(HttpRequest(), Match.objects.all(), "DK1-D1S-AAAAAAB")
    plan = found.explain()
    assert "match_code" in plan and "matchgame_code" in plan


def test_a_moderator_voids_a_match(moderator: Client, one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    do(match, 1, "resign")
    url = reverse("admin:games_match_changelist")
    data = {"action": "void", "_selected_action": [str(match.pk)]}
    page = moderator.post(url, data, follow=True).content.decode()
    assert "dites pourquoi" in page and fresh(match).state == State.OVER
    moderator.post(url, {**data, "why": "Deux comptes d’une même personne"})
    assert fresh(match).state == State.VOID
    logged = LogEntry.objects.get(object_id=str(match.pk))
    assert "Deux comptes d’une même personne" in logged.change_message
    line = MatchEvent.objects.get(match=match, kind="void")
    assert line.note == "Deux comptes d’une même personne"


def test_players_read_why_their_match_is_void(one: Owner, two: Owner, time: Clock) -> None:
    """Under way it ends as it stands, and what was played is kept; before it began there is nothing."""
    match = begun(one, two, time)
    do(match, 1, "s-w")
    services.void(match_id=match.pk, why="Triche avérée")
    now = fresh(match)
    assert (now.state, now.reason, now.rated, now.winner) == (State.VOID, Reason.STAFF, Rated.VOID, None)
    assert MatchGame.objects.get(match=match).actions.split()[0].endswith("s-w")
    for match_id, owner in ((match.pk, one), (match.pk, two), (match.pk, Owner())):
        html = render.draw_match(selectors.match_for(match_id, owner))
        assert "L’équipe du site a annulé ce match." in html
        assert "La raison donnée\u00a0: Triche avérée" in html
    unplayed = seated(one, two)
    services.void(match_id=unplayed.pk, why="Nom injurieux")
    html = render.draw_match(selectors.match_for(unplayed.pk, one))
    assert "La raison donnée\u00a0: Nom injurieux" in html


def test_a_report_is_read_and_settled(moderator: Client, one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    services.say(match_id=match.pk, owner=one, phrase="luck")
    services.report(match_id=match.pk, owner=two, note_text="vilain")
    url = reverse("admin:games_report_changelist")
    page = moderator.get(url).content.decode()
    assert "vilain" in page and "camille" in page
    moderator.post(url, {"action": "settle", "_selected_action": [str(Report.objects.get().pk)]})
    assert Report.objects.get().handled_at is not None
    assert "vilain" not in moderator.get(url).content.decode()
