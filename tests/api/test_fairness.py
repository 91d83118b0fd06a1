"""No byte tells a hidden card, a withheld deal stays withheld, and what a program played counts nowhere."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import tokens
from accounts.models import AccessToken, User
from games.engine.cards import CARD_NAMES
from games.play import deals, services
from games.play.models import DealOpening, Game
from games.play.owners import Owner
from games.play.services import resume_play
from leaderboards import statistics
from leaderboards.models import Entry, Result
from tests.accounts.helpers import log_in
from tests.api.conftest import Api, problem
from tests.basics import time
from tests.play.conftest import drawn, shortest_win, wins

__all__ = ["drawn", "time"]
pytestmark = pytest.mark.django_db
OPENINGS = {
    "KL1-D3N-NMXKNML": 40,
    "DS1-D3N-TIXLZWX": 60,
    "RU1-C-IRXBEQX": 20,
}


def swap_hidden_cards(game: Game) -> int:
    """Turn the order of all hidden cards of a stored game round; return how many there are."""
    play = resume_play(game, automatic=False)
    position = play.position
    stock = [(position.pack, index) for index in range(position.drawn, len(position.pack))]
    covered = [
        (column, index)
        for column, down in zip(position.columns, position.down, strict=True)
        for index in range(down)
    ]
    places = stock + covered
    cards = [pile[index] for pile, index in places]
    for (pile, index), card in zip(places, reversed(cards), strict=True):
        pile[index] = card
    Game.objects.filter(pk=game.pk).update(snapshot=play.snapshot())
    return len(places)


def all_answers(api: Api, game: Game) -> list[bytes]:
    """What every request answers that leaves the table as it is, or takes up a piece of it."""
    path, version = f"games/{game.pk}/", game.version
    answers = [api.get(path), api.get("games/"), api.get(f"deals/{game.code}/"), api.get(f"{path}record/")]
    for token in ("t1-f", "t2:9-t1", "t1-t2", "s-t1", "finish", "redo", "x"):
        answers.append(api.post(f"{path}actions/", {"action": token, "version": version}))
    answers.append(api.post(f"{path}actions/", {"action": "s-w", "version": version + 1}))
    answers.append(api.post(f"{path}hint/", {"version": version}))
    answers.append(api.post(f"{path}pause/"))
    assert {answer.status_code for answer in answers} <= {200, 404, 409, 422}
    return [answer.content for answer in answers]


@pytest.mark.parametrize("code", OPENINGS)
def test_other_hidden_cards_change_no_byte(camille: User, api: Api, time, code: str) -> None:
    key = AccessToken.objects.get(player=camille).pk
    program = Owner(user_id=camille.pk, token=key)
    game = services.begin(owner=program, code=code)
    line = wins()[code]
    for version, token in enumerate(line["actions"].split()[: OPENINGS[code]]):
        time.tick(seconds=2)
        services.act(game_id=game.pk, owner=program, token=token, version=version, automatic=False)
    stored = Game.objects.filter(pk=game.pk).values().get()
    answers = all_answers(api, Game.objects.get(pk=game.pk))
    assert b"tableau" in answers[0]
    Game.objects.filter(pk=game.pk).update(**stored)
    assert swap_hidden_cards(Game.objects.get(pk=game.pk)) > 5
    assert all_answers(api, Game.objects.get(pk=game.pk)) == answers


def test_a_position_names_only_what_lies_open(api: Api) -> None:
    """From the deal to a win: each card is named only once it has been seen, and then only where it lies."""
    line = shortest_win("RU1-C")
    game = api.post("games/", {"code": line["code"]}).json()
    for token in line["actions"].split():
        position = game["position"]
        named = [card for column in position["tableau"] for card in column["up"]]
        hidden = sum(column["down"] for column in position["tableau"])
        up = sum(" A23456789TJQK".index(card[0]) for card in position["foundations"] if card)
        assert len(named) == len(set(named)) and set(named) <= set(CARD_NAMES)
        assert len(named) + hidden + up == 52
        game = api.post(f"games/{game['id']}/actions/", {"action": token, "version": game["version"]}).json()
    assert game["status"] == "won"


# --- withheld deals ---------------------------------------------------------------------------------------


def test_a_withheld_deal_opens_to_no_program(camille: User, api: Api, other: Api) -> None:
    deals.keep_secret(deal="RU1-AAAAAAB", until=timezone.now() + timedelta(days=1))
    for code in ("RU1-C-AAAAAAB", "RU1-R-AAAAAAB"):  # the options never change the cards
        problem(api.post("games/", {"code": code}), 403, "withheld")
    assert api.get("deals/RU1-C-AAAAAAB/").json()["withheld"]
    assert not Game.objects.exists() and not DealOpening.objects.exists()


def test_the_code_of_a_challenge_is_in_no_answer_until_the_own_attempt_has_ended(
    camille: User, api: Api, other: Api
) -> None:
    deals.keep_secret(deal="RU1-AAAAAAB", until=timezone.now() + timedelta(days=1))
    owner = Owner(user_id=camille.pk)
    game = services.begin(owner=owner, code="RU1-C-AAAAAAB", origin="daily")
    path = f"games/{game.pk}/"
    shown = api.get(path).json()
    assert shown["code"] is None and shown["position"]
    body = {"action": shown["actions"][0], "version": 0}
    refused = api.post(f"{path}actions/", body)  # the challenge is for hands
    problem(refused, 422, "begun_by_hand")
    services.act(game_id=game.pk, owner=owner, token=shown["actions"][0], version=0)
    stale = api.post(f"{path}actions/", body)
    problem(stale, 409, "stale_version")
    answers = [api.get(path), api.get("games/"), refused, stale, api.get(f"{path}record/")]
    assert all("AAAAAAB" not in answer.text for answer in answers)
    services.give_up(game_id=game.pk, owner=owner)
    assert api.get(path).json()["code"] == "RU1-C-AAAAAAB"
    assert api.get(f"{path}record/").status_code == 200
    problem(other.get(f"{path}record/"), 404, "not_found")  # Noor has not played it


# --- what a program played counts nowhere -----------------------------------------------------------------


def test_a_won_run_of_a_program_stands_on_no_board_and_in_no_statistics(
    camille: User, api: Api, client: Client, drawn
) -> None:
    line = shortest_win("RU1-C")
    drawn(line["code"][-7:])
    game = api.post("games/", {"game": "RU", "options": "C"}).json()
    for token in line["actions"].split():
        body = {"action": token, "version": game["version"]}
        game = api.post(f"games/{game['id']}/actions/", body, **{"Accept-Language": "en"}).json()
    assert game["status"] == "won" and game["by_token"]
    assert game["standing"]["reason"] == "token" and "counts nowhere" in game["standing"]["detail"]
    stored = Game.objects.get()
    assert not (stored.on_game_board or stored.on_deal_board or stored.flags)
    assert not Entry.objects.exists() and not Result.objects.exists()
    total = statistics.of_player(camille.pk).total
    assert (total.played, total.won, total.practice) == (0, 0, 0)
    log_in(client, "Camille")
    assert "It counts nowhere: a program played" in client.get(f"/en/partie/{game['id']}/").text
    assert "program" in client.get("/en/statistiques/").text


def test_a_vegas_game_of_a_program_stakes_nothing(api: Api) -> None:
    game = api.post("games/", {"game": "KL", "options": "D1V"}).json()
    path = f"games/{game['id']}/"
    api.post(f"{path}actions/", {"action": "s-w", "version": 0})
    api.post(f"{path}pause/")
    api.post(f"{path}give-up/", {"version": 2})
    assert Game.objects.get().over
    assert not Entry.objects.exists() and not Result.objects.exists()


def test_a_deal_that_a_program_saw_is_no_deal_of_ones_own(camille: User, api: Api, time) -> None:
    """It counts on the deal's board only: a program may have chosen it among a hundred."""
    game = api.post("games/", {"game": "KL", "options": "D1V"}).json()
    owner = Owner(user_id=camille.pk)
    services.act(game_id=game["id"], owner=owner, token="s-w", version=0)
    services.give_up(game_id=game["id"], owner=owner)
    stored = Game.objects.get()
    assert (stored.standing, stored.on_game_board, stored.by_token) == ("opened", False, False)


