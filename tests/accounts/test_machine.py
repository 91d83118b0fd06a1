"""Computer accounts: who declares them, who takes it back, what they lose."""

import pytest
from django.test import Client

from accounts import selectors, services
from accounts.models import User
from leaderboards import rating_boards, statistics
from leaderboards import services as boards
from leaderboards.models import Entry, Rating
from tests.accounts.helpers import PASSWORD, log_in, player
from tests.leaderboards.conftest import run_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def elodie(client: Client) -> User:
    user = player()
    log_in(client, "élodie")
    return user


def test_the_owner_declares_it_by_password_and_cannot_take_it_back(client: Client, elodie: User) -> None:
    assert "password" in client.get("/compte/ordinateur/").content.decode()
    assert client.post("/compte/ordinateur/", {"password": "wrong"}).status_code == 200
    elodie.refresh_from_db()
    assert not elodie.is_machine
    assert client.post("/compte/ordinateur/", {"password": PASSWORD}).status_code == 302
    elodie.refresh_from_db()
    assert elodie.is_machine
    since = elodie.machine_since
    page = client.get("/compte/ordinateur/").content.decode()
    assert "<form class" not in page
    services.declare_machine(elodie)
    assert elodie.machine_since == since
    assert selectors.export(elodie)["account"]["machine"] == since


def test_the_account_and_the_profile_say_so(client: Client, elodie: User) -> None:
    assert "/compte/ordinateur/" in client.get("/en/compte/").content.decode()
    services.declare_machine(elodie)
    assert "A program: computer account" in client.get("/en/compte/").content.decode()
    assert "a program plays under this name" in Client().get("/en/joueur/Élodie/").content.decode()
    services.declare_person(elodie)
    assert "program" not in Client().get("/en/joueur/Élodie/").content.decode()


def test_the_staff_declare_and_take_back(client: Client, elodie: User) -> None:
    chief = User.objects.create_superuser("chief", password=PASSWORD)
    client.force_login(chief)
    address = f"/admin/accounts/user/{elodie.pk}"
    assert f"{elodie.pk}/machine/do/" in client.get(f"{address}/change/").content.decode()
    assert client.post(f"{address}/machine/do/").status_code == 302
    elodie.refresh_from_db()
    assert elodie.is_machine
    assert f"{elodie.pk}/person/do/" in client.get(f"{address}/change/").content.decode()
    assert client.post(f"{address}/person/do/").status_code == 302
    elodie.refresh_from_db()
    assert not elodie.is_machine


def test_it_leaves_every_board_keeps_its_figures_and_comes_back_with_the_person(elodie: User) -> None:
    boards.submit(run_of(elodie))
    Rating.objects.create(player_id=elodie.pk, tempo="S", mu=30, sigma=2, points=1900, provisional=False)
    assert Entry.objects.filter(player_id=elodie.pk).exists()
    assert [line.name for line in rating_boards.by_rating("S").lines] == ["Élodie"]
    services.declare_machine(elodie)
    assert not Entry.objects.filter(player_id=elodie.pk).exists()
    assert rating_boards.by_rating("S").lines == []
    boards.submit(run_of(elodie, 600))
    assert not Entry.objects.filter(player_id=elodie.pk).exists()
    assert statistics.of_player(elodie.pk).total.won == 2
    services.declare_person(elodie)
    assert Entry.objects.filter(player_id=elodie.pk).exists()


def test_a_private_program_comes_back_to_no_board(elodie: User) -> None:
    boards.submit(run_of(elodie))
    services.declare_machine(elodie)
    elodie.private = True
    elodie.save(update_fields=["private"])
    services.declare_person(elodie)
    assert not Entry.objects.filter(player_id=elodie.pk).exists()
