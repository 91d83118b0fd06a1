"""The questions of a new game, and how answers become the canonical options of the engine."""

import pytest
from django.utils.translation import override

from games.engine.variants import SOLO_VARIANTS
from games.play.choices import join_options, options_in_words, questions, split_options, usual_forms

EVERY_FORM = [(code, options) for code, game in SOLO_VARIANTS.items() for options in game.option_choices]


@pytest.mark.parametrize(("code", "options"), EVERY_FORM)
def test_answers_split_from_options_join_to_the_same_options(code: str, options: str) -> None:
    assert join_options(code, split_options(options)) == options


@pytest.mark.parametrize(
    ("code", "answers", "options"),
    [
        ("KL", {"draw": "1", "marking": "V", "passes": "3"}, "D1V"),
        ("KL", {"draw": "3", "marking": "S", "passes": "1"}, "D3S1"),
        ("DS", {"draw": "3", "marking": "V"}, "D3V"),
        ("RU", {"rule": "R"}, "R"),
        ("YU", {}, "N"),
    ],
)
def test_vegas_fixes_its_passes_and_other_answers_are_kept(
    code: str, answers: dict[str, str], options: str
) -> None:
    assert join_options(code, answers) == options


def test_a_question_left_open_takes_its_first_answer() -> None:
    assert join_options("KL", {}) == "D1N"
    assert join_options("TF", {"draw": ""}) == "D1N"


def test_answers_that_a_game_does_not_have_are_refused() -> None:
    assert join_options("KL", {"draw": "9"}) is None
    assert join_options("DS", {"marking": "S"}) is None
    assert join_options("KL", {"passes": "7"}) is None


def test_only_real_choices_are_asked() -> None:
    asked = {code: [question.name for question in questions(code)] for code in SOLO_VARIANTS}
    assert asked == {
        "KL": ["draw", "marking", "passes"],
        "DS": ["draw", "marking"],
        "TS": ["draw", "marking"],
        "RU": ["rule"],
        "YU": [],
        "TF": ["draw"],
    }


def test_usual_forms_leave_out_limited_passes_and_begin_with_the_simplest() -> None:
    assert usual_forms("KL") == ("D1N", "D3N", "D1V", "D3V", "D1S", "D3S")
    assert usual_forms("RU") == ("C", "R")


def test_options_are_said_in_words() -> None:
    with override("en"):
        assert options_in_words("KL", "D3N1") == "Draw 3\u00a0· Normal\u00a0· One pass"
        assert options_in_words("RU", "R") == "Relaxed"
        assert options_in_words("YU", "N") == ""
