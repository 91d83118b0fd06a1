"""The shuffle, version 1: a code and the site's key give the cards, the same for ever (docs/records.md)."""

import hmac
from collections.abc import Iterator

from games.engine.cards import DECK_SIZE
from games.engine.codes import DealCode

_WORD_BYTES = 4
_WORDS = 2**32


def deal_cards(code: DealCode, key: bytes | str) -> tuple[int, ...]:
    """The shuffled cards of a game for one, in the order in which they are dealt."""
    return _shuffle(code.variant.decks, _seed(code), key)


def deal_duel_cards(code: DealCode, key: bytes | str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The shuffled cards of the seats `a` and `b` of a duel; the same twice in a mirror deal."""
    first = _shuffle(code.variant.decks, f"{_seed(code)}:a", key)
    if code.rules.settings.mirror:
        return first, first
    return first, _shuffle(code.variant.decks, f"{_seed(code)}:b", key)


def _seed(code: DealCode) -> str:
    return f"{code.variant.code}{code.version}:{code.letters}"


def _shuffle(decks: int, seed: str, key: bytes | str) -> tuple[int, ...]:
    """Fisher-Yates from the last card down. A word that would favour some places is drawn again."""
    cards = list(range(DECK_SIZE)) * decks
    words = _words(seed, key.encode() if isinstance(key, str) else key)
    for last in range(len(cards) - 1, 0, -1):
        places = last + 1
        limit = _WORDS - _WORDS % places
        word = next(words)
        while word >= limit:
            word = next(words)
        other = word % places
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def _words(seed: str, key: bytes) -> Iterator[int]:
    """An endless stream of 32-bit words."""
    number = 0
    while True:
        digest = hmac.digest(key, f"{seed}:{number}".encode("ascii"), "sha256")
        for start in range(0, len(digest), _WORD_BYTES):
            yield int.from_bytes(digest[start : start + _WORD_BYTES], "big")
        number += 1
