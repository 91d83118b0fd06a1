"""Nothing that is sent depends on a hidden card: with other hidden cards every byte is the same."""

import json
from random import Random

import pytest
from django.utils import translation

from games.engine.duel import DuelPosition
from games.engine.view import visible_duel
from games.matches import render, selectors
from games.matches.bot import policy
from games.matches.bot.sight import recall
from games.matches.models import Match, State
from games.matches.services.ending import position_of
from games.play.owners import Owner
from tests.matches.conftest import Clock, begun, do, fresh, stay

pytestmark = pytest.mark.django_db


def shuffled(duel: DuelPosition, letters: str, rng: Random, *, whole: bool = False) -> DuelPosition:
    """The same duel with the face-down and stock cards of some seats changed about; `whole`: all cards."""
    copy = DuelPosition.restore(duel.code, duel.snapshot())
    for letter in letters:
        table = copy.seats[letter]
        down = [0 if not whole else len(column) for column in table.columns]
        down = [max(least, hidden) for least, hidden in zip(down, table.down, strict=True)]
        drawn = 0 if whole else table.drawn
        hidden = [card for column, n in zip(table.columns, down, strict=True) for card in column[:n]]
        hidden += table.pack[drawn:]
        rng.shuffle(hidden)
        for column, count in zip(table.columns, down, strict=True):
            column[:count], hidden = hidden[:count], hidden[count:]
        table.pack[drawn:] = hidden
    return DuelPosition.restore(copy.code, copy.snapshot())


def sent_to(match: Match, viewer: int) -> str:
    """All that a viewer's browser is sent of a table."""
    table = selectors.table_of(match, viewer)
    with translation.override("fr"):
        return str(render.draw_match(table)) + json.dumps(render.data(table), default=str)


@pytest.mark.parametrize("options", ["D1S", "D3A", "D3SM", "D1AM"])
def test_every_byte_is_the_same_with_other_hidden_cards(
    one: Owner, two: Owner, time: Clock, options: str
) -> None:
    """CASES: the starting state, hidden cards included, was sent to every browser."""
    match = begun(one, two, time, options=options)
    rng = Random(5)
    for turn in range(60):
        now = fresh(match)
        if now.state != State.PLAYING:
            break
        duel = position_of(now)
        letter = duel.turn or "ab"[turn % 2]
        token = policy.choose(visible_duel(duel, letter), letter, 1, rng, memory=recall(duel, letter))
        do(match, now.seat_of(letter) or 0, token)
        time.tick(seconds=1)
        if turn % 12:
            continue
        stay(match)
        after = fresh(match)
        if after.state != State.PLAYING:
            break
        true = position_of(after)
        for viewer in (0, 1, 2):
            other = shuffled(true, "ab", rng)
            if true.settings.mirror:
                mine = after.letter(viewer) if viewer else ""
                other = shuffled(other, "ab".replace(mine, ""), rng, whole=True)
            expected = sent_to(after, viewer)
            lie = fresh(match)
            lie.snapshot = other.snapshot()
            assert lie.snapshot != after.snapshot
            assert sent_to(lie, viewer) == expected
            assert "data-card" in expected or (true.settings.mirror and not viewer)
