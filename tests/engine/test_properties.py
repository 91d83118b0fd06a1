"""What holds in every position of random play, for every game of the site."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.actions import Action, Kind, read_action
from games.engine.codes import DealCode, number_to_letters, parse_code
from games.engine.duel import DuelPosition
from games.engine.play import Play
from games.engine.position import Position
from games.engine.records import write_record
from games.engine.refusals import Refusal
from games.engine.shuffle import deal_cards, deal_duel_cards
from games.engine.taps import taps
from games.engine.variants import SOLO_VARIANTS, VARIANTS
from games.engine.view import visible, visible_duel
from tests.engine.scenes import all_cards

SOLO = [code for code, variant in VARIANTS.items() if variant.seats == 1]
DUELS = [code for code in VARIANTS if code not in SOLO]
TESTED = {*SOLO, *DUELS}

numbers = st.integers(0, 26**7 - 1)


def random_choices(seed: int, length: int) -> list[int]:
    """Random numbers that choose the actions of a game. Hypothesis shrinks the length; lists of its own
    stay short.
    """
    rng = Random(seed)
    return [rng.randrange(2**16) for _ in range(length)]


choices = st.builds(random_choices, st.integers(0, 2**32), st.integers(0, 300))
UNDO, REDO = 6, 5  # of 16 choices, how likely undo and redo are: one in 16 each


def deal_code(game: str, number: int, choice: int) -> DealCode:
    options = VARIANTS[game].option_choices
    return DealCode.make(game, options[choice % len(options)], number_to_letters(number))


def random_play(game: str, number: int, picks: list[int], undo: bool = True) -> Iterator[Play]:
    """A game for one, given after the deal and after each step."""
    code = deal_code(game, number, len(picks))
    play = Play(code, deal_cards(code, ""), automatic=number % 2 == 0)
    yield play
    for pick in picks:
        actions = play.position.legal_actions()
        if undo and pick % 16 == UNDO and play.can_undo:
            play.do("undo")
        elif undo and pick % 16 == REDO and play.can_redo:
            play.do("redo")
        elif actions:
            play.do(str(actions[pick // 16 % len(actions)]))
        else:
            return
        yield play


def last(plays: Iterator[Play]) -> Play:
    *_, play = plays
    return play


def state(position: Position) -> tuple[object, ...]:
    """Everything about a position but what never comes back: moves and undos."""
    where = [sorted(places) for places in position.where]
    text = position.snapshot().split(" ")
    del text[2:4]
    return (*text, position.slots.wanted, where, position.cards_left)


def legal(position: Position, action: Action) -> bool:
    try:
        position.check(action)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("game", SOLO)
@given(number=numbers, picks=choices)
def test_cards_are_conserved_by_every_action(game: str, number: int, picks: list[int]) -> None:
    for play in random_play(game, number, picks):
        assert all_cards(play.position) == sorted(play.cards)
        assert play.position.cards_left == len(play.cards) - sum(play.position.foundations)


@pytest.mark.parametrize("game", SOLO)
@given(number=numbers, picks=choices)
def test_undo_all_and_redo_all_give_equal_positions(game: str, number: int, picks: list[int]) -> None:
    states = []
    for play in random_play(game, number, picks, undo=False):
        if not play.position.won:
            states.append(state(play.position))
    if play.position.won:
        return
    reached = [states.pop()]
    while play.can_undo:
        play.do("undo")
        reached.append(state(play.position))
        assert reached[-1] == states.pop()
    while play.can_redo:
        reached.pop()
        play.do("redo")
        assert reached[-1] == state(play.position)


@pytest.mark.parametrize("game", SOLO)
@given(number=numbers, picks=choices)
def test_every_action_comes_back_exactly(game: str, number: int, picks: list[int]) -> None:
    position = last(random_play(game, number, picks)).position
    before = state(position)
    for action in position.legal_actions():
        position.revert(position.apply(action))
        assert state(position) == before


@pytest.mark.parametrize("game", SOLO)
@given(number=numbers, picks=choices)
def test_the_list_of_legal_actions_and_the_refusals_agree(game: str, number: int, picks: list[int]) -> None:
    position = last(random_play(game, number, picks)).position
    listed = position.legal_actions()
    assert len(set(listed)) == len(listed)
    possible = [action for action in position.rules.actions.values() if not action.automatic]
    assert set(listed) == {action for action in possible if legal(position, action)}
    beyond = ["t99-f", "t1-t99", "w-t99", "f99-t1", "t1:99-t2", "t1-t1"]
    assert not any(legal(position, read_action(token)) for token in beyond)


@pytest.mark.parametrize("game", SOLO)
@given(number=numbers, picks=choices)
def test_a_hidden_card_is_never_a_source(game: str, number: int, picks: list[int]) -> None:
    for play in random_play(game, number, picks):
        position = play.position
        for action in position.legal_actions():
            if action.kind in (Kind.COLUMN_UP, Kind.COLUMN_MOVE):
                shown = len(position.columns[action.source]) - position.down[action.source]
                assert action.count <= shown
            elif action.kind in (Kind.WASTE_UP, Kind.WASTE_DOWN):
                assert position.drawn


@pytest.mark.parametrize("game", SOLO)
@given(number=numbers, picks=choices)
def test_what_the_player_gets_does_not_depend_on_hidden_cards(
    game: str, number: int, picks: list[int]
) -> None:
    play = last(random_play(game, number, picks))
    position = play.position
    other = Position.restore(play.code, position.snapshot())
    shuffle_hidden(other, Random(number))
    assert visible(other) == visible(position)
    assert taps(other) == taps(position)
    assert set(other.legal_actions()) == set(position.legal_actions())
    for action in [*position.rules.actions.values()][:: 1 + number % 7]:
        assert refusal_of(other, action) == refusal_of(position, action)


def shuffle_hidden(position: Position, rng: Random) -> None:
    """Deal the face-down cards and the stock anew among themselves."""
    hidden = position.pack[position.drawn :]
    for column, down in zip(position.columns, position.down, strict=True):
        hidden += column[:down]
    rng.shuffle(hidden)
    for column, down in zip(position.columns, position.down, strict=True):
        column[:down] = [hidden.pop() for _ in range(down)]
    position.pack[position.drawn :] = hidden


def refusal_of(position: Position, action: Action) -> str | None:
    try:
        position.check(action)
    except Refusal as refusal:
        return f"{refusal.reason} {refusal}"
    return None


@pytest.mark.parametrize("game", SOLO)
@given(number=numbers, picks=choices)
def test_a_snapshot_can_be_gone_on_from(game: str, number: int, picks: list[int]) -> None:
    play = last(random_play(game, number, picks))
    record = list(play.tokens)
    resumed = Play.resume(play.code, play.snapshot(), lambda: record, automatic=play.automatic)
    assert resumed.snapshot() == play.snapshot()
    assert state(resumed.position) == state(play.position)
    if play.can_undo and not play.position.won:
        play.do("undo")
        resumed.do("undo")
        assert resumed.snapshot() == play.snapshot()


@pytest.mark.parametrize("game", SOLO)
@given(number=numbers, picks=choices)
def test_a_record_replays_to_the_same_game(game: str, number: int, picks: list[int]) -> None:
    play = last(random_play(game, number, picks))
    code, *tokens = write_record(play.code, play.tokens).split()
    again = Play.replay(parse_code(code), play.cards, tokens)
    assert again.snapshot() == play.snapshot()
    assert again.tokens == play.tokens


@pytest.mark.parametrize("game", SOLO)
@given(number=numbers, picks=choices)
def test_the_ranked_score_is_at_most_the_score(game: str, number: int, picks: list[int]) -> None:
    for play in random_play(game, number, picks):
        position = play.position
        assert position.ranked_score <= position.score
        if not position.rules.scoring.once:
            assert position.ranked_score == position.score


@pytest.mark.parametrize("game", SOLO)
@given(number=numbers, picks=choices)
def test_a_blocked_game_stays_without_a_card_move(game: str, number: int, picks: list[int]) -> None:
    play = last(random_play(game, number, picks))
    position = play.position
    moved = any(useful(position, action) for action in position.legal_actions())
    for _ in range(3 * len(position.pack)):
        step = next((a for a in position.legal_actions() if a.kind in (Kind.DRAW, Kind.REDEAL)), None)
        if step is None:
            break
        before = position.is_blocked()
        position.apply(step)
        assert not (before and not position.is_blocked())
        moved = moved or any(useful(position, action) for action in position.legal_actions())
    # going through the stock finds a card move exactly where `is_blocked` said that there is one
    fresh = last(random_play(game, number, picks)).position
    assert fresh.is_blocked() is (not moved and not fresh.won)


def useful(position: Position, action: Action) -> bool:
    whole = action.kind is Kind.COLUMN_MOVE and action.count == len(position.columns[action.source])
    return action.kind not in (Kind.DRAW, Kind.REDEAL) and not (whole and not position.columns[action.target])


def random_duel(game: str, number: int, picks: list[int]) -> Iterator[DuelPosition]:
    code = deal_code(game, number, len(picks))
    duel = DuelPosition.deal(code, deal_duel_cards(code, ""))
    yield duel
    for pick in picks:
        seat = duel.turn or "ab"[pick % 2]
        actions = [name for name in duel.legal_actions(seat) if name != "resign"]
        if actions:
            duel.do(f"{seat}/{actions[pick // 2 % len(actions)]}")
        yield duel


@pytest.mark.parametrize("game", DUELS)
@given(number=numbers, picks=choices)
def test_in_a_duel_cards_are_conserved_and_contributions_add_up(
    game: str, number: int, picks: list[int]
) -> None:
    deck = Counter(range(52))
    for duel in random_duel(game, number, picks):
        assert sum(duel.contributed.values()) == sum(duel.foundations)
        on_table = Counter(card for seat in duel.seats.values() for card in seat.pack + sum(seat.columns, []))
        up = Counter(
            slot // duel.slots.per_suit * 13 + below
            for slot, height in enumerate(duel.foundations)
            for below in range(height)
        )
        assert on_table + up == deck + deck


@pytest.mark.parametrize("game", DUELS)
@given(number=numbers, picks=choices)
def test_a_duel_can_be_restored_and_replayed(game: str, number: int, picks: list[int]) -> None:
    *_, duel = random_duel(game, number, picks)
    again = DuelPosition.restore(duel.code, duel.snapshot())
    assert again.snapshot() == duel.snapshot()
    assert again.seats["a"].slots is again.seats["b"].slots
    for seat in "ab":
        assert sorted(again.legal_actions(seat)) == sorted(duel.legal_actions(seat))


@pytest.mark.parametrize("game", DUELS)
@given(number=numbers, picks=choices)
def test_in_a_duel_the_list_of_actions_and_the_refusals_agree(
    game: str, number: int, picks: list[int]
) -> None:
    *_, duel = random_duel(game, number, picks)
    for seat in "ab":
        for name in [*duel.code.rules.actions, "pass", "resign", "f1-t1"]:
            try:
                duel.check(f"{seat}/{name}")
                possible = True
            except Refusal:
                possible = False
            assert possible is (name in duel.legal_actions(seat)), name


@pytest.mark.parametrize("game", DUELS)
@given(number=numbers, picks=choices)
def test_what_a_seat_sees_does_not_depend_on_hidden_cards(game: str, number: int, picks: list[int]) -> None:
    *_, duel = random_duel(game, number, picks)
    other = DuelPosition.restore(duel.code, duel.snapshot())
    for seat in other.seats.values():
        shuffle_hidden(seat, Random(number))
    for viewer in ("a", "b", None):
        assert visible_duel(other, viewer) == visible_duel(duel, viewer)


def test_every_game_of_the_site_is_tested_here() -> None:
    assert set(VARIANTS) == TESTED
    assert set(SOLO_VARIANTS) == set(SOLO)
