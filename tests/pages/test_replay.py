"""Replays: what is shown at each step, and to whom."""

import json
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.engine.cards import card_name
from games.engine.play import Play
from games.engine.view import visible
from games.play import deals, services
from games.play.models import Game
from games.play.owners import Owner
from games.play.replays import REST_MS, Replay

pytestmark = pytest.mark.django_db
CODE = "KL1-D1N-AAAAAAB"


def address(game: Game, **query: int) -> str:
    text = "&".join(f"{name}={value}" for name, value in query.items())
    return reverse("games:replay", args=[game.pk]) + (f"?{text}" if text else "")


def shown_cards(page: str) -> set[str]:
    """The cards that a page names anywhere a script could find them."""
    return {part.split('"')[0] for part in page.split('data-card="')[1:]}


def test_every_step_shows_what_the_player_saw_and_no_more(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    game = play(visitor, CODE, 12, end=True)
    tokens = Game.objects.get(pk=game.pk).actions.split()
    for number in range(len(tokens) + 1):
        position = Play.replay(game.deal_code, deals.cards_of(game.deal_code), tokens[:number]).position
        view = visible(position)
        seen = {card_name(card) for column in view.columns for card in column.cards}
        seen |= {card_name(card) for card in view.waste}
        tops = {
            card_name(suit * 13 + rank) for suit, top in enumerate(view.foundations) for rank in range(top)
        }
        found = shown_cards(client.get(address(game, pas=number)).content.decode())
        assert found <= seen | tops
        assert {card_name(column.cards[-1]) for column in view.columns if column.cards} <= found


def test_steps_beyond_either_end_are_the_ends(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    game = play(visitor, CODE, 3, end=True)
    last = len(Game.objects.get(pk=game.pk).actions.split())
    for number in ("999999", "-1", "x", "٣"):
        answer = client.get(reverse("games:replay", args=[game.pk]), {"pas": number})
        assert answer.status_code == 200
    page = client.get(address(game, pas=999999)).content.decode()
    assert f'data-number="{last}"' in page


def test_links_step_without_a_script(client: Client, visitor: Owner, play: Callable[..., Game]) -> None:
    game = play(visitor, CODE, 5, end=True)
    last = len(Game.objects.get(pk=game.pk).actions.split())
    page = client.get(address(game, pas=2)).content.decode()
    for number in (0, 1, 3, last):
        assert f'href="?pas={number}"' in page


def test_the_script_gets_only_the_piles_that_differ(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    game = services.begin(owner=visitor, code=CODE)
    for _ in range(2):
        game = services.act(game_id=game.pk, owner=visitor, token="s-w", version=game.version).game
    game = services.give_up(game_id=game.pk, owner=visitor)
    answer = client.get(address(game, pas=2, de=1), headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert 'id="pile-w"' in page and 'id="pile-t1"' not in page and "<html" not in page
    assert len(page) < 3000


def test_a_game_under_way_has_no_replay_even_for_its_player(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    """While it is paused its table is withheld: a replay would show it."""
    assert client.get(address(play(visitor, CODE))).status_code == 404


def test_a_deal_only_looked_at_has_no_replay(client: Client, visitor: Owner) -> None:
    game = services.begin(owner=visitor, code=CODE)
    game = services.give_up(game_id=game.pk, owner=visitor)
    assert client.get(address(game)).status_code == 404


def test_no_page_shows_a_way_to_a_replay_that_is_not_there(
    client: Client, visitor: Owner, play: Callable[..., Game]
) -> None:
    """A deal that was only looked at, and the challenge of the day that a visitor played."""
    looked_at = services.begin(owner=visitor, code="KL1-D1N-AAAAAAC")
    services.give_up(game_id=looked_at.pk, owner=visitor)
    secret, open_ = play(visitor, CODE, end=True), play(visitor, "RU1-C-AAAAAAB", end=True)
    until = timezone.now() + timedelta(hours=3)
    deals.keep_secret(deal=secret.deal, until=until)
    Game.objects.filter(pk=secret.pk).update(secret_until=until)
    for game, there in ((looked_at, False), (secret, False), (open_, True)):
        page = client.get(reverse("games:table", args=[game.pk])).content.decode()
        assert (f'href="{address(game)}"' in page) is there
        assert (client.get(address(game)).status_code == 200) is there
    mine = client.get(reverse("games:mine")).content.decode()
    assert str(secret.pk) not in mine and str(looked_at.pk) not in mine
    assert address(open_) in mine and "secrète aujourd’hui" in mine


def test_a_players_ended_game_may_be_seen_by_all(
    client: Client, ada: User, play: Callable[..., Game]
) -> None:
    page = client.get(address(play(Owner(user_id=ada.pk), CODE, end=True))).content.decode()
    assert "Ada" in page


def test_a_private_player_has_no_name_in_the_replay(
    client: Client, ada: User, play: Callable[..., Game]
) -> None:
    game = play(Owner(user_id=ada.pk), CODE, end=True)
    User.objects.update(private=True)
    page = client.get(address(game)).content.decode()
    assert "Ada" not in page


def test_a_visitors_game_is_nobody_elses_business(
    client: Client, other: Owner, play: Callable[..., Game]
) -> None:
    game = play(other, CODE, end=True)
    assert client.get(address(game)).status_code == 404
    assert client.get(reverse("games:record", args=[game.pk])).status_code == 404


def test_a_game_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get(reverse("games:replay", args=[uuid.uuid4()])).status_code == 404


def test_a_secret_deal_is_replayed_only_by_those_who_ended_their_own_attempt(
    client: Client, ada: User, play: Callable[..., Game]
) -> None:
    game = play(Owner(user_id=ada.pk), CODE, end=True)
    deals.keep_secret(deal=game.deal, until=timezone.now() + timedelta(hours=3))
    assert client.get(address(game)).status_code == 404
    assert client.get(reverse("games:record", args=[game.pk])).status_code == 404
    client.force_login(ada)
    assert client.get(address(game)).status_code == 200


def test_the_pace_of_play_cuts_long_rests_short(visitor: Owner, play: Callable[..., Game]) -> None:
    game = play(visitor, CODE, 3, end=True)
    Game.objects.update(times=" 500 90000 90000")
    assert Replay(Game.objects.get(pk=game.pk)).waits() == [500, REST_MS, 0]


WINS = json.loads((Path(__file__).parents[1] / "vectors" / "wins.json").read_text())


@pytest.mark.parametrize("win", WINS[::6], ids=lambda win: str(win["code"]))
def test_a_won_game_is_replayed_to_its_last_card_and_its_score(win: dict[str, Any]) -> None:
    tokens = win["actions"].split()
    replay = Replay(Game(code=win["code"], actions=" ".join(tokens), times=" ".join("9" for _ in tokens)))
    step = replay.step(len(tokens))
    assert (step.number, step.last, step.view.status) == (len(tokens), len(tokens), "won")
    assert step.view.score == win["position"]["score"]
    assert sum(step.view.foundations) == len(replay.cards)
    assert len(replay.waits()) == len(tokens)
