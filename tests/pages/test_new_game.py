"""« New game »: the form of each game, its answers, what it refuses."""

import pytest
from django.test import Client
from django.urls import reverse

from games.play.models import Game

pytestmark = pytest.mark.django_db
NEW = "/nouvelle/"


def test_only_the_options_of_the_chosen_game_are_asked(client: Client) -> None:
    page = client.get(NEW, {"game": "russian"}).content.decode()
    assert 'name="rule"' in page
    assert 'name="draw"' not in page and 'name="passes"' not in page


def test_htmx_gets_the_form_alone_and_caches_keep_them_apart(client: Client) -> None:
    answer = client.get(NEW, {"game": "double"}, headers={"HX-Request": "true"})
    assert answer.content.decode().strip().startswith("<div")
    assert "<html" not in answer.content.decode()
    assert "HX-Request" in answer["Vary"]


def test_the_dialog_of_the_table_gets_title_and_form(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "new-game-dialog"}
    page = client.get(NEW, {"game": "double"}, headers=headers).content.decode()
    assert 'id="new-game-title"' in page and 'method="dialog"' in page and "<html" not in page


def test_history_restored_by_htmx_is_a_whole_page(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get(NEW, headers=headers).content.decode()


def test_answers_begin_that_form_of_the_game(client: Client) -> None:
    answer = client.post(NEW, {"game": "KL", "draw": "3", "marking": "N", "passes": "3"})
    game = Game.objects.get()
    assert answer["Location"] == reverse("games:table", args=[game.pk])
    assert game.code.startswith("KL1-D3N3-")


def test_options_are_remembered_for_each_game_apart(client: Client) -> None:
    client.post(NEW, {"game": "DS", "draw": "3", "marking": "V"})
    client.post(NEW, {"game": "RU", "rule": "R"})
    double = client.get(NEW, {"game": "double"}).content.decode()
    assert 'name="draw" value="3" checked' in double and 'name="marking" value="V" checked' in double
    assert 'name="rule" value="R" checked' in client.get(NEW, {"game": "russian"}).content.decode()


@pytest.mark.parametrize(
    "form", [{"game": "chess"}, {}, {"game": "KL", "options": "D9N"}, {"game": "KL", "draw": "x"}]
)
def test_what_does_not_exist_is_refused_with_the_form_shown_again(
    client: Client, form: dict[str, str]
) -> None:
    answer = client.post(NEW, form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Game.objects.exists()


def test_a_form_whose_game_is_over_begins_another(client: Client) -> None:
    form = {"game": "YU", "key": "0f3a2c52-8f5e-4f8e-9f43-0d9d3b6b7a01"}
    first = client.post(NEW, form)["Location"]
    client.post(f"{first}abandonner/", {"version": "0"})
    second = client.post(NEW, form)["Location"]
    assert first != second


def test_a_form_shown_to_somebody_else_begins_a_game_of_ones_own(client: Client) -> None:
    form = {"game": "YU", "key": "0f3a2c52-8f5e-4f8e-9f43-0d9d3b6b7a02"}
    client.post(NEW, form)
    answer = Client().post(NEW, form)
    assert answer.status_code == 302
    assert Game.objects.count() == 2


@pytest.mark.parametrize("address", ["http://[", "http://[::1", "//\u2100.example/"])
def test_an_unreadable_address_of_the_page_is_the_dialogs(client: Client, address: str) -> None:
    answer = client.get(NEW, headers={"HX-Request": "true", "HX-Current-URL": address})
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
