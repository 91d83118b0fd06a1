"""What each role of the staff sees and may do in the admin site: no more than its work asks for."""

from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import get_resolver
from django.utils import translation

from accounts import staff
from accounts.models import User
from games.daily import services as daily
from games.daily.models import DailyDeal
from games.play import deals
from games.play.models import DealSecret, Game
from games.play.owners import Owner
from games.play.services import begin
from tests.play.conftest import do
from tests.security.conftest import World
from tests.security.test_access import addresses, filled

ROLES = ("editor", "moderator", "administrator")
INLINE = {"warnings-TOTAL_FORMS": "0", "warnings-INITIAL_FORMS": "0"}


def staff_pages(world: World, role: str) -> list[tuple[str, str]]:
    """Every page of the admin site that a role may read."""
    browser, found = world.browser(role), []
    for name, route in addresses(get_resolver()):
        if route.startswith("admin/") and not name.endswith("_add"):
            answer = browser.get(filled(world, name, route))
            if answer.status_code == 200:
                found.append((route, answer.text))
    return found


@pytest.mark.parametrize("role", ROLES)
def test_no_page_of_the_staff_tells_a_secret(world: World, settings: Any, role: str) -> None:
    """Nor a hidden card, before who asks has accepted not to rank on the deal."""
    secrets = {
        "the key of the shuffle": settings.DEAL_KEY or "no key in tests",
        "the key of the site": settings.SECRET_KEY,
        "a password": User.objects.get(pk=world.users["player"].pk).password,
        "a session": world.sessions["player"],
        "an access key": world.key_text,
        "what is stored of it": world.key.digest,
        "a link to a table": world.linked.token,
        "a running match's code": world.match.code,
        "the challenge's letters": world.daily.letters,
        "a snapshot": world.running.snapshot,
    }
    pages = staff_pages(world, role)
    told = [(route, what) for route, page in pages for what, secret in secrets.items() if secret in page]
    assert told == []
    cards = [route for route, page in pages if " de pique" in page and "/example/" not in route]
    assert cards == []


def test_a_moderator_who_plays_learns_nothing_of_his_own_running_game_for_free(world: World) -> None:
    own = begin(owner=world.owner("moderator"), variant="KL", options="D1N")
    do(own, world.owner("moderator"), "s-w")
    browser = world.browser("moderator")
    for page in ("change", "history", "void", "cards"):
        text = browser.get(f"/admin/games/game/{own.pk}/{page}/").text
        assert " de pique" not in text and own.snapshot not in text, page
    browser.post(f"/admin/games/game/{own.pk}/cards/")
    assert deals.looked_at(own.deal, world.users["moderator"].pk)


def test_a_look_at_a_running_challenge_is_the_end_of_ranking_on_it(world: World) -> None:
    browser = world.browser("editor")
    assert world.daily.letters not in browser.get(f"/admin/games/dailydeal/{world.daily.pk}/cards/").text
    browser.post(f"/admin/games/dailydeal/{world.daily.pk}/cards/")
    game = daily.begin_attempt(owner=Owner(user_id=world.users["editor"].pk), daily=world.daily)
    assert DealSecret.objects.filter(deal=game.deal).exists()
    assert deals.looked_at(DailyDeal.objects.get(pk=world.daily.pk).deal, world.users["editor"].pk)


@pytest.mark.parametrize("role", ROLES)
def test_the_log_on_the_first_page_shows_each_role_its_own_work_only(world: World, role: str) -> None:
    about = {"accounts": world.users["player"], "games": world.page}
    for word, row in about.items():
        LogEntry.objects.log_actions(
            world.users["administrator"].pk, [row], CHANGE, change_message=f"Renamed. {word}-secret"
        )
    page = world.browser(role).get("/admin/").text
    assert ("accounts-secret" in page) == (role != "editor")
    assert ("games-secret" in page) == (role != "moderator")


@pytest.mark.parametrize(
    "field", ["is_superuser", "is_staff", "groups", "user_permissions", "username", "email"]
)
@pytest.mark.parametrize("role", ROLES)
def test_nobody_but_a_superuser_gives_rights_or_rewrites_a_player(
    world: World, role: str, field: str
) -> None:
    browser = world.browser(role)
    groups = Group.objects.values_list("pk", flat=True)
    sent = {"groups": list(groups), "user_permissions": [1, 2]}.get(
        field, "on" if field.startswith("is_") else "x@y.z"
    )
    for target in (world.users[role], world.users["player"]):
        before = User.objects.filter(pk=target.pk).values().get()
        rights = sorted(target.get_all_permissions())
        browser.post(f"/admin/accounts/user/{target.pk}/change/", {field: sent})
        assert User.objects.filter(pk=target.pk).values().get() == before
        assert sorted(User.objects.get(pk=target.pk).get_all_permissions()) == rights


@pytest.mark.django_db
def test_a_page_that_is_saved_late_writes_back_nothing_old(client: Client) -> None:
    """The form of a player's rights, saved while the player changes the password."""
    chief = User.objects.create_superuser("chief", "chief@example.org", "a-long-pass-1")
    paul = User.objects.create_user("Paul", "paul@example.org", "a long pass phrase")
    client.force_login(chief, backend="django.contrib.auth.backends.ModelBackend")
    real, seen = User.save, []

    def note(self: User, *how: Any, **more: Any) -> None:
        seen.append(more.get("update_fields"))
        real(self, *how, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(User, "save", note)
        client.post(f"/admin/accounts/user/{paul.pk}/change/", {"is_staff": "on", **INLINE})
    assert seen == [{"is_staff"}]
    assert User.objects.get(pk=paul.pk).is_staff


@pytest.mark.parametrize("role", ["editor", "moderator"])
def test_no_post_of_a_role_reaches_what_is_not_its_work(world: World, role: str) -> None:
    browser = world.browser(role)
    kept = {model: model.objects.count() for model in (User, Group, Game)}
    for page in ("auth/group/add/", f"accounts/user/{world.users['other'].pk}/delete/", "accounts/user/add/"):
        assert browser.post(f"/admin/{page}", {"name": "x", "post": "yes"}).status_code == 403, page
    many = {"action": "delete_selected", "_selected_action": [world.users["other"].pk], "post": "yes"}
    browser.post("/admin/accounts/user/", many)
    assert {model: model.objects.count() for model in kept} == kept
    assert User.objects.get(pk=world.users["other"].pk).deleted_at is None


def test_staff_change_their_password_on_the_sites_own_page(world: World) -> None:
    for method in ("get", "post"):
        answer = getattr(world.browser("moderator"), method)("/admin/password_change/")
        assert (answer.status_code, answer["Location"]) == (302, "/compte/password/change/")


def test_what_was_done_is_read_in_the_readers_language(world: World) -> None:
    browser = world.browser("moderator")
    address = f"/admin/games/game/{world.ended.pk}/"
    browser.post(f"{address}void/", {"why": "Trop vite"})
    entry = LogEntry.objects.latest("pk")
    assert entry.change_message == "Voided. Trop vite"
    for page in ("/admin/", f"{address}history/"):
        text = browser.get(page).text
        assert "Annulé. Trop vite" in text and "Voided." not in text, page


def test_every_sentence_of_the_log_has_its_french() -> None:
    with translation.override("fr"):
        assert [sentence for sentence in staff.SENTENCES if staff.in_words(sentence) == sentence] == []
        assert staff.in_words("Warned. Voided.") == f"{staff.SENTENCES['Warned.']} Voided."
        assert staff.in_words("anything else") == "anything else"
