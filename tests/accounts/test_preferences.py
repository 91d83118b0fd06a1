"""Preferences of visitors and players, their way from one to the other, and the language they choose."""

from dataclasses import asdict, fields
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from accounts.preferences import Preferences, of_player
from tests.accounts.helpers import log_in, player, sign_up

pytestmark = pytest.mark.django_db
PAGE = "/compte/preferences/"
# What the form sends when nothing was changed: a switch that is off sends nothing.
ALL_ON = {"language": "", **{name: "on" for name, value in asdict(Preferences()).items() if value is True}}


def without(*names: str) -> dict[str, str]:
    return {name: value for name, value in ALL_ON.items() if name not in names}


def choices(client: Client, path: str = PAGE) -> Preferences:
    return client.get(path, follow=True).wsgi_request.preferences


def test_the_switches_are_on_by_default_and_privacy_is_off(client: Client) -> None:
    chosen = choices(client)
    assert (chosen.language, chosen.privacy) == ("", False)
    assert chosen.automatic and chosen.double_click and chosen.rules


def test_a_visitor_keeps_choices_in_the_session(client: Client) -> None:
    client.post(PAGE, without("automatic"))
    assert choices(client) == Preferences(automatic=False)
    assert choices(Client()) == Preferences()


def test_a_visitor_is_not_asked_about_a_profile(client: Client) -> None:
    assert "privacy" not in client.get(PAGE).content.decode()
    client.post(PAGE, {**ALL_ON, "privacy": "on"})
    assert choices(client) == Preferences()


def test_a_players_choices_are_in_the_account_on_any_device(client: Client) -> None:
    player()
    log_in(client, "élodie")
    client.post(PAGE, {**without("rules"), "privacy": "on"})
    other = Client()
    log_in(other, "élodie")
    assert choices(other) == Preferences(rules=False, privacy=True)
    assert User.objects.get().private


def test_choices_pass_from_the_visitor_to_the_new_player(client: Client) -> None:
    client.post(PAGE, without("double_click"))
    sign_up(client)
    assert choices(client) == of_player(User.objects.get()) == Preferences(double_click=False)


@pytest.mark.parametrize(
    ("chosen", "under", "kept"), [("", "", ""), ("", "/en", "en"), ("en", "", "en"), ("fr", "/en", "fr")]
)
def test_a_new_player_is_written_to_in_the_language_that_was_chosen_or_read(
    client: Client, chosen: str, under: str, kept: str
) -> None:
    if chosen:
        client.post("/compte/langue/", {"language": chosen, "next": "/"})
    sign_up(client, under=under)
    assert of_player(User.objects.get()).language == kept


def test_at_a_later_login_the_accounts_choices_hold(client: Client) -> None:
    player(preferences={"rules": False})
    client.post(PAGE, without("automatic"))
    log_in(client, "élodie")
    assert choices(client) == Preferences(rules=False)
    client.post("/compte/logout/")
    assert choices(client) == Preferences()


@pytest.mark.parametrize("stored", [None, [], "x", {"automatic": "no"}, {"language": "xx"}, {"language": []}])
def test_what_does_not_fit_is_the_default(stored: object) -> None:
    assert Preferences.read(stored) == Preferences()


def test_every_preference_is_on_the_form(client: Client) -> None:
    player()
    log_in(client, "élodie")
    page = client.get(PAGE).content.decode()
    assert all(f'name="{declared.name}"' in page for declared in fields(Preferences))


def test_a_page_in_the_other_language_leads_to_the_chosen_one(client: Client) -> None:
    client.post(PAGE, {**ALL_ON, "language": "en"})
    assert client.get(f"{PAGE}?a=1")["Location"] == f"/en{PAGE}?a=1"
    assert client.get(f"/en{PAGE}").status_code == 200
    client.post(f"/en{PAGE}", {**ALL_ON, "language": "fr"})
    assert client.get(f"/en{PAGE}")["Location"] == PAGE


def test_without_a_choice_the_address_decides(client: Client) -> None:
    assert client.get(PAGE).status_code == client.get(f"/en{PAGE}").status_code == 200


def test_the_language_switch_keeps_the_choice_and_shows_the_same_page(client: Client) -> None:
    response = client.post("/compte/langue/", {"language": "en", "next": f"{PAGE}?a=1"})
    assert response["Location"] == f"/en{PAGE}?a=1"
    assert client.get(PAGE)["Location"] == f"/en{PAGE}"
    response = client.post("/en/compte/langue/", {"language": "fr", "next": f"/en{PAGE}"})
    assert response["Location"] == PAGE
    assert client.get(PAGE).status_code == 200


def test_the_language_switch_leads_to_no_other_site_and_knows_its_languages(client: Client) -> None:
    response = client.post("/compte/langue/", {"language": "en", "next": "https://evil.example/"})
    assert response["Location"] == "/en/"
    client.post("/compte/langue/", {"language": "xx", "next": PAGE})
    assert choices(client).language == "en"


def test_forms_and_fragments_are_never_redirected(client: Client) -> None:
    client.post(PAGE, {**ALL_ON, "language": "en"})
    assert client.get(PAGE, headers={"HX-Request": "true"}).status_code == 200
    assert client.post(PAGE, {**ALL_ON, "language": "en"})["Location"] == f"/en{PAGE}"


def test_addresses_without_a_language_stay_as_they_are(client: Client) -> None:
    client.post(PAGE, {**ALL_ON, "language": "en"})
    assert client.get("/healthz").status_code == 200


def test_who_had_switched_off_the_mails_of_matches_is_sent_no_new_one() -> None:
    wishes: list[dict[str, Any]] = [{"turn_mail": False, "language": "en"}, {"language": "en"}]
    players = [player(f"Joueur{n}", f"{n}@example.org", preferences=wish) for n, wish in enumerate(wishes)]
    import_module("accounts.migrations.0006_mails_of_invitations").want_none(apps, None)
    off, on = (User.objects.get(pk=one.pk).preferences for one in players)
    assert off == {**wishes[0], "invitation_mail": False} and on == wishes[1]
