"""Load and faults go to this machine only, and a load run says whose limit it met."""

import pytest

from tools.faults.client import Answer, Browser, check_503
from tools.faults.registry import Broken
from tools.load.measuring import Crowd, Step
from tools.load.report import costs, growth_of_memory, summary
from tools.rig.loopback import Elsewhere, only_here


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://10.0.0.1:8000",
        "http://127.0.0.1.example.org/",
        "http://localhost.example.org",
        "http://me@127.0.0.1/",
        "http://[2001:db8::1]/",
        "http://2130706433/",
        "ftp://127.0.0.1/",
        "127.0.0.1:8000",
        "",
    ],
)
def test_another_machine_is_refused_before_a_byte_is_sent(url: str) -> None:
    with pytest.raises(Elsewhere):
        only_here(url)
    with pytest.raises(Elsewhere):
        Browser(url)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8400/x", "http://127.8.8.8:1", "http://[::1]:8400", "http://localhost:80"]
)
def test_this_machine_is_served(url: str) -> None:
    assert only_here(url) == url.removesuffix("/x")


def step(players: int, ms: float = 20.0, **how: float) -> Step:
    """A step in which each player moved five times in ten seconds, each in `ms`."""
    crowd = Crowd(players=players)
    return Step(
        crowd=crowd,
        seconds=10.0,
        times={"move": [ms] * players * 5},
        failures={},
        cpu={"web": players * 0.005, "database": 0.0, "redis": 0.0, "nginx": 0.0},
        memory={"web": 100_000 + 20 * players, "redis": 0},
        generator_cpu=how.get("generator_cpu", 0.2),
        generator_lag=how.get("generator_lag", 2.0),
        idle=how.get("idle", 0.5),
        load_average=1.0,
    )


def test_what_holds_and_what_a_move_costs() -> None:
    steps = [step(50), step(100), step(150, ms=400.0)]
    found = summary(steps, {"players": step(100)})
    assert (found["held"], found["first_not_held"]) == (100, 150)
    assert found["players_per_web_core"] == 200
    assert found["costs"]["web ms per move"] == 10.0
    assert growth_of_memory(steps) == 20.0
    assert costs({}) == {}


def test_a_failure_or_nobody_served_does_not_hold() -> None:
    failing, nobody = step(50), step(0)
    failing.failures["move: 503"] = 1
    assert not failing.holds
    assert not nobody.holds


def test_whose_limit_it_was_is_said() -> None:
    assert step(50).limit == ""
    assert step(50, generator_lag=80.0).limit == "generator"
    assert step(50, generator_cpu=0.95).limit == "generator"
    assert step(50, idle=0.01).limit == "machine"


def test_a_mixed_crowd_has_all_kinds_of_people() -> None:
    crowd = Crowd.of(100)
    assert (crowd.players, crowd.readers, crowd.matches, crowd.playing) == (80, 20, 10, 100)


def test_a_503_without_a_sentence_or_a_time_breaks_the_promise() -> None:
    good = Answer(503, b"<h1>Later</h1>")
    good.headers["Retry-After"], good.headers["Cache-Control"] = "5", "no-store"
    check_503(good)
    check_503(Answer(200))
    for missing in ("Retry-After", "Cache-Control"):
        bad = Answer(503, b"<h1>Later</h1>")
        for name in good.headers:
            if name != missing:
                bad.headers[name] = good.headers[name]
        with pytest.raises(Broken):
            check_503(bad)
