"""Games won by hand on the live site, to the sheet and the deal's board."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page

from games.play.models import Game
from leaderboards.models import Entry
from tests.browser.hands import Hands, begin, new_player, winning, wins

Login = Callable[[AbstractBaseUser], None]
BY_HAND = 40
"""How many of the last actions are played by hand where the first ones went through the service."""
WHOLE = {"KL1-D3V-CYAISCC"}
"""Played by hand from the first card to the last: the stock, its redeals and every kind of move come up."""

WON = [
    ("RU1-C-IRXBEQX", "625 points"),
    ("TF1-D1N-CDAJDWX", None),
    ("KL1-D1N-FTBFIGG", None),
    ("KL1-D3N-NMXKNML", None),
    ("KL1-D1V-WAFOQAD", "$208"),
    ("KL1-D3V-CYAISCC", "$208"),
]


@pytest.mark.parametrize(("code", "score"), WON, ids=[code for code, _ in WON])
def test_a_winning_line_played_by_hand_reaches_its_score(
    page: Page, login: Login, code: str, score: str | None
) -> None:
    expected = wins()[code]["position"]["score"]
    user = new_player(automatic=False)
    login(user)
    line = winning(code)
    first = 0 if code in WHOLE else len(line) - BY_HAND
    hands = Hands(page, begin(user, code, line[:first]))
    hands.play(line[first:])
    hands.expect_result(score or f"{expected} points")
    assert ranked_on_deal(hands.game) == [(user.pk, wins()[code]["position"]["ranked_score"])]


def test_the_end_of_a_double_vegas_is_played_by_hand_to_416_dollars(page: Page, login: Login) -> None:
    code = "DS1-D1V-UNAGBXN"
    line = winning(code)
    user = new_player()
    login(user)
    hands = Hands(page, begin(user, code, line[:-BY_HAND]))
    hands.play(line[-BY_HAND:])
    hands.expect_result("$416")
    assert ranked_on_deal(hands.game) == [(user.pk, 416)]


def ranked_on_deal(game: Game) -> list[tuple[int, int]]:
    """Players and ranked scores on the board of a game's deal."""
    stored = Game.objects.get(pk=game.pk)
    assert stored.won and stored.on_deal_board
    entries = Entry.objects.filter(board__kind="deal", board__pure=False, result__run_id=game.pk)
    return list(entries.values_list("player_id", "result__ranked_score"))
