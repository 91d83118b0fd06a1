"""The table's addresses: what they answer to good and bad requests, and that no byte names a hidden card."""

import re
from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.engine.cards import CARD_NAMES
from games.engine.view import View, visible
from games.play import deals, services
from games.play.models import Game
from games.play.owners import Owner
from games.play.render.names import card_words

CODE = "KL1-D1N-AAAAAAB"
HTMX = {"HX-Request": "true"}


class Player:
    """Someone at a table, seen through the test client."""

    def __init__(self, code: str = CODE, **preferences: bool) -> None:
        self.user = User.objects.create_user("camille", "camille@example.org", "x")
        self.user.preferences = preferences
        self.user.save()
        self.client = Client()
        self.client.force_login(self.user, backend="django.contrib.auth.backends.ModelBackend")
        self.owner = Owner(user_id=self.user.pk)
        self.id = services.begin(owner=self.owner, code=code, origin="code").pk

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.id)

    def page(self) -> Any:
        return self.client.get(reverse("games:table", args=[self.id]))

    def post(self, name: str, htmx: bool = True, **values: object) -> Any:
        headers = HTMX if htmx else None
        return self.client.post(reverse(f"games:{name}", args=[self.id]), values, headers=headers)

    def act(self, token: str, version: object = None, htmx: bool = True) -> Any:
        at = self.game.version if version is None else version
        return self.post("action", htmx, action=token, version=at)


@pytest.fixture
def player(db: None) -> Player:
    return Player()


def text(response: HttpResponse) -> str:
    return response.content.decode()


def test_the_page_is_never_stored(player: Player) -> None:
    response = player.page()
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]


def test_an_action_answers_with_the_piles_that_changed(player: Player) -> None:
    response = player.act("t7-t1")
    assert response.status_code == 200
    assert re.findall(r'id="(pile-\w+)" hx-swap-oob', text(response)) == ["pile-t1", "pile-t7"]
    assert '"version":1' in text(response)


@pytest.mark.parametrize("version", [5, -1, "", "x", "9" * 30, "²"])
def test_a_wrong_version_gets_the_whole_true_table(player: Player, version: object) -> None:
    response = player.act("t7-t1", version=version)
    assert response.status_code == 409
    assert len(re.findall(r'id="pile-\w+"', text(response))) == 13
    assert player.game.version == 0


@pytest.mark.parametrize(
    "token", ["t4-t2", "t1:9-t2", "f1-t1", "w-f", "t7-f*", "../../x", "", "x" * 10_000, "t99-t1"]
)
def test_a_refused_or_forged_action_changes_nothing_and_says_why(player: Player, token: str) -> None:
    response = player.act(token)
    assert response.status_code == 422
    message = re.search(r'id="message"[^>]*>([^<]+)<', text(response))
    assert message
    assert len(message[1]) < 300
    assert player.game.version == 0


def test_russian_names_the_suit_that_a_card_asks_for(db: None) -> None:
    response = Player("RU1-C-AAAAAAB").act("t5:2-t1")
    assert "(9 de cœur sur 10 de carreau)\xa0: il faut une carte de la même famille." in text(response)


def test_who_wants_no_rules_told_still_hears_how_things_stand(db: None) -> None:
    player = Player(rules=False)
    assert "Ce n’est pas possible." in text(player.act("t1-f"))
    assert "Ce n’est pas possible." not in text(player.act("elsewhere"))
    player.act("s-w")
    player.post("pause")
    assert "La partie est en pause" in text(player.act("s-w"))
    player.post("resume")
    player.post("give_up", htmx=False, version=player.game.version)
    assert "Cette partie a été abandonnée" in text(player.act("s-w"))


def test_a_form_without_scripts_is_sent_back_to_the_page(player: Player) -> None:
    response = player.act("t7-t1", htmx=False)
    assert (response.status_code, response["Location"]) == (303, f"/partie/{player.id}/")
    refused = player.act("t4-t2", htmx=False)
    assert refused.status_code == 303
    assert "roi de pique" in text(player.page())


