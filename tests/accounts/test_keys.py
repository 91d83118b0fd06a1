"""Access keys: shown once, stored as a digest, revoked at once; how many, whose, and what the staff see."""

import hashlib
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import selectors, services, tokens
from accounts.models import AccessToken, User
from accounts.roles import EDITORS, MODERATORS
from tests.accounts.helpers import confirm_password, log_in, player

pytestmark = pytest.mark.django_db
KEY = re.compile(r"rsst_[\w-]{43}")


@pytest.fixture
def elodie(client: Client) -> User:
    user = player()
    log_in(client, "élodie")
    return user


def make(client: Client, name: str = "Robot", scope: str = "play"):
    return client.post("/compte/cles/nouvelle/", {"name": name, "scope": scope})


def everything_stored() -> str:
    """All text of all tables."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found += [str(row) for row in cursor.fetchall()]
    return "\n".join(found)


def test_a_key_is_shown_once_and_stored_as_a_digest(client: Client, elodie: User) -> None:
    confirm_password(client)
    page = make(client)
    (text,) = set(KEY.findall(page.text))
    assert page.status_code == 200 and "no-store" in page["Cache-Control"]
    key = AccessToken.objects.get()
    assert key.digest == hashlib.sha256(text.encode()).hexdigest()
    assert (key.name, key.scope, key.start) == ("Robot", "play", text[:9])
    assert text not in everything_stored()
    assert not KEY.search(client.get("/compte/cles/").text)
    found = tokens.find(text)
    assert found is not None and found.player == elodie


def test_the_password_is_asked_again_before_a_key_is_made(client: Client, elodie: User) -> None:
    assert "/reauthenticate/" in client.get("/compte/cles/nouvelle/")["Location"]
    assert "/reauthenticate/" in make(client)["Location"]
    assert not AccessToken.objects.exists()
    confirm_password(client)
    assert make(client, "Robot 2").status_code == 200


def test_a_visitor_is_sent_to_the_login(client: Client) -> None:
    for path in ("", "nouvelle/"):
        assert client.get(f"/compte/cles/{path}")["Location"].startswith("/compte/login/")
    assert client.post(f"/compte/cles/{uuid4()}/revoquer/")["Location"].startswith("/compte/login/")


def test_the_form_says_what_a_key_may_do_and_chooses_nothing(client: Client, elodie: User) -> None:
    confirm_password(client)
    page = client.get("/compte/cles/nouvelle/").text
    assert page.count('type="radio"') == 2 and "checked" not in page
    assert "Elle ne commence et ne joue rien." in page
    assert "Les exemples de la documentation en ont besoin." in page
    chosen = make(client, name="").text
    assert re.search(r'value="play"[^>]* checked', chosen), "a refused form forgets the choice"


@pytest.mark.parametrize(
    ("name", "scope"), [("", "play"), ("x" * 61, "play"), ("a\0b", "play"), ("Robot", "admin"), ("Robot", "")]
)
def test_a_key_without_a_name_or_with_an_unknown_scope_is_refused(
    client: Client, elodie: User, name: str, scope: str
) -> None:
    confirm_password(client)
    assert "errorlist" in make(client, name, scope).text
    assert not AccessToken.objects.exists()


def test_a_name_is_one_keys_and_a_reload_makes_no_second_one(client: Client, elodie: User) -> None:
    confirm_password(client)
    make(client)
    again = make(client)
    assert "errorlist" in again.text and not KEY.search(again.text)
    assert AccessToken.objects.count() == 1


def test_a_player_has_at_most_ten(client: Client, elodie: User) -> None:
    confirm_password(client)
    for number in range(tokens.MOST):
        tokens.make(elodie, name=f"n{number}", scope="read")
    assert not KEY.search(make(client).text)
    assert "/compte/cles/nouvelle/" not in client.get("/compte/cles/").text
    with pytest.raises(ValidationError):
        tokens.make(elodie, name="one more", scope="read")


def test_a_revoked_key_opens_nothing_any_more(client: Client, elodie: User) -> None:
    key, text = tokens.make(elodie, name="Robot", scope="play")
    client.post(f"/compte/cles/{key.pk}/revoquer/")
    assert tokens.find(text) is None


def test_nobody_revokes_anothers_key(client: Client, elodie: User) -> None:
    other = player("Noor", "noor@example.org")
    key, text = tokens.make(other, name="hers", scope="play")
    client.post(f"/compte/cles/{key.pk}/revoquer/")
    assert tokens.find(text) is not None
    assert "hers" not in client.get("/compte/cles/").text


def test_the_list_says_when_a_key_was_used_and_writes_once_a_minute(elodie: User) -> None:
    key, text = tokens.make(elodie, name="Robot", scope="play")
    assert key.last_used_at is None
    tokens.find(text)
    first = AccessToken.objects.get().last_used_at
    assert first is not None
    tokens.find(text)
    assert AccessToken.objects.get().last_used_at == first
    AccessToken.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    tokens.find(text)
    assert AccessToken.objects.get().last_used_at >= first


@pytest.mark.parametrize("text", ["", "rsst_", "rsst_" + "A" * 43, "rsst_é", "rsst_" + "A" * 10_000, "\0"])
def test_what_is_no_key_is_nobodys(elodie: User, text: str) -> None:
    tokens.make(elodie, name="Robot", scope="play")
    assert tokens.find(text) is None


def test_keys_go_with_the_account_and_are_in_its_file_without_their_secret(elodie: User) -> None:
    key, _text = tokens.make(elodie, name="Robot", scope="play")
    exported = selectors.export(elodie)["account"]["access_keys"]
    assert [entry["name"] for entry in exported] == ["Robot"]
    assert key.digest not in str(exported)
    services.delete_player(elodie)
    assert not AccessToken.objects.exists()


def test_moderators_see_keys_and_revoke_them_and_editors_do_not(client: Client) -> None:
    key, text = tokens.make(player(), name="Robot", scope="play")
    staff = player("Arbitre-x", "arbitre@example.org", is_staff=True)
    client.force_login(staff, backend="django.contrib.auth.backends.ModelBackend")
    staff.groups.set([Group.objects.get(name=EDITORS)])
    assert client.get("/admin/accounts/accesstoken/").status_code == 403
    staff.groups.set([Group.objects.get(name=MODERATORS)])
    address = f"/admin/accounts/accesstoken/{key.pk}/"
    assert "Robot" in client.get("/admin/accounts/accesstoken/").text
    assert key.digest not in client.get(f"{address}change/").text
    assert client.post(f"{address}change/", {"name": "x"}).status_code == 403
    client.post(f"{address}delete/", {"post": "yes"})
    assert tokens.find(text) is None
