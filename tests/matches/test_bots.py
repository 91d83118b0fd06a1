"""The computer's levels: what they know, what they may do, how strong and how fast they are."""

import time
from collections.abc import Iterator
from io import StringIO
from random import Random
from statistics import mean

import pytest
from django.core.management import CommandError, call_command

from games.engine.codes import DealCode, number_to_letters
from games.engine.duel import PASS, SEATS, DuelPosition
from games.engine.shuffle import deal_duel_cards
from games.engine.variants import VARIANTS
from games.engine.view import visible_duel
from games.matches.bot import policy
from games.matches.bot.levels import LEVELS
from games.matches.bot.master import is_stuck
from games.matches.bot.sight import Sight, recall
from games.matches.bot.tournament import FIRST_UP, Contestant, game, play

OPTIONS = VARIANTS["DK"].option_choices
ENOUGH = 0.65


def dealt(options: str, number: int) -> DuelPosition:
    code = DealCode.make("DK", options, number_to_letters(number))
    return DuelPosition.deal(code, deal_duel_cards(code, ""))


def choice(duel: DuelPosition, seat: str, level: int, seed: int) -> str:
    memory = recall(duel, seat)
    return policy.choose(visible_duel(duel, seat), seat, level, Random(seed), memory=memory)


def positions(
    options: str, number: int, levels: tuple[int, int], actions: int = 400
) -> Iterator[DuelPosition]:
    """A game between two levels, before each of its actions."""
    duel = dealt(options, number)
    for step in range(actions):
        if duel.over:
            return
        yield duel
        seat = duel.turn or SEATS[step % 2]
        token = choice(duel, seat, levels[SEATS.index(seat)], step)
        if token != PASS or duel.turn or seat not in duel.passed:
            duel.do(f"{seat}/{token}")


def with_other_hidden_cards(duel: DuelPosition, rng: Random) -> DuelPosition:
    """The same duel for whoever looks on: each seat's cards that nobody has seen lie in another order."""
    other = DuelPosition.restore(duel.code, duel.snapshot())
    for table in other.seats.values():
        places = [
            (column, at) for column, down in zip(table.columns, table.down, strict=True) for at in range(down)
        ]
        if table.passes == 1:
            places += [(table.pack, at) for at in range(table.drawn, len(table.pack))]
        cards = [pile[at] for pile, at in places]
        rng.shuffle(cards)
        for (pile, at), card in zip(places, cards, strict=True):
            pile[at] = card
    return other


@pytest.mark.parametrize("options", ["D1S", "D3A", "D1SM", "D3SB", "D1A1"])
@pytest.mark.parametrize("level", LEVELS)
def test_cards_that_nobody_has_seen_change_no_choice(options: str, level: int) -> None:
    rng, differing = Random(5), 0
    for step, duel in enumerate(positions(options, 77 + level, (level, level))):
        other = with_other_hidden_cards(duel, rng)
        differing += other.snapshot() != duel.snapshot()
        for seat in SEATS:
            assert choice(other, seat, level, step) == choice(duel, seat, level, step)
    assert differing > 20


def test_the_other_ones_table_is_not_known_in_a_mirror_deal() -> None:
    for duel in positions("D1SM", 9, (3, 3)):
        assert recall(duel, "a").stocks["b"] is None
        assert recall(duel, "b").stocks["a"] is None


@pytest.mark.parametrize("options", ["D1S", "D3S"])
def test_only_what_lay_in_the_waste_is_remembered(options: str) -> None:
    seen: dict[str, set[int]] = {seat: set() for seat in SEATS}
    remembered = 0
    for duel in positions(options, 4, (2, 3)):
        view = visible_duel(duel, "a")
        for seat in SEATS:
            seen[seat] |= set(view.seats[seat].waste)
            stock = recall(duel, "a").stocks[seat]
            if stock is not None:
                assert set(stock) <= seen[seat]
                assert list(stock) == duel.seats[seat].stock[::-1]
                remembered += bool(stock)
    assert remembered


