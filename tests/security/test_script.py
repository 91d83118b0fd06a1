"""Whatever somebody writes where others read it stays words: no tag, no attribute, no address of a script."""

import json
import re
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.test import Client
from django.urls import get_resolver

from accounts import services
from games.content.markdown import render
from games.content.models import Announcement, Example, Page
from games.matches import services as matches
from games.matches.models import ChatLine, Match, Report
from games.staff.models import NameReport
from leaderboards.models import Result
from tests.accounts.helpers import PASSWORD, player, sign_up
from tests.security.conftest import World
from tests.security.test_access import addresses, filled

EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(2)></script><script>alert(3)</script>"
LIVE = re.compile(r"<script>alert|<img src=x|onerror=alert\(\d\)>", re.IGNORECASE)
NAMES = [
    "<b>x</b>",
    'a"b',
    "a'b",
    "a<b",
    "a&b",
    "a`b",
    "{{7*7}}",
    "%3Cscript%3E",
    "a\u202eb",
    "a\nb",
    "../a",
    "a/b",
]


def pages_of(world: World) -> list[tuple[str, str]]:
    """Every page of the site as a player reads it, and of the admin site as an administrator does."""
    found = []
    browsers = {staff: world.browser("administrator" if staff else "player") for staff in (True, False)}
    for name, route in addresses(get_resolver()):
        if not route.startswith("api") and not name.endswith(("_add", "_delete")):
            answer = browsers[route.startswith("admin/")].get(filled(world, name, route))
            if answer.status_code == 200 and "html" in answer.get("Content-Type", ""):
                found.append((route, answer.text))
    return found


def write_everywhere(world: World) -> None:
    """Put the text wherever the site keeps what people write, past what forms refuse."""
    camille, noor = world.users["player"], world.users["other"]
    services.warn(camille, text=EVIL, by=world.users["moderator"])
    NameReport.objects.update(text=EVIL, name=EVIL[:60])
    said = json.dumps([{"seat": 1, "phrase": "", "text": EVIL}])
    Report.objects.update(note=EVIL, conversation=said)
    for match in Match.objects.all():
        ChatLine.objects.create(match=match, seat=1, phrase="", text=EVIL, at=match.created_at)
    Match.objects.update(void_note=EVIL)
    Result.objects.update(voided_reason=EVIL[:40], flag=EVIL[:40])
    LogEntry.objects.log_actions(
        world.users["moderator"].pk, [camille], 2, change_message=EVIL, single_object=True
    )
    LogEntry.objects.update(object_repr=EVIL)
    UserSession.objects.filter(user=camille).update(user_agent=EVIL)
    texts = {"title_fr": EVIL[:120], "title_en": EVIL[:120]}
    for page in Page.objects.all():
        for name, value in {**texts, "summary_fr": EVIL, "body_fr": EVIL, "body_en": EVIL}.items():
            setattr(page, name, value)
        page.save()
    Announcement(text_fr=EVIL, text_en=EVIL).save()
    Example.objects.update(**texts, text_fr=EVIL, text_en=EVIL, notes_fr=EVIL)
    world.passkey.data["name"] = EVIL
    world.passkey.save()
    noor.groups.create(name=EVIL)
    camille.suspension_reason = EVIL
    camille.save()


def test_no_page_runs_what_somebody_wrote(world: World) -> None:
    write_everywhere(world)
    live, met = [], 0
    for where, text in pages_of(world):
        met += "&lt;script&gt;alert" in text
        live += [where] if LIVE.search(text) else []
    assert live == []
    assert met > 20, "the text stands on many pages, as words"


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_a_name_holds_no_sign_that_means_anything_to_a_page(client: Client, name: str) -> None:
    assert "errorlist" in sign_up(client, name).text
    elodie = player()
    client.force_login(elodie, backend="django.contrib.auth.backends.ModelBackend")
    assert "errorlist" in client.post("/compte/nom/", {"name": name}).text
    elodie.refresh_from_db()
    assert elodie.username == "Élodie"


