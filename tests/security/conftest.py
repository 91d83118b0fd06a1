"""A small site with everything on it, and a browser for each of those who may come."""

import functools
import gc
import json
import logging
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.template.base import Template
from django.test import Client
from django.utils.safestring import SafeString

from accounts import services as accounts
from accounts import tokens
from accounts.models import StaffWarning, User
from accounts.roles import ADMINISTRATORS, EDITORS, MODERATORS
from accounts.token_models import AccessToken
from games.content.models import Announcement, Example, Page
from games.content.services import read_examples
from games.daily import services as daily
from games.daily.models import DailyDeal, ProgrammeEntry
from games.matches import services as matches
from games.matches.models import Match, Report
from games.play import clock
from games.play.models import Game
from games.play.owners import Owner
from games.play.services import begin, give_up
from games.staff.models import NameReport
from games.staff.services import report_name
from leaderboards.models import Result
from tests.admin.conftest import in_role
from tests.basics import Clock, new_user, time
from tests.daily.conftest import TODAY, store_day
from tests.matches.conftest import begun
from tests.matches.conftest import do as do_at_match
from tests.play.conftest import do, drawn
from tests.security.authenticator import SoftPasskey

__all__ = ["drawn", "time"]
ROLES = ("visitor", "player", "other", "editor", "moderator", "administrator")
"""A passer-by; whose the objects are; a player who has no part in them; the three roles of the staff."""


@dataclass
class World:
    """What there is, and who: ``browser`` makes a fresh browser with a role's session."""

    users: dict[str, User]
    sessions: dict[str, str]
    running: Game
    ended: Game
    match: Match
    over: Match
    linked: Match
    daily: DailyDeal
    page: Page
    passkey: Authenticator
    key: AccessToken
    key_text: str

    def browser(self, role: str, **more: Any) -> Client:
        client = Client(raise_request_exception=False, **more)
        if role in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        return client

    def owner(self, role: str) -> Owner:
        return Owner(user_id=self.users[role].pk)


def played(owner: Owner, *, end: bool = False) -> Game:
    """A game of two draws, perhaps given up."""
    game = begin(owner=owner, variant="KL", options="D1N")
    for _ in range(2):
        do(game, owner, "s-w")
    if end:
        give_up(game_id=game.pk, owner=owner)
    return Game.objects.get(pk=game.pk)


def words(camille: User) -> Page:
    """Pages of words, an example and an announcement; return the page of the site."""
    for kind in (Page.Kind.RULES, Page.Kind.ADVICE, Page.Kind.QUESTIONS):
        name = {"slug": f"klondike-{kind}", "title_fr": kind, "title_en": kind}
        Page.objects.create(**name, kind=kind, game="klondike", body_fr="Un mot.", body_en="A word.")
    values = next(values for values in read_examples() if values["slug"] == "klondike-dame")
    Example.objects.create(**values)
    Announcement.objects.create(text_fr="Bonjour.", text_en="Hello.")
    site = {"slug": "contact", "title_fr": "Contact", "title_en": "Contact"}
    return Page.objects.create(**site, kind=Page.Kind.SITE, body_fr="Un mot.", body_en="A word.")


def seen_by_staff(camille: User, noor: User, over: Match) -> None:
    """A warning, a reported name, a reported conversation."""
    accounts.warn(camille, text="Restez courtois.", by=None)
    report_name(player=camille, reporter=noor, text="Grossier")
    matches.report(match_id=over.pk, owner=Owner(user_id=camille.pk), note_text="Vilain")


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[World, datetime]]:
    """The site and the moment at which it stands so: built once a file, in a transaction taken back."""
    moved = Clock()
    with django_db_blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clock, "now", moved)
            made = build(moved)
        yield made, moved.at
        transaction.set_rollback(True)


@pytest.fixture
def world(built: tuple[World, datetime], db: None, time: Clock, monkeypatch: pytest.MonkeyPatch) -> World:
    """The site, as it was built; what a test does to it is taken back too."""
    monkeypatch.setattr(daily, "draw_winnable", lambda *how: None)  # nobody waits for a deal here
    time.at = built[1]
    return deepcopy(built[0])