def test_somebody_elses_game_is_not_found(player: Player) -> None:
    stranger = Client()
    for name in ("table", "action", "pause", "resume", "give_up", "restart"):
        for pk in (player.id, uuid4()):
            address = reverse(f"games:{name}", args=[pk])
            answer = stranger.get(address) if name == "table" else stranger.post(address)
            assert answer.status_code == 404


def test_pausing_takes_the_cards_away_until_resumed(player: Player) -> None:
    player.act("s-w")
    assert "data-card" not in text(player.post("pause"))
    assert "data-card" not in text(player.page())
    refused = player.act("s-w")
    assert refused.status_code in (409, 422)
    assert "data-card" not in text(refused)
    assert "data-card" in text(player.post("resume"))


def test_a_page_left_behind_by_a_newer_one_pauses_nothing(player: Player) -> None:
    player.act("s-w")
    old = re.search(r'data-page="(\d+)"', text(player.page()))
    new = re.search(r'data-page="(\d+)"', text(player.page()))
    assert old and new and old[1] != new[1]
    assert player.post("pause", page=old[1]).status_code == 204
    assert not player.game.paused
    assert player.post("pause", page=new[1]).status_code == 200
    assert player.game.paused


def test_a_given_up_game_shows_its_sheet_and_takes_no_action(player: Player) -> None:
    player.act("t7-t1")
    assert player.post("give_up", htmx=False, version=1).status_code == 303
    assert 'id="total">5 points' in text(player.page())
    assert player.act("s-w").status_code == 422


def test_restarting_deals_the_same_cards_on_another_page(player: Player) -> None:
    player.act("t7-t1")
    response = player.post("restart", htmx=False, version=1)
    again = Game.objects.exclude(pk=player.id).get()
    assert response["Location"] == f"/partie/{again.pk}/"
    assert again.code == player.game.code
    assert player.game.over


def test_the_secret_code_of_a_challenge_is_in_no_byte_while_it_is_played(player: Player) -> None:
    deals.keep_secret(deal="RU1-AAAAAAB", until=timezone.now() + timedelta(days=1))
    player.id = services.begin(owner=player.owner, code="RU1-C-AAAAAAB", origin="daily").pk
    first = player.game.deal_code
    token = services.resume_play(player.game).position.legal_actions()[0]
    assert first.letters not in text(player.page()) + text(player.act(str(token))) + text(player.act("t1-t1"))
    player.post("give_up", htmx=False, version=1)
    assert first.text in text(player.page())  # the player's own attempt has ended


@pytest.mark.parametrize("code", ["KL1-D3N-NMXKNML", "RU1-C-IRXBEQX", "DS1-D3N-TIXLZWX"])
def test_no_response_of_a_game_names_a_hidden_card(
    db: None, winning_line: dict[str, list[str]], code: str
) -> None:
    player = Player(code, automatic=False)
    line = winning_line[code]
    seen: set[int] = set()
    for token in [*line[:12], "undo", "undo", "redo", "t1-t1", "finish", *line[11:90]]:
        response = player.act(token)
        view = visible(services.resume_play(player.game).position)
        seen |= shown(view)
        assert_only(seen, view, text(response))
    assert_only(seen, view, text(player.page()))


def shown(view: View) -> set[int]:
    """The cards of a view: those that lie face up, the waste, and what the foundations hold."""
    per_suit = len(view.foundations) // 4
    up = {
        slot // per_suit * 13 + rank for slot, height in enumerate(view.foundations) for rank in range(height)
    }
    return up | set(view.waste) | {card for column in view.columns for card in column.cards}


def assert_only(seen: set[int], view: View, body: str) -> None:
    """No card that was never seen is named, by code or in words; in columns, only those that lie face up."""
    for card in set(range(52)) - seen:
        assert CARD_NAMES[card] not in re.findall(r'"(\w\w)"', body)
        assert f">{card_words(card)}<" not in body
        assert card_words(card) not in body
    lying = Counter(CARD_NAMES[card] for column in view.columns for card in column.cards)
    in_columns = re.findall(r'<ol class="pile column.*?</ol>', body)
    drawn = Counter(name for pile in in_columns for name in re.findall(r'data-card="(\w\w)"', pile))
    assert not drawn - lying
