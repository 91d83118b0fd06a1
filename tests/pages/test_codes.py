"""Codes typed by hand, and links to a deal."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.play import deals
from games.play.models import DealOpening, Game
from games.play.owners import Owner

pytestmark = pytest.mark.django_db
DEAL = "/donne/DS1-D1N-AAAAAAB/"


@pytest.mark.parametrize(
    "typed",
    ["DS1-D1N-AAAAAAB", " ds1–d1n—aaaaaab ", "ds1 − d1n ‑ aaa aaab", "DS1 D1N AAAAAAB"],
)
def test_a_code_typed_kindly_opens_its_table(client: Client, typed: str) -> None:
    answer = client.post("/code/", {"code": typed})
    game = Game.objects.get()
    assert (game.code, game.origin) == ("DS1-D1N-AAAAAAB", "code")
    assert answer["Location"] == reverse("games:table", args=[game.pk])


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("XX1-D1N-AAAAAAB", "KL, DS, TS"),
        ("DS2-D1N-AAAAAAB", "DS1"),
        ("DS1-D9N-AAAAAAB", "D1N, D1V, D3N, D3V"),
        ("DS1-D1N-AAAB", "7"),
        ("nonsense", "DS1-D1N-AAAAAAB"),
    ],
)
def test_a_wrong_code_is_told_which_part_and_what_it_may_be(client: Client, typed: str, said: str) -> None:
    answer = client.post("/code/", {"code": typed})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page.split('role="alert">')[1].split("</p>")[0]
    assert f'value="{typed}"' in page
    assert not Game.objects.exists()


def test_the_wrong_part_is_marked(client: Client) -> None:
    page = client.post("/code/", {"code": "DS1-D9N-AAAAAAB"}).content.decode()
    assert '<div class="wrong"><dt><kbd>D1N</kbd>' in page
    assert page.count('class="wrong"') == 1


def test_what_is_typed_comes_back_as_text(client: Client) -> None:
    page = client.post("/code/", {"code": "<b>x</b>"}).content.decode()
    assert "<b>x</b>" not in page


def test_a_code_for_two_players_is_told_apart(client: Client) -> None:
    answer = client.post("/code/", {"code": "DK1-D1S-AAAAAAB"})
    assert answer.status_code == 422
    assert "DK1-D1S-AAAAAAB" in answer.content.decode().split('role="alert">')[1]


def test_reading_the_page_of_a_deal_opens_it_for_nobody(client: Client) -> None:
    assert client.get(DEAL).status_code == 200
    assert not DealOpening.objects.exists()
    assert not Game.objects.exists()


def test_one_press_on_the_page_of_a_deal_is_its_table(client: Client) -> None:
    answer = client.post(DEAL)
    game = Game.objects.get()
    assert (game.code, game.origin) == ("DS1-D1N-AAAAAAB", "link")
    assert answer["Location"] == reverse("games:table", args=[game.pk])


def test_another_spelling_leads_to_the_canonical_address(client: Client) -> None:
    answer = client.get("/donne/ds1-d1n-aaaaaab/")
    assert (answer.status_code, answer["Location"]) == (301, DEAL)


def test_the_address_of_no_deal_explains_itself(client: Client) -> None:
    answer = client.get("/donne/DS1-D9N-AAAAAAB/")
    assert answer.status_code == 404
    assert "D1N, D1V, D3N, D3V" in answer.content.decode()


def test_no_card_of_a_deal_is_on_its_page(client: Client) -> None:
    page = client.get(DEAL).content.decode()
    assert page.count("card back") == 46  # nine columns of 1 to 9, and the stock
    assert "<b>" not in page.split('class="game-picture"')[1].split('class="game-words"')[0]


def test_a_deal_played_before_says_so_and_shows_what_came_of_it(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    done = play(visitor, "DS1-D1N-AAAAAAB", end=True)
    page = client.get(f"/en{DEAL}").content.decode()
    assert f"/partie/{done.pk}/revoir/" in page
    assert "practice" in page


def test_a_deal_under_way_is_resumed_not_begun_again(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    game = play(visitor, "DS1-D1N-AAAAAAB")
    page = client.get(DEAL).content.decode()
    assert f'href="{reverse("games:table", args=[game.pk])}"' in page
    assert client.post("/code/", {"code": "ds1 d1n aaaaaab"})["Location"] == DEAL


def test_other_options_of_a_deal_are_the_same_deal(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    play(visitor, "DS1-D3V-AAAAAAB", end=True)
    assert "practice" in client.get(f"/en{DEAL}").content.decode()


def test_a_secret_deal_says_when_it_opens_and_gives_no_table(client: Client, ada: User) -> None:
    deals.keep_secret(deal="DS1-AAAAAAB", until=timezone.now() + timedelta(hours=3))
    client.force_login(ada)
    page = client.get(DEAL).content.decode()
    assert 'class="notice"' in page and '<form class="begin-line"' not in page
    assert client.post(DEAL).status_code == 403
    assert client.post("/code/", {"code": "DS1-D1N-AAAAAAB"}).status_code == 403
    assert not Game.objects.exists()


def test_a_deal_of_the_day_leads_to_the_challenge(client: Client) -> None:
    deals.keep_secret(deal="DS1-AAAAAAB", until=timezone.now() + timedelta(hours=3), daily_id=7)
    page = client.get(DEAL).content.decode()
    assert f'class="button main" href="{reverse("daily:today")}"' in page


def test_ones_own_attempt_at_a_secret_deal_can_be_resumed(
    client: Client, ada: User, play: Callable[..., Game]
) -> None:
    game = play(Owner(user_id=ada.pk), "DS1-D1N-AAAAAAB")
    deals.keep_secret(deal="DS1-AAAAAAB", until=timezone.now() + timedelta(hours=3))
    client.force_login(ada)
    assert reverse("games:table", args=[game.pk]) in client.get(DEAL).content.decode()


@pytest.mark.parametrize("address", ["/", "/jouer/klondike/", "/nouvelle/", "/code/", DEAL, "/mes-parties/"])
def test_whoever_asks_for_the_head_of_a_page_gets_it(client: Client, address: str) -> None:
    """Previews of links do."""
    assert client.head(address).status_code == 200
    assert not DealOpening.objects.exists()
