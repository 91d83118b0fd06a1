"""A registered game comes with its proofs: vectors, a perft file and the properties (each tested where it
stands).
"""

import doctest
import importlib
import json
import pkgutil
from pathlib import Path

import pytest

from games import engine
from games.engine.rules import rules_for
from games.engine.variants import SOLO_VARIANTS, VARIANTS
from tests.engine.test_properties import TESTED
from tests.engine.test_vectors import VECTORS

DOCS = Path(__file__).parents[2] / "docs"
MODULES = sorted(module.name for module in pkgutil.walk_packages(engine.__path__, "games.engine."))


def games_of(*names: str) -> set[str]:
    cases = [case for name in names for case in json.loads((VECTORS / f"{name}.json").read_text())]
    return {case["code"][:2].upper() for case in cases}


def test_every_game_has_vectors() -> None:
    assert games_of("deals", "duels", "cousins") >= set(VARIANTS)
    assert games_of("plays", "duels", "cousins") >= set(VARIANTS)


def test_every_game_has_its_properties_tested() -> None:
    assert set(VARIANTS) == TESTED


@pytest.mark.parametrize("code", VARIANTS)
def test_a_game_is_declared_whole(code: str) -> None:
    variant = VARIANTS[code]
    assert (variant.code, len(code), code.isalpha()) == (code, 2, True)
    assert variant.key.isidentifier()
    assert sum(variant.heights) <= 52 * variant.decks
    for options in variant.option_choices:
        assert rules_for(variant, options) is rules_for(variant, options)


def test_keys_and_names_tell_the_games_apart() -> None:
    for values in ([v.key for v in VARIANTS.values()], [v.name for v in VARIANTS.values()]):
        assert len(set(values)) == len(VARIANTS)
    assert set(VARIANTS) - set(SOLO_VARIANTS) == {"DK"}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_documentation_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_examples_in_the_engine_s_page_run() -> None:
    assert doctest.testfile(str(DOCS / "engine.md"), module_relative=False).failed == 0
