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


def won_without_a_take_back(case: dict[str, Any]) -> bool:
    return case["position"]["status"] == "won" and "f" not in {token[0] for token in case["actions"].split()}


@pytest.mark.parametrize(
    "case", [one for one in load("wins", "cousins") if won_without_a_take_back(one.values[0])]
)
def test_what_a_won_game_is_worth(case: dict[str, Any]) -> None:
    position = case["position"]
    game, options, _ = case["code"].split("-")
    whole = {"RU1": 625, "YU1": 625, "DS1": 1220, "TS1": 1950, "TF1": 520, "KL1": 625}[game]
    vegas = {"DS1": 416, "TS1": 624, "KL1": 208}
    if options[-1] == "V":
        assert position["score"] == vegas[game]
    elif position["passes"] == 1:
        carried = sum(token.startswith("w-t") for token in case["actions"].split())
        assert position["score"] == whole + 5 * carried
    assert position["ranked_score"] == position["score"]
