"""The home page and each game's page."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.variants import SOLO_VARIANTS
from games.play.models import DealOpening, Game
from games.play.owners import Owner
from tests.basics import new_user

pytestmark = pytest.mark.django_db
PLAY_FORM = re.compile(
    r'name="game" value="(?P<game>\w+)">\s*<input type="hidden" name="options" value="(?P<options>\w+)">\s*'
    r'<input type="hidden" name="key" value="(?P<key>[\w-]+)"'
)


def forms(client: Client, address: str) -> list[dict[str, str]]:
    """What the buttons of a page post to begin a game."""
    return [found.groupdict() for found in PLAY_FORM.finditer(client.get(address).content.decode())]


def test_every_game_is_one_press_from_home(client: Client) -> None:
    begun = []
    for form in forms(client, "/"):
        answer = client.post(reverse("games:new"), form)
        game = Game.objects.get(pk=answer["Location"].split("/")[-2])
        begun.append((game.variant, game.options, game.origin))
    assert begun == [(code, game.option_choices[0], "random") for code, game in SOLO_VARIANTS.items()]


def test_reading_home_writes_nothing(client: Client) -> None:
    client.get("/")
    assert not Game.objects.exists()
    assert not DealOpening.objects.exists()
    assert "sessionid" not in client.cookies


def test_home_plays_again_the_form_played_last(client: Client) -> None:
    client.post(reverse("games:new"), {"game": "klondike", "draw": "3", "marking": "V"})
    assert forms(client, "/")[0]["options"] == "D3V"


def test_one_form_sent_twice_begins_one_game(client: Client) -> None:
    form = forms(client, "/")[0]
    first, second = (client.post(reverse("games:new"), form)["Location"] for _ in range(2))
    assert first == second
    assert Game.objects.count() == 1


def test_each_game_page_begins_its_usual_forms(client: Client) -> None:
    for code, game in SOLO_VARIANTS.items():
        found = [form["options"] for form in forms(client, reverse("games:variant", args=[game.key]))]
        assert found and set(found) <= set(game.option_choices), code


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(
    ("address", "way"),
    [
        ("/jouer/freecell/", "games:home"),
        ("/joueur/Personne/", "leaderboards:index"),
        ("/partie/00000000-0000-4000-8000-000000000000/", "games:mine"),
        ("/partie/00000000-0000-4000-8000-000000000000/revoir/", "games:mine"),
        ("/partie/00000000-0000-4000-8000-000000000000/donnees.txt", "games:mine"),
    ],
)
def test_what_is_not_there_is_a_page_that_leads_on(
    client: Client, settings: Any, address: str, way: str, debug: bool
) -> None:
    settings.DEBUG = debug
    answer = client.get(address)
    assert answer.status_code == 404
    assert f'class="button main" href="{reverse(way)}"' in answer.content.decode()


def test_a_game_may_be_named_by_its_code(client: Client) -> None:
    assert client.get("/jouer/DS/")["Location"] == "/jouer/double/"
    assert client.get("/jouer/")["Location"] == "/"


def test_the_game_for_two_has_no_dead_button(client: Client) -> None:
    assert client.get("/jouer/duel/").status_code == 404
    assert "/jouer/duel/" not in client.get("/").content.decode()


def test_pictures_are_the_same_for_all_and_light(client: Client) -> None:
    first, second = (
        re.findall(r'class="miniature.*?</div></div></div>', client.get("/").content.decode())
        for _ in range(2)
    )
    assert first == second
    assert len(first) == len(SOLO_VARIANTS)
    assert max(map(len, first)) < 6000


def test_cards_in_pictures_bear_the_indices_of_the_language(client: Client) -> None:
    assert "<b>R</b>" in client.get("/").content.decode()
    assert "<b>K</b>" in client.get("/en/").content.decode()


def test_home_asks_the_database_little_however_many_games_there_are(
    client: Client, visitor: Owner, play: Callable[..., Game], django_assert_max_num_queries: Any
) -> None:
    for letter in "BCDEFG":
        play(visitor, f"KL1-D1N-AAAAAA{letter}", 1)
    client.get("/")
    with django_assert_max_num_queries(12):
        client.get("/")


def test_a_player_s_home_asks_nothing_of_matches_that_are_not_there(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    client.force_login(new_user("camille"), backend="django.contrib.auth.backends.ModelBackend")
    client.get("/")
    with django_assert_max_num_queries(14):
        client.get("/")