def test_the_first_attempt_of_a_program_is_the_players_first(camille: User, api: Api, time) -> None:
    """Else one could let a program turn all cards up, and then play."""
    game = api.post("games/", {"code": "RU1-C-AAAAAAB"}).json()
    api.post(f"games/{game['id']}/actions/", {"action": game["actions"][0], "version": 0})
    mine = services.begin(owner=Owner(user_id=camille.pk), code="RU1-C-AAAAAAB")
    token = str(resume_play(mine).position.legal_actions()[0])
    services.act(game_id=mine.pk, owner=Owner(user_id=camille.pk), token=token, version=0)
    assert Game.objects.get(pk=mine.pk).attempt == "practice"


def test_a_program_begins_no_deal_that_is_being_played_by_hand(camille: User, api: Api) -> None:
    """Its practice would end the attempt that counts."""
    owner = Owner(user_id=camille.pk)
    mine = services.begin(owner=owner, code="KL1-D1N-AAAAAAB")
    services.act(game_id=mine.pk, owner=owner, token="s-w", version=0)
    game = api.post("games/", {"code": "KL1-D3N-AAAAAAB"}).json()
    answer = api.post(f"games/{game['id']}/actions/", {"action": "s-w", "version": 0})
    assert (answer.status_code, answer.json()["reason"]) == (422, "begun_by_hand")
    assert not Game.objects.get(pk=mine.pk).over and Game.objects.get(pk=game["id"]).started_at is None
    services.give_up(game_id=mine.pk, owner=owner)
    assert api.post(f"games/{game['id']}/actions/", {"action": "s-w", "version": 0}).status_code == 200


def test_who_opened_a_deal_is_noted_by_the_key(camille: User, api: Api) -> None:
    api.post("games/", {"code": "RU1-C-AAAAAAB"})
    opening = DealOpening.objects.get()
    assert opening.token == AccessToken.objects.get().pk and opening.user is None
    assert tokens.of_player(camille)[0].pk == opening.token
