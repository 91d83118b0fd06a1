"""Level 3: weighs every move, remembers what it saw, watches the other, and ends a game that it leads."""

from random import Random

from games.engine.cards import KING, rank_of
from games.engine.duel import PASS
from games.engine.view import Column
from games.matches.bot import moves
from games.matches.bot.moves import WASTE, Aim, Move
from games.matches.bot.sight import RED, Sight, accepts

WORTH = {Aim.UP: 100, Aim.FREE: 80, Aim.TURN: 60, Aim.EMPTY: 45, Aim.PLACE: 30}
"""What a move is worth for what it is for; the rest are nuances of it."""
CONTESTED, HIDDEN, BARS, HELPS, FEEDS = 30, 4, 12, 20, 200

PATIENCE = {1: 3}
"""By cards drawn at a time, trips through the stock during which a card waits that would only help the other:
of three at a time so few come up that waiting costs more than it denies.
"""


def choose(sight: Sight, rng: Random) -> str:
    """Return the best move by its worth; without one, the next card or a pass."""
    if sight.lead > 0 and pass_ends(sight):
        return PASS
    best = max(moves.on_the_table(sight), key=lambda move: worth(sight, move), default=None)
    if best is not None and worth(sight, best) > 0:
        return best.token
    return moves.next_card(sight)


def pass_ends(sight: Sight) -> bool:
    """Whether the game is over if one passes: the other has passed, or can do nothing any more."""
    return sight.other.passed or is_stuck(sight)


def is_stuck(sight: Sight) -> bool:
    """Whether the other is blocked for the rules, as far as one who has watched can tell for sure.

    Blocked: no card can move, not even in vain, now or after any number of draws.
    """
    other = sight.other
    coming = sight.coming(sight.rival)
    if coming is None or any(sight.is_useful(card, other) for card in coming):
        return False
    if any(column.cards and sight.wanted(column.cards[-1]) for column in other.columns):
        return False
    return not any(_can_move(column, other.columns) for column in other.columns)


def _can_move(column: Column, columns: tuple[Column, ...]) -> bool:
    """Whether some of a column's cards can move; a whole column that a king leads moves in vain."""
    idle = 0 if column.down or not column.cards or rank_of(column.cards[0]) != KING else 1
    return any(accepts(target, card) for card in column.cards[idle:] for target in columns)


def worth(sight: Sight, move: Move) -> float:
    """Return what a move is worth; 0 or less is not worth doing."""
    return WORTH[move.aim] + NUANCES[move.aim](sight, move)


def _up(sight: Sight, move: Move) -> float:
    """First what the other could take, then what turns a card; what only helps the other waits."""
    turns = 0
    if move.source != WASTE:
        column = sight.own.columns[move.source]
        turns = column.down if len(column.cards) == 1 else 0
    if not turns and _waits(sight, move.card):
        return -FEEDS
    contested = sight.wanted(move.card) == 1 and move.card in sight.open_cards(sight.other)
    return CONTESTED * contested + HIDDEN * turns


def _waits(sight: Sight, card: int) -> bool:
    """Whether a card had better not go up yet: nobody else could take its place, and the other, not oneself,
    could put up the next one. It waits for some trips through the stock, and never when one is behind.
    """
    if sight.lead < 0 or sight.own.passes > PATIENCE.get(sight.memory.draw, 0) or rank_of(card) == KING:
        return False
    theirs = sight.open_cards(sight.other)
    return card not in theirs and card + 1 in theirs and card + 1 not in sight.open_cards(sight.own)


def _turn(sight: Sight, move: Move) -> float:
    """The column with most hidden cards; a king only if it leaves hidden cards behind."""
    return HIDDEN * sight.own.columns[move.source].down - _bars(sight, move)


def _empty(sight: Sight, move: Move) -> float:
    waiting = next(moves.waiting_kings(sight), None)
    return -float(WORTH[Aim.EMPTY]) if waiting is None else 0.0


def _free(sight: Sight, move: Move) -> float:
    """Of use only if the freed card goes up then."""
    cards = sight.own.columns[move.source].cards
    freed = cards[cards.index(move.card) - 1]
    return -FEEDS if _waits(sight, freed) else -_bars(sight, move)


def _place(sight: Sight, move: Move) -> float:
    """Best if a group with hidden cards under it can follow."""
    follows = any(
        column.down
        and rank_of(column.cards[0]) == rank_of(move.card) - 1
        and RED[column.cards[0]] != RED[move.card]
        for column in sight.own.columns
    )
    return (HELPS if follows else 0) - _bars(sight, move)


def _bars(sight: Sight, move: Move) -> float:
    """What it costs to cover a card that will soon go up."""
    column = sight.own.columns[move.target]
    if not column.cards:
        return 0.0
    card = column.cards[-1]
    row = card // KING * 2
    missing = rank_of(card) - 1 - max(sight.view.foundations[row : row + 2])
    return BARS if missing <= 1 else 0.0


NUANCES = {Aim.UP: _up, Aim.TURN: _turn, Aim.EMPTY: _empty, Aim.FREE: _free, Aim.PLACE: _place}
