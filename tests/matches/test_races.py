"""Many at once: one wins, nothing is lost, nothing happens twice; on SQLite and on PostgreSQL."""

from random import Random
from typing import Any
from uuid import uuid4

import pytest

from games.engine.duel import DuelPosition
from games.engine.records import replay_text, write_record
from games.engine.view import visible_duel
from games.matches import services
from games.matches.bot import policy
from games.matches.models import Match, MatchGame, Presence, QuickWish, Rated, Seat, State
from games.matches.services import Cause, MatchRefusal, Wishes, bots
from games.matches.services.ending import position_of
from games.play import clock
from games.play.owners import Owner
from leaderboards.models import Rating, RatingChange
from tests.matches.conftest import (
    Clock,
    begun,
    connection_of,
    do,
    duel_of,
    fresh,
    new_user,
    play_out,
    player,
    seated,
    sit,
)
from tests.play.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pair() -> tuple[Owner, Owner]:
    return player("camille"), player("noor")


def faults_of(match: Match) -> list[str]:
    """What is wrong with a match's stored state: its record must lead to its snapshot, its owners count."""
    match = fresh(match)
    record = match.actions.split()
    faults = []
    replayed = replay_text(write_record(match.deal_code, record), "")
    duel = position_of(match)
    if "error" in replayed:
        faults.append(str(replayed["error"]))
    elif replayed["contributed"] != duel.contributed:
        faults.append("the record leads elsewhere")
    if [len(slot) for slot in match.owners.split(",")] != duel.foundations:
        faults.append("the owners do not match the foundations")
    if {letter: match.owners.count(letter) for letter in "ab"} != duel.contributed:
        faults.append("the counts do not match the owners")
    if len(record) != match.action_count or len(record) != len(match.times.split()):
        faults.append("the record has lost or doubled an action")
    cards = sum(len(table.pack) + sum(map(len, table.columns)) for table in duel.seats.values()) + sum(
        duel.foundations
    )
    if cards != 104:
        faults.append(f"{cards} cards")
    return faults


def both_want_one_place(one: Owner, two: Owner, time: Clock) -> tuple[Match, dict[int, str]]:
    """A match in which each seat can put the same card up, and only one foundation takes it."""
    for _ in range(300):
        match = begun(one, two, time)
        for turn in range(120):
            now = fresh(match)
            if now.state != State.PLAYING:
                break
            duel = position_of(now)
            wanted = _same_card(now, duel)
            if wanted:
                return now, wanted
            number = 1 + turn % 2
            letter = now.letter(number)
            token = policy.choose(visible_duel(duel, letter), letter, 1, Random(turn))
            if token.endswith("-f") and _rank_up(duel, letter, token) > 1:
                token = "s-w" if "s-w" in duel.legal_actions(letter) else token
            do(match, number, token)
    raise AssertionError("no such position was found")


def _rank_up(duel: DuelPosition, letter: str, token: str) -> int:
    return _card_up(duel, letter, token) % 13 + 1


def _card_up(duel: DuelPosition, letter: str, token: str) -> int:
    table = duel.seats[letter]
    return table.waste[-1] if token == "w-f" else table.columns[int(token[1:].partition("-")[0]) - 1][-1]


def _same_card(match: Match, duel: DuelPosition) -> dict[int, str]:
    ups = {
        number: {
            _card_up(duel, match.letter(number), token): token
            for token in duel.legal_actions(match.letter(number))
            if token.endswith("-f")
        }
        for number in (1, 2)
    }
    for card in ups[1].keys() & ups[2].keys():
        if duel.slots.wanted[card] == 1:
            return {1: ups[1][card], 2: ups[2][card]}
    return {}


