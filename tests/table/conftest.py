"""Winning lines of the vectors, for tests that draw or post whole games."""

import json
from pathlib import Path

import pytest

VECTORS = Path(__file__).parents[1] / "vectors"


@pytest.fixture(scope="session")
def winning_line() -> dict[str, list[str]]:
    """Deal code -> the tokens that win it, without take-backs."""
    found: dict[str, list[str]] = {}
    for line in json.loads((VECTORS / "wins.json").read_text()):
        found.setdefault(line["code"], line["actions"].split())
    return found
