"""What is said of a move in a match to who listens."""

import pytest
from django.utils import translation

from games.matches import selectors
from games.matches.render.said import said
from tests.browser.match_hands import begun, line, new_player
from tests.matches.conftest import do, duel_of, fresh

CODE = "DK1-D1S-AAAAAAG"


@pytest.mark.django_db
def test_the_waste_is_turned_over_only_by_a_redeal() -> None:
    match = begun(new_player("camille"), new_player("noor"), CODE)
    emptied = redeals = 0
    before = selectors.table_of(fresh(match), 1)
    for token in line(CODE):
        letter, _, action = token.partition("/")
        last = len(duel_of(match).seats[letter].waste) == 1
        do(match, "ab".index(letter) + 1, action)
        after = selectors.table_of(fresh(match), 1)
        if letter == "a" and after.view:
            with translation.override("en"):
                words = said(before, after)
            assert ("waste is turned over" in words.lower()) == (action == "w-s"), (token, words)
            redeals += action == "w-s"
            emptied += last and action.startswith(("w-f", "w-t"))
        before = after
        if emptied and redeals:
            return
    raise AssertionError("This game empties no waste, or turns none over.")
