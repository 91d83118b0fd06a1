"""`bin/bench engine`: the engine beside OpenSpiel's `solitaire`, in one process, in turns, by CPU time.

random play: list the legal actions, choose one, play it (scored, and with what undo needs), again and again.
replay: check and play a record of 300 actions, as the site does; OpenSpiel applies 300 of its own, unchecked.

Both play Klondike, though not quite the same: OpenSpiel has no draw (each card of the stock that can come to
the top is playable) and turns a card up by a chance action of its own. Those count as actions too, in
OpenSpiel's favour. Dealing is not measured.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from games.engine.codes import DealCode, number_to_letters
from games.engine.play import Play
from games.engine.position import Position
from games.engine.shuffle import deal_cards

try:
    import pyspiel
except ImportError:
    sys.exit("The package open_spiel is missing: `bin/bench engine` installs it and runs this.")

ROUNDS = 15
GAMES = 40
LONGEST = 200
RECORD = 300
REPEATS = 20
OPTIONS = "D3N"


def main() -> None:
    """Run the rounds, print the table, and the ratios as JSON on the last line."""
    record, spiel_record = make_record(), make_spiel_record()
    rounds: list[tuple[float, float, float, float]] = [
        (
            random_play(number),
            spiel_random_play(number),
            seconds(lambda: Play.replay(*record)),
            seconds(lambda: spiel_apply(spiel_record)),
        )
        for number in range(ROUNDS)
    ]
    report(rounds)


def report(rounds: list[tuple[float, float, float, float]]) -> None:
    """The medians of the rounds, and of the ratios taken within each round."""
    ours, spiel, replay, spiel_replay = (median(column) for column in zip(*rounds, strict=True))
    play_ratio = median(row[0] / row[1] for row in rounds)
    replay_ratio = median(row[2] / row[3] for row in rounds)
    python = ".".join(map(str, sys.version_info[:3]))
    print(f"Python {python}, Klondike {OPTIONS}, medians of {ROUNDS} interleaved rounds, CPU time\n")
    print(f"{'':32}{'this engine':>14}{'OpenSpiel':>14}{'ratio':>10}")
    print(f"{'random play, actions/s':32}{ours:>14,.0f}{spiel:>14,.0f}{play_ratio:>10.2f}")
    name = f"{RECORD} actions, microseconds"
    print(f"{name:32}{replay * 1e6:>14,.0f}{spiel_replay * 1e6:>14,.0f}{replay_ratio:>10.2f}\n")
    ratios = {"random_play_vs_openspiel": play_ratio, "replay_vs_openspiel": replay_ratio}
    print(json.dumps({name: round(ratio, 3) for name, ratio in ratios.items()}))


def random_play(seed: int) -> float:
    """The engine's actions per second of CPU in random games."""
    rng = random.Random(seed)
    games = [Position.deal(*random_deal(rng)) for _ in range(GAMES)]
    count = 0
    start = time.process_time()
    for position in games:
        history = []
        for _ in range(LONGEST):
            actions = position.legal_actions()
            if not actions:
                break
            history.append(position.apply(rng.choice(actions)))
        count += len(history)
    return count / (time.process_time() - start)


def spiel_random_play(seed: int) -> float:
    """OpenSpiel's actions per second of CPU in random games."""
    rng = random.Random(seed)
    games = [spiel_deal(rng) for _ in range(GAMES)]
    count = 0
    start = time.process_time()
    for state in games:
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            count += 1
    return count / (time.process_time() - start)


def make_record() -> tuple[DealCode, tuple[int, ...], list[str]]:
    """A deal and 300 random actions of it."""
    rng = random.Random(1)
    code, cards = random_deal(rng)
    position, tokens = Position.deal(code, cards), []
    while len(tokens) < RECORD:
        action = rng.choice(position.legal_actions())
        position.apply(action)
        tokens.append(str(action))
    return code, cards, tokens


def make_spiel_record() -> list[tuple[Any, list[int]]]:
    """Random games of OpenSpiel, which ends each after 150 actions, of 300 actions together."""
    rng = random.Random(1)
    parts: list[tuple[Any, list[int]]] = []
    left = RECORD
    while left:
        state = spiel_deal(rng)
        dealt, actions = state.clone(), []
        while left and not state.is_terminal():
            actions.append(rng.choice(state.legal_actions()))
            state.apply_action(actions[-1])
            left -= 1
        parts.append((dealt, actions))
    return parts


def spiel_apply(parts: list[tuple[Any, list[int]]]) -> None:
    """Apply the actions of `make_spiel_record`."""
    for dealt, actions in parts:
        state = dealt.clone()
        for action in actions:
            state.apply_action(action)


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one run, over several."""
    start = time.process_time()
    for _ in range(REPEATS):
        work()
    return (time.process_time() - start) / REPEATS


def random_deal(rng: random.Random) -> tuple[DealCode, tuple[int, ...]]:
    """A Klondike deal and its cards."""
    code = DealCode.make("KL", OPTIONS, number_to_letters(rng.randrange(26**7)))
    return code, deal_cards(code, key="")


def spiel_deal(rng: random.Random) -> Any:
    """A state of OpenSpiel's with the first cards turned up."""
    state = pyspiel.load_game("solitaire").new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


if __name__ == "__main__":
    main()
