"""What the script of a match looks things up in: tokens, numbers and names of states, never a rule. Nothing
of it names a card that the viewer may not see.
"""

from typing import Any

from django.urls import reverse

from games.engine.cards import DECK_SIZE, rank_of, suit_of
from games.engine.duel import PASS, RESIGN
from games.engine.view import View
from games.matches.models import State
from games.matches.render.sides import OTHER, view_of
from games.matches.selectors import COUNTDOWN, MatchTable
from games.play import clock

SIDES = ("below", "above")


def data(table: MatchTable) -> dict[str, Any]:
    """Return what the script needs of a table, as JSON can hold it."""
    view = table.view
    letters = (table.letter, OTHER[table.letter])
    at = clock.now()
    playing = table.state == State.PLAYING
    turn = view.turn if view and playing and not view.over else None
    return {
        "version": table.version,
        "state": table.state,
        "number": table.number,
        "actions": [token for token in table.actions if token not in (PASS, RESIGN)],
        "may": [token for token in table.actions if token in (PASS, RESIGN)],
        **table.taps,
        "slots": slots(view_of(view, table.letter), table.actions) if view and table.actions else {},
        "counts": [view.seats[letter].contributed for letter in letters] if view else [0, 0],
        "trips": [view.seats[letter].passes for letter in letters] if view else [1, 1],
        "passed": [side for side, at_ in zip(SIDES, letters, strict=True) if view and view.seats[at_].passed],
        "turn": SIDES[letters.index(turn)] if turn else "",
        "ends": table.pass_may_end,
        "left": table.clock.left_ms(at),
        "runs": playing and table.clock.deadline is not None,
        "starts": _until(table, at) if table.state == COUNTDOWN else None,
        "claim": _claim(table, at),
        "over": table.over,
        "next": reverse("games:match", args=[table.next_id]) if table.next_id else "",
        "lines": table.chat[-1].id if table.chat else 0,
        "theirs": next((line.id for line in reversed(table.chat) if not line.mine), 0),
    }


def slots(view: View, actions: tuple[str, ...]) -> dict[str, str]:
    """For each card that can go up, its foundation: the script shows the move before the answer is in."""
    found = {}
    per_suit = len(view.foundations) // 4
    for token in actions:
        source, _, target = token.partition("-")
        if target != "f":
            continue
        card = (view.waste if source == "w" else view.columns[int(source[1:]) - 1].cards)[-1] % DECK_SIZE
        first = suit_of(card) * per_suit
        below = rank_of(card) - 1
        row = range(first, first + per_suit)
        found[token] = f"f{next(slot for slot in row if view.foundations[slot] == below) + 1}"
    return found


def _until(table: MatchTable, at: Any) -> int:
    return max(0, (table.starts_at - at) // clock.MILLISECOND) if table.starts_at else 0


def _claim(table: MatchTable, at: Any) -> int | None:
    """In how many milliseconds the win may be claimed; `None`: not at all."""
    return max(0, (table.claim_from - at) // clock.MILLISECOND) if table.claim_from else None
