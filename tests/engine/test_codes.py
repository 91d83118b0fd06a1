"""Deal codes: one spelling, read kindly, refused precisely."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codes import CodeError, DealCode, letters_to_number, number_to_letters, parse_code
from games.engine.variants import VARIANTS

KINDLY = [
    "DS1-D1N-AAAAAAB",
    "ds1-d1n-aaaaaab",
    "  DS1-D1N-AAAAAAB\n",
    "DS1 - D1N - AAAAAAB",
    "DS 1-D1 N-AAAA AAB",
    "ds1 d1n aaaaaab",
    "ds1-d1n aaaaaab",
    "DS1–D1N—AAAAAAB",
    "DS1‐D1N‑AAAAAAB",
    "DS1−D1N－AAAAAAB",
    "DS1\u00a0–\u00a0D1N\u202f–\u202fAAAAAAB",
]

WRONG = [
    ("", "shape"),
    ("DS1", "shape"),
    ("DS1-D1N", "shape"),
    ("DS1D1NAAAAAAB", "shape"),
    ("DS1-D1N-AAAAAAB-C", "shape"),
    ("---", "shape"),
    ("XX1-D1N-AAAAAAB", "game"),
    ("1-D1N-AAAAAAB", "game"),
    ("-D1N-AAAAAAB", "game"),
    ("KLONDIKE1-D1N-AAAAAAB", "game"),
    ("ſd1-D1N-AAAAAAB", "game"),
    ("DS-D1N-AAAAAAB", "version"),
    ("DS2-D1N-AAAAAAB", "version"),
    ("DS01-D1N-AAAAAAB", "version"),
    ("DS1.0-D1N-AAAAAAB", "version"),
    ("DS１-D1N-AAAAAAB", "version"),
    ("DS1--AAAAAAB", "options"),
    ("DS1-D2N-AAAAAAB", "options"),
    ("DS1-ND1-AAAAAAB", "options"),
    ("DS1-D1S-AAAAAAB", "options"),
    ("TF1-D1V-AAAAAAB", "options"),
    ("KL1-D1V3-AAAAAAB", "options"),
    ("KL1-D1N2-AAAAAAB", "options"),
    ("YU1-C-AAAAAAB", "options"),
    ("DK1-D1-AAAAAAB", "options"),
    ("DK1-D1SMB-AAAAAAB", "options"),
    ("DS1-D1N-", "letters"),
    ("DS1-D1N-AAAAAA", "letters"),
    ("DS1-D1N-AAAAAAAA", "letters"),
    ("DS1-D1N-AAAA1AB", "letters"),
    ("DS1-D1N-ÀAAAAAB", "letters"),
    ("DS1-D1N-ıAAAAAB", "letters"),
    ("XX9-D9N-1", "game"),
    ("DS9-D9N-1", "version"),
    ("DS1-D9N-1", "options"),
]

letters = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=7, max_size=7)
codes = st.sampled_from([(v.code, o) for v in VARIANTS.values() for o in v.option_choices])


@pytest.mark.parametrize("typed", KINDLY)
def test_a_typed_code_is_read_kindly(typed: str) -> None:
    assert parse_code(typed).text == "DS1-D1N-AAAAAAB"


@pytest.mark.parametrize(("typed", "part"), WRONG)
def test_a_wrong_code_is_refused_at_its_first_wrong_part(typed: str, part: str) -> None:
    with pytest.raises(CodeError) as error:
        parse_code(typed)
    assert error.value.part == part
    assert str(error.value) == error.value.template % error.value.params


def test_a_refusal_says_what_the_part_may_be() -> None:
    with pytest.raises(CodeError, match="C, R"):
        parse_code("RU1-X-AAAAAAB")
    with pytest.raises(CodeError, match="KL, DS, TS, RU, YU, TF, DK"):
        parse_code("XX1-X-AAAAAAB")


def test_a_refusal_stays_short_whatever_was_typed() -> None:
    for typed in ("X" * 10**6, "DS1-" + "X" * 10**6 + "-A", "DS1-D1N-" + "9" * 10**6, "-" * 10**6):
        with pytest.raises(CodeError) as error:
            parse_code(typed)
        assert len(str(error.value)) < 500


@given(codes, letters)
def test_parsing_and_printing_a_code_are_inverse(kind: tuple[str, str], text: str) -> None:
    code = DealCode.make(*kind, text)
    assert parse_code(code.text) == code
    assert parse_code(code.text.lower()) == code
    assert hash(parse_code(code.text)) == hash(code)


@given(st.integers(0, 26**7 - 1))
def test_letters_and_numbers_are_inverse(number: int) -> None:
    assert letters_to_number(number_to_letters(number)) == number


def test_letters_count_in_base_26() -> None:
    assert [number_to_letters(number) for number in (0, 1, 27)] == ["AAAAAAA", "AAAAAAB", "AAAAABB"]


@pytest.mark.parametrize("number", [-1, 26**7])
def test_a_number_without_letters_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="26"):
        number_to_letters(number)


def test_options_do_not_change_the_deal() -> None:
    assert parse_code("RU1-C-AAAAABB").deal == parse_code("RU1-R-AAAAABB").deal == "RU1-AAAAABB"


def test_the_options_of_each_game() -> None:
    count = {code: len(variant.option_choices) for code, variant in VARIANTS.items()}
    assert count == {"KL": 14, "DS": 4, "TS": 4, "RU": 2, "YU": 1, "TF": 2, "DK": 32}


@pytest.mark.parametrize(
    ("options", "draw", "passes", "currency"),
    [
        ("D1N", 1, None, False),
        ("D3N3", 3, 3, False),
        ("D3S1", 3, 1, False),
        ("D1V", 1, 1, True),
        ("D3V", 3, 3, True),
    ],
)
def test_options_are_resolved_to_numbers(options: str, draw: int, passes: int | None, currency: bool) -> None:
    rules = parse_code(f"KL1-{options}-AAAAAAB").rules
    assert (rules.draw, rules.passes, rules.currency) == (draw, passes, currency)
