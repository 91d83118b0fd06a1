"""Public profiles."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.play.models import Game
from games.play.owners import Owner

pytestmark = pytest.mark.django_db
ADA = "/joueur/Ada/"


def test_a_profile_shows_name_and_games(client: Client, ada: User, play: Callable[..., Game]) -> None:
    play(Owner(user_id=ada.pk), "KL1-D1N-AAAAAAB", end=True)
    page = client.get(ADA).content.decode()
    assert "<h1>Ada</h1>" in page
    assert "Klondike" in page


def test_another_spelling_of_a_name_leads_to_its_own(client: Client, ada: User) -> None:
    answer = client.get("/joueur/ADA/")
    assert (answer.status_code, answer["Location"]) == (302, ADA)


def test_a_private_profile_opens_to_its_owner_alone(client: Client, ada: User) -> None:
    User.objects.update(private=True)
    assert client.get(ADA).status_code == 404
    client.force_login(ada)
    assert "private" in client.get(f"/en{ADA}").content.decode()


def test_nobody_of_that_name_is_not_found(client: Client) -> None:
    assert client.get("/joueur/Personne/").status_code == 404


def test_a_name_that_no_database_holds_is_not_found(client: Client) -> None:
    assert client.get("/joueur/a%00b/").status_code == 404
