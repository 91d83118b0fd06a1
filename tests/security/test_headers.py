"""What goes with every answer: where a page may load from, who may keep it, what its cookies are for."""

import re
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import get_resolver

from tests.house.test_pages import addresses
from tests.security.conftest import World

CSP = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
FEW = ["/", "/regles/", "/compte/login/", "/nowhere/", "/donne/nonsense/", "/partie/x/", "/admin/"]


def policy(answer: Any) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in answer["Content-Security-Policy"].split(";"))
    return {name: value for name, _, value in parts}


@pytest.mark.django_db
@pytest.mark.parametrize("address", FEW)
def test_every_answer_has_the_headers_of_the_site(client: Client, address: str) -> None:
    answer = client.get(address)
    assert policy(answer) == CSP
    assert {name: answer[name] for name in HEADERS} == HEADERS


@pytest.mark.django_db
def test_refusals_have_them_too() -> None:
    client = Client(enforce_csrf_checks=True)
    for answer in (client.post("/nouvelle/", {}), client.get("/", headers={"host": "evil.example"})):
        assert answer.status_code in (400, 403) and answer["X-Content-Type-Options"] == "nosniff"
    assert policy(client.post("/nouvelle/", {})) == CSP


def test_no_page_is_kept_where_several_people_read(world: World) -> None:
    """Every page without arguments, and a player's own."""
    mine = [f"/partie/{world.running.pk}/", f"/partie/{world.ended.pk}/revoir/", f"/match/{world.match.pk}/"]
    mine += [f"/partie/{world.ended.pk}/donnees.txt", "/joueur/camille/", "/admin/accounts/user/"]
    kept = {}
    everywhere = sorted(set(addresses(get_resolver())))
    for role, pages in (("visitor", everywhere), ("player", mine), ("moderator", mine)):
        browser = world.browser(role)
        for address in pages:
            answer = browser.get(address)
            rule = answer.get("Cache-Control", "")
            own = re.search("private|no-store|no-cache", rule) and not re.search("public|s-maxage", rule)
            if answer.status_code == 200 and not own:
                kept[role, address] = rule
    assert kept == {}


def test_no_cache_at_all_keeps_the_account_and_the_staffs_pages(world: World) -> None:
    for address in ("", "email/", "2fa/", "sessions/", "password/change/", "cles/", "login/", "nom/"):
        for prefix in ("/compte/", "/en/compte/"):
            answer = world.browser("player").get(prefix + address)
            assert "no-store" in answer["Cache-Control"], address
    for address in ("", "accounts/user/", f"games/game/{world.ended.pk}/cards/"):
        assert "no-store" in world.browser("moderator").get(f"/admin/{address}")["Cache-Control"], address


@pytest.mark.django_db
def test_a_page_differs_by_its_cookies_and_says_so(client: Client) -> None:
    for address in ("/", "/regles/", "/classements/"):
        assert "Cookie" in client.get(address)["Vary"]


def test_static_files_are_read_by_no_other_site() -> None:
    assert site.WHITENOISE_ALLOW_ALL_ORIGINS is False


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/static/../config/settings.py",
        "/static/..%2f..%2fconfig/settings.py",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/static//etc/passwd",
        "/static/css/../../manage.py",
        "/static/..\\..\\manage.py",
        "/infos/../../../etc/passwd",
        "/regles/klondike/exemples/..%2f..%2fsettings/",
    ],
)
def test_no_path_leads_out_of_the_site(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert b"SECRET_KEY" not in body and b"root:" not in body and b"execute_from_command_line" not in body