def build(time: Clock) -> World:
    """Make everything there is."""
    users, sessions = {}, {}
    for name, role in (("redaction", EDITORS), ("arbitre", MODERATORS), ("chef", ADMINISTRATORS)):
        client = in_role(f"{name}-essai", role)
        key = {EDITORS: "editor", MODERATORS: "moderator", ADMINISTRATORS: "administrator"}[role]
        users[key] = User.objects.get(username=f"{name}-essai")
        sessions[key] = client.cookies[settings.SESSION_COOKIE_NAME].value
    for key, name in (("player", "camille"), ("other", "noor"), ("opponent", "sacha")):
        users[key] = new_user(name)
        client = Client()
        client.force_login(users[key], backend="django.contrib.auth.backends.ModelBackend")
        sessions[key] = client.cookies[settings.SESSION_COOKIE_NAME].value
    one, two = (Owner(user_id=users[key].pk) for key in ("player", "opponent"))
    store_day(TODAY)
    daily.store_default_programme()
    over = begun(one, two, time)
    do_at_match(over, 1, "resign")
    seen_by_staff(users["player"], users["other"], over)
    credential = json.loads(SoftPasskey().register({"publicKey": {"challenge": "AAAA"}}))
    key, key_text = tokens.make(users["player"], name="essai", scope="play")
    return World(
        users=users,
        sessions=sessions,
        running=played(one),
        ended=played(one, end=True),
        over=over,
        match=begun(one, two, time),
        linked=matches.create(owner=two, wishes=matches.Wishes(), visibility="link"),
        daily=DailyDeal.objects.get(variant="RU"),
        page=words(users["player"]),
        passkey=Authenticator.objects.create(
            user=users["player"], type="webauthn", data={"name": "Clé", "credential": credential}
        ),
        key=key,
        key_text=key_text,
    )


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pages that say nothing, and no log: who may come in is decided before, and three thousand are asked."""
    monkeypatch.setattr(Template, "render", lambda *how: SafeString(""))
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
    # Nor is anything kept that was drawn of such pages: other tests would be given it.
    for kept in gc.get_objects():
        if type(kept) is functools._lru_cache_wrapper and kept.__module__.startswith("games."):
            kept.cache_clear()


def arguments(world: World, name: str) -> dict[str, Any]:
    """Return real objects for the arguments of the address called ``name``, by the arguments' names."""
    short = name.removeprefix("admin:")
    of_the_name: dict[str, dict[str, Any]] = {
        "accounts_user_act": {"pk": world.users["player"].pk, "action": "warn"},
        "games_dailydeal_replace": {"pk": world.daily.pk},
        "games_dailydeal_cards": {"pk": world.daily.pk},
        "mfa_remove_webauthn": {"pk": world.passkey.pk},
        "mfa_edit_webauthn": {"pk": world.passkey.pk},
        "games:replay": {"game_id": world.ended.pk},
        "games:record": {"game_id": world.ended.pk},
        "games:match_replay": {"match_id": world.over.pk},
        "api:record": {"game_id": world.ended.pk},
        "api:match_record": {"match_id": world.over.pk},
        "accounts:key_revoke": {"key_id": world.key.pk},
        "daily:play": {"pk": world.daily.pk},
        "content:info": {"slug": "contact"},
    }
    row = _row_of(world, short)
    return {
        "game_id": world.running.pk,
        "match_id": world.match.pk,
        "number": 1,
        "tempo": "S",
        "token": world.linked.token,
        "code": "KL1-D1N-AAAAAAB",
        "deal": world.ended.deal,
        "key": "klondike",
        "slug": "klondike-dame",
        "name": "camille",
        "board_key": "KL-D1N",
        "day": TODAY,
        "pk": world.ended.pk,
        "app_label": "games",
        "content_type_id": "1",
        "url": "nowhere/",
        "object_id": row.pk if row else "1",
        "history_id": row.history.first().pk if hasattr(row, "history") else "1",
        **of_the_name.get(short, {}),
    }


def _row_of(world: World, name: str) -> Any:
    """The row that an address of the admin site is about: ``games_page_change``."""
    rows: dict[str, Any] = {
        "accounts_user": world.users["player"],
        "accounts_staffwarning": StaffWarning.objects.first(),
        "games_page": world.page,
        "games_example": Example.objects.first(),
        "games_announcement": Announcement.objects.first(),
        "games_programmeentry": ProgrammeEntry.objects.first(),
        "games_dailydeal": world.daily,
        "games_match": world.match,
        "games_report": Report.objects.first(),
        "games_game": world.ended,
        "games_namereport": NameReport.objects.first(),
        "leaderboards_result": Result.objects.filter(run_id=world.ended.pk).first(),
        "auth_group": world.users["editor"].groups.first(),
    }
    return next((row for start, row in rows.items() if name.startswith(start)), None)
