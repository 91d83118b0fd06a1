"""Hints: useful, legal, drawn from what the player knows, and never in a circle."""

import random
from collections import deque
from itertools import islice

import pytest

from games.engine.codes import DealCode, number_to_letters
from games.engine.hints import hint, knowledge
from games.engine.position import Position
from games.engine.shuffle import deal_cards
from games.engine.table import Change
from games.engine.variants import SOLO_VARIANTS
from games.management.commands.hint_figures import STRIDE, follow
from tests.engine.scenes import do, scene

DEALS = {"KL": 5, "DS": 1, "TS": 1, "RU": 2, "YU": 2, "TF": 2}
"""Deals that are followed for each game's options; `manage.py hint_figures --deals 1000` follows more."""
LONGEST = 200
"""Hints that are followed in one deal: Triple Solitaire goes on for long, and is slow."""
OPTIONS = [(code, options) for code, game in SOLO_VARIANTS.items() for options in game.option_choices]


def hinted(position: Position) -> str | None:
    action = hint(knowledge(position), position.rules)
    return None if action is None else str(action)


def dealt(game: str, options: str, number: int) -> Position:
    code = DealCode.make(game, options, number_to_letters(number))
    return Position.deal(code, deal_cards(code, key=""))


def test_an_ace_goes_up_first() -> None:
    assert hinted(scene("t1: [9C] 7H | t2: [4D] AS | t3: [5D] 8S | s: 3")) == "t2-f"


def test_a_move_that_turns_up_a_card_comes_before_a_draw() -> None:
    assert hinted(scene("t1: [9C] 7H | t2: [5D] 8S | s: 3")) == "t1-t2"


def test_of_two_columns_the_one_that_hides_more_is_turned_up() -> None:
    assert hinted(scene("t1: [9C] 7H | t2: [5D] 8S | t3: [4C 2S 3S] 7D | s: 3")) == "t3-t2"


def test_a_king_does_not_wander_between_empty_columns() -> None:
    assert hinted(scene("t1: KS | t2: [5D 3C] 8S")) is None


def test_a_whole_column_makes_room_for_a_king_that_hides_cards() -> None:
    position = scene(
        "t1: 7H | t2: [5D] 8S | t3: [4C 2C] KD | t4: [2D] 4S | t5: [3D] TC | t6: [5C] JC | t7: [3S] 9S"
    )
    assert hinted(position) == "t1-t2"
    assert hinted(do(position, "t1-t2")) == "t3-t1"


def test_a_card_comes_back_from_its_foundation_to_carry_what_hides_another() -> None:
    position = scene("t1: 9S | t2: [KC] 7C | f2: 8H | f1: 2S | f3: 2D | f4: 2C")
    assert hinted(position) == "f2-t1"
    assert hinted(do(position, "f2-t1")) == "t2-t1"


def test_without_a_move_the_next_card_is_drawn_while_it_is_new() -> None:
    assert hinted(scene("t1: [9C] 7H | t2: [5D] 9S | s: 3")) == "s-w"


def test_a_full_pass_that_changed_nothing_ends_the_hints() -> None:
    dead = "t1: [9C] 7H | t2: [5D] 9S | w: 2S 9D 4C"
    assert hinted(scene(dead)) is None
    assert hinted(scene("t1: [9C] 7H | t2: [5D] 9S | w: 2S | s: 4C 9D | passes: 2")) is None


def test_the_waste_is_turned_over_for_a_card_that_is_known_to_help() -> None:
    position = scene("t1: [9C] 7H | t2: [5D] 9D | w: 2H 8S 4C")
    said = []
    while position.down[0]:
        said.append(hinted(position))
        do(position, str(said[-1]))
    assert said == ["w-s", "s-w", "s-w", "w-t2", "t1-t2"]


def test_in_the_last_pass_nothing_is_passed_by_that_goes_up() -> None:
    assert hinted(scene("t1: [9C] 7H | f1: 4S | w: 5S | s: 2", game="KL1-D1V")) == "w-f"


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_hints_followed_alone_are_legal_and_never_come_back(game: str, options: str) -> None:
    for number in range(DEALS[game]):
        deque(islice(follow(dealt(game, options, 1000 + number)), LONGEST), maxlen=0)


def test_hints_win_a_good_share_of_klondike() -> None:
    won = 0
    for number in range(40):
        position = dealt("KL", "D1N", STRIDE * number + 1)
        for _ in follow(position):
            pass
        won += position.won
    assert won >= 20


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_a_hint_does_not_depend_on_what_was_never_seen(game: str, options: str) -> None:
    rng = random.Random(f"{game}{options}")
    position = dealt(game, options, 5)
    history: list[Change] = []
    while (said := hint(knowledge(position, history), position.rules)) and len(history) < 60:
        before = knowledge(position, history)
        deal_hidden_anew(position, rng)
        assert knowledge(position, history) == before
        assert hint(before, position.rules) == said
        action = said if rng.random() < 0.8 else rng.choice(position.legal_actions())
        history.append(position.apply(action))


def deal_hidden_anew(position: Position, rng: random.Random) -> None:
    """Exchange the face-down cards, and in the first pass those of the stock, among each other."""
    stock = range(position.drawn, len(position.pack)) if position.passes == 1 else range(0)
    places = [
        (column, at)
        for column, down in zip(position.columns, position.down, strict=True)
        for at in range(down)
    ]
    places += [(position.pack, at) for at in stock]
    cards = [pile[at] for pile, at in places]
    rng.shuffle(cards)
    for (pile, at), card in zip(places, cards, strict=True):
        pile[at] = card
