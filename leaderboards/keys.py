"""One sortable integer for each result: the order of a board, in 62 bits that fit a signed 64-bit column.

Smaller is better. From the top: 1 bit "not won" (boards of the daily challenge only), 20 bits ranked score
(high first), 26 bits whole seconds, 15 bits moves. Equal keys are equal on all three, so they share a rank.
"""

SCORE_BITS, SECONDS_BITS, MOVES_BITS = 20, 26, 15
SCORE_SHIFT = SECONDS_BITS + MOVES_BITS
WON_SHIFT = SCORE_SHIFT + SCORE_BITS
KEY_BITS = WON_SHIFT + 1
BEST_SCORE = 1 << (SCORE_BITS - 1)

# A bankroll orders by one sum alone; it is kept in the upper part, so that the same tree serves it.
BANK_SHIFT = 20
BEST_BANK = 1 << 40

# The counters' levels, by how far a key is shifted right to name its node. Measured: see docs/boards.md.
RUN_LEVELS = (47, 41, 27, 21, 15, 0)
BANK_LEVELS = (41, 34, 27, 20, 0)


def clamp(value: int, bits: int) -> int:
    """Return ``value`` held within what ``bits`` can tell apart."""
    return max(0, min(value, (1 << bits) - 1))


def run_key(ranked_score: int, seconds: int, moves: int) -> int:
    """Return the key of a result among results that are all won, or on a board where winning makes no
    difference."""
    score = clamp(BEST_SCORE - ranked_score, SCORE_BITS)
    return (score << SCORE_SHIFT) | (clamp(seconds, SECONDS_BITS) << MOVES_BITS) | clamp(moves, MOVES_BITS)


def daily_key(key: int, won: bool) -> int:
    """Return the key on a daily board, where won attempts come first and unwon ones after them."""
    return key if won else key | (1 << WON_SHIFT)


def bank_key(amount: int) -> int:
    """Return the key of a bankroll of ``amount`` dollars; the richest first, equal sums share a rank."""
    return clamp(BEST_BANK - amount, KEY_BITS - BANK_SHIFT) << BANK_SHIFT


def bank_amount(key: int) -> int:
    """Return the dollars that ``key`` was made of: the inverse of `bank_key`."""
    return BEST_BANK - (key >> BANK_SHIFT)
