"""Every worked example is replayed through the engine, to its refusal."""

import pytest

from games.content.examples import BrokenExample, steps_of
from games.content.models import Example
from games.content.services import read_examples
from games.engine.cards import card_name
from games.engine.variants import VARIANTS

EXAMPLES = {values["slug"]: Example(**values) for values in read_examples()}


@pytest.mark.parametrize("slug", EXAMPLES)
def test_an_example_can_be_played_and_is_refused_as_it_says(slug):
    example = EXAMPLES[slug]
    steps = steps_of(example)
    assert len(steps) == 1 + len(example.tokens.split()) + bool(example.refused)
    assert (steps[-1].refusal.reason if steps[-1].refusal else "") == example.reason


@pytest.mark.parametrize("slug", EXAMPLES)
def test_an_example_has_a_comment_a_step_in_both_languages_or_none(slug):
    example = EXAMPLES[slug]
    french, english = example.notes_fr.splitlines(), example.notes_en.splitlines()
    assert len(french) == len(english) <= len(example.tokens.split())


@pytest.mark.parametrize("key", [variant.key for variant in VARIANTS.values()])
def test_every_game_shows_a_queen_refused_for_an_empty_column(key):
    example = EXAMPLES[f"{key}-dame"]
    last = steps_of(example)[-1]
    assert last.refusal.reason == "not_a_king"
    source, _, target = last.tokens[0].rpartition("/")[2].partition("-")
    column = last.views[0].columns[int(source[1:].split(":")[0]) - 1].cards
    count = int(source.split(":")[1]) if ":" in source else 1
    assert card_name(column[-count]).startswith("Q")
    assert last.views[0].columns[int(target[1:]) - 1] == (0, ())


def test_double_shows_the_second_ace_of_spades_taking_the_second_place():
    steps = steps_of(EXAMPLES["double-second-as"])
    assert [step.views[0].foundations[:2] for step in steps[:4]] == [(0, 0), (1, 0), (1, 1), (2, 1)]


def test_thoughtful_shows_a_visible_group_that_is_out_of_order():
    last = steps_of(EXAMPLES["thoughtful-groupe"])[-1]
    assert last.refusal.reason == "not_a_sequence"
    assert all(column.down == 0 for column in last.views[0].columns)


def test_russian_shows_a_group_in_disorder_moved_and_the_seven_refused():
    before, after = steps_of(EXAMPLES["russian-groupe"])[:2]
    moved = after.views[0].columns[2].cards[-5:]
    assert [card_name(card) for card in moved] == ["6S", "JD", "9S", "2C", "KH"]
    assert after.views[0].columns[4].down == before.views[0].columns[4].down - 1
    seven = steps_of(EXAMPLES["russian-sept-de-coeur"])[-1]
    assert seven.refusal.reason == "wrong_suit"
    assert card_name(seven.views[0].columns[3].cards[-1]) == "7H"
    assert card_name(seven.views[0].columns[5].cards[-1]) == "8D"


def test_klondike_shows_the_fan_shifted_by_a_redeal():
    wastes = [
        [card_name(card) for card in step.views[0].waste] for step in steps_of(EXAMPLES["klondike-eventail"])
    ]
    assert wastes[1] == ["KC", "5D", "9H"]
    assert wastes[11] == ["KC", "5D", "7C"]


def test_klondike_shows_a_card_taken_back_from_a_foundation():
    steps = steps_of(EXAMPLES["klondike-reprise"])
    assert steps[4].views[0].foundations[0] == steps[3].views[0].foundations[0] - 1
    assert steps[4].views[0].score == steps[3].views[0].score - 15


def test_two_players_both_want_one_foundation():
    steps = steps_of(EXAMPLES["duel-fondation"])
    assert steps[2].tokens == ("a/t4-f",)
    assert steps[3].tokens == ("b/t3-f",) and steps[3].refusal
    assert card_name(steps[3].views[1].columns[2].cards[-1]) == "2H"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tokens": "t1-t2"}, "refused"),
        ({"refused": "s-w"}, "not refused"),
        ({"cards": "AS AS"}, "cards"),
        ({"options": "Z"}, "option"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_a_broken_example_says_what_is_wrong(change, said):
    values = next(values for values in read_examples() if values["slug"] == "klondike-dame")
    with pytest.raises(BrokenExample, match=said):
        steps_of(Example(**{**values, **change}))
