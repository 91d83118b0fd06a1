"""What is not there, on a development site as on a real one: the site's own page."""

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db
DEBUG = pytest.mark.parametrize("debug", [False, True])


@DEBUG
@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/nulle-part/", "Page introuvable"),
        ("/en/nowhere/", "Page not found"),
        ("/regles/chess/", "Page introuvable"),
        ("/defi/2020-01-01/", "Page introuvable"),
    ],
)
def test_an_address_with_nothing_behind_it_shows_the_site_s_own_page(
    client: Client, settings, debug: bool, address: str, title: str
) -> None:
    settings.DEBUG = debug
    answer = client.get(address)
    assert answer.status_code == 404
    assert f"<h1>{title}</h1>" in answer.text
    assert "urlconf" not in answer.text.lower()


@DEBUG
def test_a_forgotten_slash_is_put_in_and_the_staff_s_site_answers_as_ever(
    client: Client, admin_user: User, settings, debug: bool
) -> None:
    settings.DEBUG = debug
    assert client.get("/regles")["Location"] == "/regles/"
    assert client.get("/nulle-part").status_code == 404
    assert client.get("/admin/nowhere/").status_code == 302, "a stranger is asked to log in"
    assert client.get("/api/v1/nowhere/")["Content-Type"] == "application/problem+json"
    client.force_login(admin_user)
    assert client.get("/admin/games/game")["Location"].endswith("/admin/games/game/")
    assert client.get("/admin/nowhere/").status_code == 404


@pytest.mark.parametrize(("chosen", "address"), [("en", "/nulle-part/"), ("fr", "/en/nowhere/")])
def test_an_address_that_leads_nowhere_is_answered_in_the_language_that_was_chosen(
    client: Client, chosen: str, address: str
) -> None:
    client.post("/compte/langue/", {"language": chosen, "next": "/"})
    answer = client.get(address)
    assert answer.status_code == 404
    assert f'<html lang="{chosen}"' in answer.text and answer["Content-Language"] == chosen