def test_both_reach_for_the_same_foundation_and_exactly_one_gets_it(
    pair: tuple[Owner, Owner], time: Clock
) -> None:
    """CASES: both hold the same card and play it at once; the loser's card stays and he is told why."""
    match, tokens = both_want_one_place(*pair, time)
    outcomes = at_once(
        2,
        lambda index: services.act_as(match_id=match.pk, number=index + 1, token=tokens[index + 1]),
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert sorted(outcome.refusal is None for outcome in outcomes) == [False, True]
    loser = next(outcome for outcome in outcomes if outcome.refusal is not None)
    assert loser.reason == Cause.TAKEN
    assert fresh(match).action_count == match.action_count + 1
    assert faults_of(match) == []


def test_two_players_at_full_speed_lose_no_action(pair: tuple[Owner, Owner], time: Clock) -> None:
    """CASES: two near-simultaneous actions corrupted the deck."""
    match = begun(*pair, time)

    def hurry(index: int) -> int:
        number, rng, done = index + 1, Random(index), 0
        for _ in range(60):
            now = fresh(match)
            if now.state != State.PLAYING:
                break
            letter = now.letter(number)
            token = policy.choose(visible_duel(position_of(now), letter), letter, 1, rng)
            outcome = services.act_as(match_id=match.pk, number=number, token=token)
            done += outcome.refusal is None
        return done

    done = at_once(2, hurry)
    assert all(isinstance(count, int) for count in done), done
    assert fresh(match).action_count == sum(done)
    assert faults_of(match) == []


def test_the_same_action_sent_many_times_at_once_acts_once(pair: tuple[Owner, Owner], time: Clock) -> None:
    """CASES: a second submit stored the data twice, two at the very same moment."""
    match = begun(*pair, time)
    outcomes = at_once(
        12, lambda index: services.act_as(match_id=match.pk, number=1, token="s-w", action_id="the same")
    )
    assert sum(not outcome.repeated for outcome in outcomes) == 1
    assert fresh(match).action_count == 1


def test_two_last_actions_at_once_end_the_match_once(pair: tuple[Owner, Owner], time: Clock) -> None:
    """CASES: both players' last possible moves at once left a game that never ended, or two results."""
    for _ in range(5):
        match = begun(*pair, time)
        outcomes = at_once(
            4,
            lambda index, match=match: services.act_as(
                match_id=match.pk, number=1 + index % 2, token="resign"
            ),
        )
        assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        assert sum(outcome.refusal is None for outcome in outcomes) == 1
        match = fresh(match)
        assert match.state == State.OVER
        assert MatchGame.objects.filter(match=match).count() == 1
        changes = RatingChange.objects.filter(match_id=match.pk)
        assert changes.count() == (2 if match.rated == Rated.COUNTED else 0)


def test_a_final_move_and_a_claim_at_once_have_one_outcome(pair: tuple[Owner, Owner], time: Clock) -> None:
    """CASES: claim and return at the same instant."""
    one, two = pair
    match = begun(one, two, time)
    services.leave(match_id=match.pk, number=1, key=connection_of(match.pk, 1))
    for _ in range(4):
        time.tick(seconds=20)
        services.beat(match_id=match.pk, number=2, key=connection_of(match.pk, 2))

    def call(index: int) -> Any:
        if index:
            return services.claim_win(match_id=match.pk, owner=two)
        return services.arrive(match_id=match.pk, number=1, key=connection_of(match.pk, 1))

    results = at_once(2, call)
    claimed = not isinstance(results[1], Exception)
    assert claimed or isinstance(results[1], MatchRefusal)
    assert (fresh(match).state == State.OVER) is claimed


def test_fifty_who_press_at_once_are_each_paired_exactly_once() -> None:
    """CASES: a player was paired with two opponents; rating lost twice."""
    users = [new_user(f"player{number}") for number in range(50)]
    owners = [Owner(user_id=user.pk) for user in users]
    results = at_once(50, lambda index: services.quick(owner=owners[index], wishes=Wishes()))
    assert not [result for result in results if isinstance(result, Exception)]
    assert Match.objects.count() == 25
    assert Seat.objects.count() == 50
    assert len(set(Seat.objects.values_list("user_id", flat=True))) == 50
    assert not QuickWish.objects.filter(match=None).exists()
    found = [services.quick(owner=owner, wishes=Wishes()) for owner in owners]
    for owner, match in zip(owners, found, strict=True):
        assert match is not None
        assert Seat.objects.filter(match=match, user_id=owner.user_id).exists()


def test_a_form_sent_several_times_at_once_opens_one_table(pair: tuple[Owner, Owner]) -> None:
    """CASES: a second submit stored the data twice."""
    key = uuid4()
    results = at_once(6, lambda index: services.create(owner=pair[0], wishes=Wishes(), key=key))
    assert {result.pk for result in results} == {Match.objects.get().pk}
    assert Seat.objects.count() == 1


def test_two_visitors_on_one_link_at_once_fill_one_seat(pair: tuple[Owner, Owner]) -> None:
    match = services.create(owner=pair[0], wishes=Wishes(), visibility="link")
    visitors = [Owner(visitor=uuid4()) for _ in range(6)]
    results = at_once(6, lambda index: services.join_by_link(token=match.token, owner=visitors[index]))
    assert sum(isinstance(result, Match) for result in results) == 1
    assert all(isinstance(result, (Match, MatchRefusal)) for result in results)
    assert Seat.objects.filter(match=match).count() == 2


def test_a_rematch_asked_from_many_pages_is_one_match(pair: tuple[Owner, Owner], time: Clock) -> None:
    """CASES: rematch with a second tab open."""
    match = begun(*pair, time)
    do(match, 1, "resign")
    results = at_once(6, lambda index: services.rematch(match_id=match.pk, owner=pair[index % 2]))
    assert not [result for result in results if isinstance(result, Exception)]
    match = fresh(match)
    assert match.next is not None
    assert Match.objects.count() == 2
    assert match.next.state == State.PLAYING


def test_both_ready_at_once_deal_one_game(pair: tuple[Owner, Owner]) -> None:
    for _ in range(5):
        match = seated(*pair)
        at_once(4, lambda index, match=match: services.ready(match_id=match.pk, owner=pair[index % 2]))
        assert (fresh(match).state, fresh(match).number) == (State.PLAYING, 1)


def test_of_many_who_tick_the_computer_one_lets_it_act(time: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = player("camille")
    match = services.create(owner=owner, wishes=Wishes(), visibility="bot", bot_level=1)
    sit(match, 1)
    time.tick(seconds=20)
    turns = at_once(8, lambda index: bots.tick(match.pk))
    acted = [turn for turn in turns if not isinstance(turn, Exception) and turn.outcome is not None]
    assert len(acted) == 1
    assert fresh(match).action_count == 1


def test_two_results_of_one_player_at_once_are_both_counted(time: Clock) -> None:
    """CASES: consumers saved old copies of a row; the wins counter went back."""
    hero = player("camille")
    others = [player(name) for name in ("noor", "sacha", "lou", "eden")]
    matches = [begun(hero, other, time) for other in others]
    for match in matches:
        sit(match)
    at_once(4, lambda index: services.act_as(match_id=matches[index].pk, number=2, token="resign"))
    rating = Rating.objects.get(player_id=hero.user_id, tempo="S")
    assert (rating.won, rating.lost) == (4, 0)


def test_a_move_and_the_clock_at_once_leave_one_truth(pair: tuple[Owner, Owner], time: Clock) -> None:
    match = begun(*pair, time, options="D1A", seconds=30)
    number = fresh(match).seat_of(duel_of(match).turn) or 0
    assert fresh(match).deadline is not None
    time.at = fresh(match).deadline  # type: ignore[assignment]
    Seat.objects.update(away_since=None)
    Presence.objects.update(seen_at=time.at)

    def call(index: int) -> Any:
        if index % 2:
            return services.settle(match.pk)
        return services.act_as(match_id=match.pk, number=number, token="s-w")

    at_once(6, call)
    match = fresh(match)
    assert match.actions.split() == [f"{match.letter(number)}/pass"]
    assert clock.now() == time.at


def test_a_whole_match_at_speed_is_sound_at_its_end(pair: tuple[Owner, Owner], time: Clock) -> None:
    match = play_out(begun(*pair, time), time)
    assert match.over
    game = MatchGame.objects.get(match=match)
    assert "error" not in replay_text(write_record(game.deal_code, game.actions.split()), "")
