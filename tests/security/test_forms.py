"""Forms: no other site sends one, none leads away, none writes what it does not show."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.urls import get_resolver, resolve

from accounts.models import User
from accounts.views import csrf_failure
from games.matches.models import Match
from games.play.models import Game
from tests.accounts.helpers import PASSWORD, log_in, player, sign_up
from tests.security.conftest import World
from tests.security.test_access import addresses, filled

ELSEWHERE = [
    *(
        "https://evil.example/",
        "//evil.example/",
        "///evil.example/",
        "/\\evil.example/",
        "\\\\evil.example/",
    ),
    *(
        "http:evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "https:///evil.example",
        "/\t/evil.example/",
    ),
    *(
        "https://testserver@evil.example/",
        "https://testserver.evil.example/",
        " //evil.example/",
        "ftp://testserver/",
    ),
]


def test_no_address_takes_a_form_without_the_token_of_its_page(world: World, unwritten: None) -> None:
    """Whatever the method that changes something; programs with a key need none, and have no cookies."""
    taken = []
    browser = world.browser("administrator", enforce_csrf_checks=True)
    for name, route in addresses(get_resolver()):
        address = filled(world, name, route)
        for method in ("post", "put", "patch", "delete") if route.startswith("api") else ("post", "delete"):
            answer = getattr(browser, method)(address, content_type="application/json")
            if answer.status_code not in (403, 404, 405):
                taken.append((method, route, answer.status_code))
    assert taken == []


def test_a_token_is_worth_nothing_with_another_browsers_cookie(world: World) -> None:
    thief, victim = (world.browser(role, enforce_csrf_checks=True) for role in ("other", "player"))
    thief.get("/compte/nom/")
    token = thief.cookies[settings.CSRF_COOKIE_NAME].value
    victim.get("/compte/nom/")
    answer = victim.post("/compte/nom/", {"name": "Autre", "csrfmiddlewaretoken": token})
    assert answer.status_code == 403
    assert User.objects.get(pk=world.users["player"].pk).username == "camille"


@pytest.mark.django_db
@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://testserver.evil.example"])
def test_a_form_from_another_origin_is_refused_with_a_token_too(origin: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/compte/login/")
    token = client.cookies[settings.CSRF_COOKIE_NAME].value
    sent = {"game": "klondike", "csrfmiddlewaretoken": token}
    assert client.post("/nouvelle/", sent, headers={"origin": origin}).status_code == 403
    assert client.post("/nouvelle/", sent).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("target", ELSEWHERE)
def test_no_page_leads_to_another_site(client: Client, target: str) -> None:
    player()
    answers = [
        client.post("/compte/langue/", {"language": "en", "next": target}),
        client.post("/i18n/setlang/", {"language": "fr", "next": target}),
        client.post(f"/compte/preferences/?{_query(target)}", {"language": "fr"}),
        client.post("/compte/login/", {"login": "élodie", "password": PASSWORD, "next": target}),
        client.post("/compte/reauthenticate/", {"password": PASSWORD, "next": target}),
        client.post("/compte/logout/", {"next": target}),
        sign_up(Client(), "Paul", "paul@example.org", next=target),
    ]
    for answer in answers:
        assert answer.status_code == 302
        assert answer["Location"].startswith("/") and not answer["Location"].startswith(("//", "/\\")), answer
        assert "evil.example" not in answer["Location"].partition("?")[0]


def _query(target: str) -> str:
    return urlencode({"next": target})


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["//evil.example/", "//evil.example/compte/", "/%5Cevil.example/", "/en//evil.example/"]
)
def test_the_chosen_language_leads_to_no_other_site(client: Client, path: str) -> None:
    client.post("/compte/langue/", {"language": "en", "next": "/"})
    answer = client.get(path, SERVER_NAME="testserver")
    location = answer.get("Location", "/")
    assert location.startswith("/") and not location.startswith(("//", "/\\"))


@pytest.mark.django_db
def test_a_sign_up_writes_a_name_an_address_and_a_password(client: Client) -> None:
    more = dict.fromkeys(
        ("is_staff", "is_superuser", "is_active", "private", "machine_since", "id", "pk"), "1"
    )
    sign_up(client, **more, groups="1", date_joined="2000-01-01", suspended_at="2000-01-01")
    made = User.objects.get(username="Paul")
    assert (made.is_staff, made.is_superuser, made.is_active, made.private) == (False, False, True, False)
    assert made.machine_since is None and made.suspended_at is None and not made.groups.exists()
    assert made.date_joined.year > 2000


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/compte/nom/", "/compte/preferences/", "/compte/email/", "/compte/"])
def test_no_page_of_the_account_writes_rights_or_another_player(client: Client, address: str) -> None:
    elodie, paul = player(), player("Paul", "paul@example.org")
    log_in(client, "élodie")
    kept = User.objects.filter(pk=paul.pk).values().get()
    sent = {
        "is_staff": "1",
        "is_superuser": "1",
        "id": paul.pk,
        "pk": paul.pk,
        "user": paul.pk,
        "player": paul.pk,
    }
    client.post(address, {**sent, "suspension_reason": "x", "renamed_at": "", "username": "x", "folded": "x"})
    elodie.refresh_from_db()
    assert (elodie.username, elodie.is_staff, elodie.is_superuser) == ("Élodie", False, False)
    assert User.objects.filter(pk=paul.pk).values().get() == kept


def test_a_move_carries_no_score_no_time_and_no_card(world: World) -> None:
    more = dict.fromkeys(
        ("score", "ranked_score", "elapsed_ms", "status", "won", "moves", "voided", "player"), "999"
    )
    before = Game.objects.get(pk=world.running.pk)
    sent = {"action": "s-w", "version": before.version, "card": "AS", "started_at": "2000-01-01", **more}
    browser = world.browser("player")
    browser.post(f"/partie/{before.pk}/action/", sent, headers={"HX-Request": "true"})
    after = Game.objects.get(pk=before.pk)
    assert after.version == before.version + 1
    assert (after.score, after.status, after.voided) == (before.score, before.status, False)
    assert after.elapsed_ms < 999_000 and after.started_at == before.started_at


def test_a_table_is_opened_without_a_winner_or_another_host(world: World) -> None:
    sent = {"opponent": "bot", "pace": "S", "draw": "1", "series": "g1", "level": "1"}
    more = {
        "winner": "1",
        "state": "over",
        "total_1": "52",
        "user": world.users["other"].pk,
        "code": "DK1-D1S-AAAAAAB",
    }
    answer = world.browser("player").post("/matchs/nouveau/", {**sent, **more})
    match = Match.objects.get(pk=resolve(answer["Location"]).kwargs["match_id"])
    assert match.winner is None and not match.over and match.total_1 == 0 and match.code != more["code"]
    assert match.seats.get(number=1).user == world.users["player"]


@pytest.mark.django_db
def test_the_pages_of_errors_need_no_database_and_tell_nothing(settings: Any) -> None:
    settings.DEBUG = False
    request = RequestFactory().get("/", headers={"hx-request": "true"})
    request._messages = type("None", (), {"add": lambda *how: None})()  # type: ignore[attr-defined]
    assert csrf_failure(request).content == b""
