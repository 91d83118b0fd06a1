"""What the staff do to players in the admin site."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client

from accounts import roles
from accounts.models import StaffWarning, User
from tests.accounts.helpers import player

pytestmark = pytest.mark.django_db
PLAYERS = "/admin/accounts/user/"


@pytest.fixture
def moderator(client: Client) -> User:
    user = player("Marie", "marie@example.org", is_staff=True)
    user.groups.add(Group.objects.get(name=roles.MODERATORS))
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


@pytest.fixture
def elodie() -> User:
    return player()


def test_a_moderator_finds_a_player_in_any_spelling(client: Client, moderator: User, elodie: User) -> None:
    assert "elodie@example.org" in client.get(f"{PLAYERS}?q=E\u0301LODIE").content.decode()
    assert "elodie@example.org" in client.get(f"{PLAYERS}?q=elodie@example").content.decode()


def test_a_moderator_warns_renames_suspends_and_reinstates(
    client: Client, moderator: User, elodie: User
) -> None:
    page = f"{PLAYERS}{elodie.pk}/"
    client.post(f"{page}warn/do/", {"text": "Restez courtois."})
    assert StaffWarning.objects.get().author == moderator
    client.post(f"{page}rename/do/", {"name": "Lola"})
    client.post(f"{page}suspend/do/", {"text": "Insultes"})
    elodie.refresh_from_db()
    assert (elodie.username, elodie.is_active, elodie.suspension_reason) == ("Lola", False, "Insultes")
    assert "reinstate/do" in client.get(f"{page}change/").content.decode()
    client.post(f"{page}reinstate/do/")
    elodie.refresh_from_db()
    assert elodie.is_active
    assert LogEntry.objects.filter(user=moderator, object_id=str(elodie.pk)).count() == 4


def test_a_refused_name_is_explained(client: Client, moderator: User, elodie: User) -> None:
    response = client.post(f"{PLAYERS}{elodie.pk}/rename/do/", {"name": "Marie"})
    assert response.status_code == 200 and "errorlist" in response.content.decode()


def test_a_moderator_touches_no_administrator_and_no_rights(
    client: Client, moderator: User, elodie: User
) -> None:
    chief = User.objects.create_superuser("chief")
    assert client.post(f"{PLAYERS}{chief.pk}/suspend/do/", {"text": "x"}).status_code == 403
    client.post(f"{PLAYERS}{moderator.pk}/change/", {"is_superuser": "on", "is_staff": "on"})
    moderator.refresh_from_db()
    assert not moderator.is_superuser
    assert client.post(f"{PLAYERS}{elodie.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_moderator_acts_on_no_other_staff(client: Client, moderator: User, elodie: User) -> None:
    User.objects.filter(pk=elodie.pk).update(is_staff=True)
    for action, words in (("suspend", {"text": "x"}), ("rename", {"name": "Rebaptisee"})):
        assert client.post(f"{PLAYERS}{elodie.pk}/{action}/do/", words).status_code == 403
    assert client.get(f"{PLAYERS}{elodie.pk}/change/").status_code == 200


def test_an_editor_sees_no_players(client: Client, elodie: User) -> None:
    editor = player("Paul", "paul@example.org", is_staff=True)
    editor.groups.add(Group.objects.get(name=roles.EDITORS))
    client.force_login(editor, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(PLAYERS).status_code == 403
    assert client.post(f"{PLAYERS}{elodie.pk}/suspend/do/", {"text": "x"}).status_code == 403


@pytest.mark.parametrize("way", ["page", "list"])
def test_an_administrator_deletes_a_player_and_no_other_row(client: Client, elodie: User, way: str) -> None:
    chief = User.objects.create_superuser("chief")
    warned = player("Paul", "paul@example.org")
    StaffWarning.objects.create(player=warned, text="x", author=elodie)
    client.force_login(chief, backend="django.contrib.auth.backends.ModelBackend")
    if way == "page":
        assert client.get(f"{PLAYERS}{elodie.pk}/delete/").status_code == 200
        client.post(f"{PLAYERS}{elodie.pk}/delete/", {"post": "yes"})
    else:
        data = {"action": "delete_selected", "_selected_action": [elodie.pk], "post": "yes"}
        client.post(PLAYERS, data)
    gone = User.objects.get(pk=elodie.pk)
    assert gone.deleted_at is not None and gone.email == ""
    assert User.objects.count() == 3 and StaffWarning.objects.count() == 1
    assert client.get(f"{PLAYERS}{elodie.pk}/change/").status_code == 200


def test_nobody_without_the_staff_mark_gets_in(client: Client, elodie: User) -> None:
    client.force_login(elodie, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/admin/").status_code in {302, 403}
    assert client.get(PLAYERS).status_code in {302, 403}
