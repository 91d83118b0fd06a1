"""The account pages: change of name, export, deletion, warnings, roles."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import roles, selectors, services
from accounts.models import StaffWarning, User
from accounts.signals import export_requested, player_deleted, player_renamed
from tests.accounts.helpers import PASSWORD, log_in, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def elodie(client: Client) -> User:
    user = player()
    log_in(client, "élodie")
    return user


def test_a_name_changes_once_in_thirty_days(client: Client, elodie: User) -> None:
    client.post("/compte/nom/", {"name": "Lola"})
    elodie.refresh_from_db()
    assert elodie.username == "Lola"
    client.post("/compte/nom/", {"name": "Lili"})
    assert User.objects.get().username == "Lola"
    assert "<form class" not in client.get("/compte/nom/").content.decode()
    elodie.renamed_at = timezone.now() - timedelta(days=30, seconds=1)
    elodie.save()
    client.post("/compte/nom/", {"name": "Lili"})
    assert User.objects.get().username == "Lili"


def test_the_staff_rename_at_any_time_and_leave_the_player_their_own_change(elodie: User) -> None:
    heard: list[dict[str, Any]] = []

    def hear(**given: Any) -> None:
        heard.append(given)

    player_renamed.connect(hear)
    try:
        services.rename(elodie, "Lola", by=User.objects.create_superuser("chief"))
        services.rename(elodie, "Lili")
    finally:
        player_renamed.disconnect(hear)
    assert [(given["old"], given["player"].username) for given in heard] == [
        ("Élodie", "Lili"),
        ("Lola", "Lili"),
    ]
    with pytest.raises(ValidationError):
        services.rename(elodie, "Lulu")


def test_a_refused_name_is_explained_and_the_old_one_kept(client: Client, elodie: User) -> None:
    player("Paul", "paul@example.org")
    page = client.post("/compte/nom/", {"name": "PAUL"}).content.decode()
    assert "errorlist" in page and "Élodie" in page
    assert User.objects.filter(username="Élodie").exists()


def test_only_case_may_change_too(client: Client, elodie: User) -> None:
    client.post("/compte/nom/", {"name": "élodie"})
    assert User.objects.get().username == "élodie"


def test_the_export_holds_everything_other_apps_add_included(client: Client, elodie: User) -> None:
    def add(**given: Any) -> dict[str, Any]:
        return {"games": [{"code": "KL1-D1N-AAAAAAB", "begun": timezone.now()}]}

    services.warn(elodie, text="Un mot", by=None)
    export_requested.connect(add)
    try:
        response = client.get("/compte/donnees/")
    finally:
        export_requested.disconnect(add)
    assert response["Content-Disposition"].startswith("attachment")
    data = json.loads(response.content)
    assert data["account"]["name"] == "Élodie" and data["account"]["email"] == "elodie@example.org"
    assert data["account"]["warnings"][0]["text"] == "Un mot"
    assert data["games"][0]["code"] == "KL1-D1N-AAAAAAB"
    assert elodie.password not in response.content.decode()


def test_deletion_wants_the_password(client: Client, elodie: User) -> None:
    client.get("/compte/supprimer/")
    client.post("/compte/supprimer/", {"password": "wrong"})
    elodie.refresh_from_db()
    assert elodie.deleted_at is None


def test_deletion_takes_personal_data_and_leaves_a_nameless_row(client: Client, elodie: User) -> None:
    other = player("Paul", "paul@example.org")
    services.warn(elodie, text="Un mot", by=other)
    seen: list[str] = []

    def see(player: User, **given: Any) -> None:
        seen.append(player.username)

    player_deleted.connect(see)
    try:
        client.post("/compte/supprimer/", {"password": PASSWORD})
    finally:
        player_deleted.disconnect(see)
    assert seen == ["Élodie"]
    gone = User.objects.get(pk=elodie.pk)
    assert (gone.email, gone.preferences, gone.is_active, gone.last_login) == ("", {}, False, None)
    assert "lodie" not in str({k: v for k, v in vars(gone).items() if not k.startswith("_")})
    assert not gone.emailaddress_set.exists() and not StaffWarning.objects.exists()
    assert selectors.identity(gone) == selectors.Identity(name=gone.display_name, key=None, since=None)
    assert client.get("/compte/").status_code == 302
    assert log_in(Client(), "élodie").status_code == 200
    other.refresh_from_db()
    assert other.username == "Paul" and other.email == "paul@example.org"


def test_deletion_twice_changes_nothing_more(elodie: User) -> None:
    services.delete_player(elodie)
    before = User.objects.get(pk=elodie.pk).username
    services.delete_player(User.objects.get(pk=elodie.pk))
    assert User.objects.get(pk=elodie.pk).username == before
    with pytest.raises(ValueError, match="deleted"):
        services.reinstate(User.objects.get(pk=elodie.pk))


def test_a_deleted_address_may_sign_up_again_under_another_name(client: Client, elodie: User) -> None:
    services.delete_player(elodie)
    assert player("Lola", "elodie@example.org").email == "elodie@example.org"


def test_a_warning_stands_at_the_top_until_it_is_read(client: Client, elodie: User) -> None:
    services.warn(elodie, text="Restez <courtois>.", by=None)
    assert 'class="message warning"' in client.get("/compte/preferences/").content.decode()
    assert "Restez &lt;courtois&gt;." in client.get("/compte/").content.decode()
    client.post("/compte/avertissements/")
    assert "Restez" not in client.get("/compte/").content.decode()
    assert 'class="message warning"' not in client.get("/compte/preferences/").content.decode()


def test_a_private_or_deleted_profile_opens_to_nobody_else(elodie: User) -> None:
    stranger = player("Paul", "paul@example.org")
    assert selectors.may_see_profile(stranger, elodie)
    elodie.private = True
    assert not selectors.may_see_profile(stranger, elodie)
    assert selectors.may_see_profile(elodie, elodie)
    assert selectors.identity(elodie).key is None
    services.delete_player(elodie)
    assert selectors.player_by_name("Élodie") is None
    assert not selectors.may_see_profile(elodie, elodie)


def test_a_profile_is_found_in_any_spelling(elodie: User) -> None:
    assert selectors.player_by_name("E\u0301LODIE") == elodie


def test_roles_are_there_after_migration_and_stay_the_same_when_repeated() -> None:
    def rights() -> dict[str, list[str]]:
        return {g.name: sorted(g.permissions.values_list("codename", flat=True)) for g in Group.objects.all()}

    before = rights()
    assert set(before) == {roles.EDITORS, roles.MODERATORS, roles.ADMINISTRATORS}
    assert "change_user" in before[roles.MODERATORS] and "change_user" not in before[roles.EDITORS]
    assert "delete_user" not in before[roles.MODERATORS]
    own = Group.objects.get(name=roles.EDITORS)
    own.permissions.add(Permission.objects.get(codename="view_group"))
    call_command("migrate", verbosity=0)
    assert "view_group" in rights()[roles.EDITORS]