@pytest.mark.parametrize("options", OPTIONS)
def test_every_choice_is_legal_and_every_game_ends(options: str) -> None:
    for levels in ((1, 2), (2, 3), (3, 1)):
        seats = {seat: Contestant.of_level(level) for seat, level in zip(SEATS, levels, strict=True)}
        code = DealCode.make("DK", options, number_to_letters(300 + sum(levels)))
        duel, actions, seconds = game(code, seats, Random(1))  # raises a refusal if a choice is not legal
        assert duel.over and actions > 10 and seconds > 10


@pytest.mark.parametrize("one, two", [(2, 1), (3, 2)])
@pytest.mark.parametrize("options", ["D1S", "D1A"])
def test_each_level_beats_the_one_below(one: int, two: int, options: str) -> None:
    score = play(Contestant.of_level(one), Contestant.of_level(two), options, games=100, seed=2)
    assert score.games == 100 and not score.broken_off
    assert score.share >= ENOUGH


def test_the_master_beats_a_bot_that_always_plays_the_first_card_up() -> None:
    assert play(Contestant.of_level(3), FIRST_UP, "D1S", games=100, seed=2).share >= ENOUGH


def test_the_master_is_stronger_at_the_same_speed_too() -> None:
    three, two = (Contestant.of_level(level).at(1.0) for level in (3, 2))
    assert play(three, two, "D1S", games=100, seed=2).share > 0.6


def test_a_tournament_is_the_same_every_time() -> None:
    one, two = Contestant.of_level(2), Contestant.of_level(1)
    assert play(one, two, "D3S", games=6, seed=3) == play(one, two, "D3S", games=6, seed=3)
    assert play(one, two, "D3S", games=6, seed=3) != play(one, two, "D3S", games=6, seed=4)


def test_the_master_ends_a_game_that_it_leads_and_goes_on_with_one_that_it_doesnt() -> None:
    ended = went_on = 0
    for number in range(40):
        for duel in positions("D1S", number, (3, 2), actions=250):
            if "b" in duel.passed and "a" not in duel.passed:
                cards = duel.contributed
                token = choice(duel, "a", 3, 0)
                if cards["a"] > cards["b"]:
                    assert token == PASS
                    ended += 1
                else:
                    went_on += token != PASS
    assert ended and went_on


def test_the_master_knows_that_the_other_is_stuck_only_if_the_rules_say_so() -> None:
    stuck = 0
    for number in range(20):
        for duel in positions("D3S", number, (2, 2), actions=300):
            if is_stuck(Sight(visible_duel(duel, "a"), "a", recall(duel, "a"))):
                assert duel.seats["b"].is_blocked()
                stuck += 1
    assert stuck


def test_a_choice_takes_less_than_a_millisecond() -> None:
    for level in LEVELS:
        spent = []
        for duel in positions("D1S", 12, (level, level), actions=200):
            sight = Sight(visible_duel(duel, "a"), "a", recall(duel, "a"))
            rng, begin = Random(1), time.process_time()
            LEVELS[level].choose(sight, rng)
            spent.append(time.process_time() - begin)
        assert mean(spent) < 0.001


def test_higher_levels_act_faster_but_none_like_a_machine() -> None:
    rng = Random(3)
    pauses = {level: [policy.delay(level, rng) for _ in range(2000)] for level in LEVELS}
    assert mean(pauses[1]) > mean(pauses[2]) > mean(pauses[3]) > 1
    for level, found in pauses.items():
        assert abs(mean(found) / LEVELS[level].seconds - 1) < 0.1
        assert min(found) >= 0.5 and max(found) > 2 * min(found)


def test_the_command_prints_how_often_each_wins() -> None:
    out = StringIO()
    call_command("bot_tournament", games=2, options="d1a", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "D1A, 2 games of each pair"
    assert [line.split("  ")[0] for line in lines[2:] if line.strip()] == [
        "2 regular - 1 beginner",
        "3 master - 2 regular",
        "3 master - first card up",
        "3 master - 1 beginner",
    ]
    with pytest.raises(CommandError):
        call_command("bot_tournament", options="D2S", stdout=out)
