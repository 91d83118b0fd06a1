"""The positions that every engine of this site has to reproduce, under the empty key."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.records import replay_text

VECTORS = Path(__file__).parents[1] / "vectors"


def load(*names: str) -> list[Any]:
    """The cases of some files, each with a name that tells them apart."""
    return [
        pytest.param(case, id=f"{name}-{number}-{case['code']}")
        for name in names
        for number, case in enumerate(json.loads((VECTORS / f"{name}.json").read_text()))
    ]


def replay(case: dict[str, Any]) -> dict[str, Any]:
    return replay_text(f"{case['code']}\n{case.get('actions', '')}", key="")


@pytest.mark.parametrize("case", load("deals", "plays", "wins", "duels", "cousins"))
def test_a_record_comes_to_its_position(case: dict[str, Any]) -> None:
    assert replay(case) == case["position"]


@pytest.mark.parametrize("case", load("refusals"))
def test_a_record_stops_at_its_refused_action(case: dict[str, Any]) -> None:
    error = replay(case)["error"]
    assert (error["index"], error["reason"]) == (case["index"], case["reason"])
    words = [case["code"], *case["actions"].split()]
    assert error["token"] == words[case["index"]]
    assert error["message"]