@pytest.mark.parametrize(
    "text",
    [
        EVIL,
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](java&#115;cript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "[x](vbscript:x)",
        "![x](https://evil.example/x.png)",
        '<https://evil.example/" onmouseover="alert(1)>',
        '<a href="javascript:alert(1)">x</a>',
        "[x]: javascript:alert(1)\n\n[x]",
        "## <img src=x onerror=alert(2)>",
        '[x](https://a.example "\\" onclick=alert(1) ")',
        "<style>body{display:none}</style>",
        "<iframe src=//evil.example></iframe>",
        "| a |\n|:-:|\n| <svg onload=alert(1)> |",
        '[[example:"><script>alert(1)</script>]]',
    ],
)
def test_markdown_comes_out_without_script_style_or_foreign_pictures(text: str) -> None:
    html = render(text).lower()
    tags = re.findall(r"<([a-z0-9]+)([^>]*)>", html)
    known = {"a", "p", "h2", "h3", "table", "thead", "tbody", "tr", "th", "td", "em", "strong", "code", "br"}
    assert {tag for tag, _ in tags} <= known
    for tag, attributes in tags:
        names = set(re.findall(r"([a-z-]+)=\"", re.sub(r'"[^"]*"', '""', attributes).replace('=""', '="')))
        assert names <= {"href", "title", "id", "class", "rel", "start"}, (tag, attributes)
        assert not re.search(r'href="\s*(?!https?:|mailto:|#|/)[a-z]+:', attributes)


@pytest.mark.parametrize(
    "address",
    [
        "/joueur/{}/",
        "/classements/{}/",
        "/classements/donne/{}/",
        "/donne/{}/",
        "/code/?code={}",
        "/jouer/{}/",
        "/regles/{}/",
        "/infos/{}/",
        "/nowhere/{}",
        "/match/rejoindre/{}/",
        "/matchs/nouveau/?nom={}&contre=invited",
        "/compte/login/?next={}",
        "/compte/preferences/?next={}",
        "/nouvelle/?game={}",
        "/defi/?mois={}",
        "/?x={}",
        "/en/{}",
    ],
)
@pytest.mark.django_db
def test_no_page_says_back_what_an_address_holds(client: Client, address: str) -> None:
    answer = client.get(address.format("%22%27%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"), follow=True)
    assert answer.status_code in (200, 404, 422) and not LIVE.search(answer.text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("/compte/login/", {"login": EVIL, "password": EVIL}),
        ("/compte/signup/", {"username": EVIL, "email": EVIL, "password1": EVIL}),
        ("/compte/password/reset/", {"email": EVIL}),
        ("/code/", {"code": EVIL}),
        ("/nouvelle/", {"game": EVIL, "options": EVIL}),
        ("/matchs/nouveau/", {"opponent": EVIL, "invited": EVIL, "typed_code": EVIL, "pace": EVIL}),
        ("/compte/preferences/", {"theme": EVIL, "language": EVIL}),
        ("/compte/langue/", {"language": EVIL, "next": EVIL}),
        ("/joueur/x/bloquer/", {"do": EVIL}),
    ],
)
def test_no_form_says_back_what_was_typed_into_it(client: Client, address: str, data: Any) -> None:
    answer = client.post(address, data, follow=True)
    assert answer.status_code < 500 and not LIVE.search(answer.text)


def test_the_admin_site_says_back_no_search(world: World) -> None:
    browser = world.browser("administrator")
    for page in ("accounts/user", "games/game", "games/match", "leaderboards/result", "games/page"):
        answer = browser.get(f"/admin/{page}/", {"q": EVIL, "state": EVIL, "o": EVIL, "p": EVIL}, follow=True)
        assert answer.status_code == 200 and not LIVE.search(answer.text), page


def test_what_is_said_at_a_table_arrives_as_words(world: World) -> None:
    for role, seat in (("player", 1), ("opponent", 2)):
        matches.want_words(match_id=world.match.pk, owner=world.owner(role))
        assert seat
    line = matches.say(match_id=world.match.pk, owner=world.owner("player"), text=EVIL)
    assert "<script>" in line.text, "stored as it was written"
    page = world.browser("opponent").get(f"/match/{world.match.pk}/").text
    assert "&lt;script&gt;" in page and not LIVE.search(page)


@pytest.mark.django_db
def test_a_mail_is_plain_text_to_one_address(client: Client) -> None:
    sign_up(client)
    client.post("/compte/password/reset/", {"email": "paul@example.org"}, HTTP_USER_AGENT=EVIL)
    for message in mail.outbox:
        assert not getattr(message, "alternatives", []) and message.content_subtype == "plain"
        assert len(message.to) == 1 and "\n" not in message.subject and PASSWORD not in message.body
