"""Cards as small integers: `suit * 13 + rank - 1`, suits spade, heart, diamond, club, ranks ace (1) to king
(13).

With several decks, the copies of a card are the same integer: nothing tells them apart.
"""

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK_SIZE = 52
ACE, KING = 1, 13

CARD_NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARDS: dict[str, int] = {name: card for card, name in enumerate(CARD_NAMES)}

_RANK_WORDS = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
_SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")


def make_card(rank: int, suit: int) -> int:
    """The card of a rank (1-13) and a suit (0-3).

    >>> card_name(make_card(12, 1))
    'QH'
    """
    return suit * KING + rank - 1


def rank_of(card: int) -> int:
    """The rank of a card, 1 (ace) to 13 (king)."""
    return card % KING + 1


def suit_of(card: int) -> int:
    """The suit of a card: 0 spade, 1 heart, 2 diamond, 3 club."""
    return card // KING


def is_red(card: int) -> bool:
    """Whether a card is a heart or a diamond."""
    return card // KING in (1, 2)


def card_name(card: int) -> str:
    """The two characters that name a card in records.

    >>> card_name(0), card_name(51)
    ('AS', 'KC')
    """
    return CARD_NAMES[card]


def parse_card(name: str) -> int:
    """The card of a two-character name.

    :raises ValueError: if no card is called so.

    >>> parse_card("TH") == make_card(10, 1)
    True
    """
    try:
        return _CARDS[name]
    except KeyError:
        raise ValueError(f"not a card: {name[:10]!r}") from None


def card_words(card: int) -> str:
    """The English words for a card, for sentences.

    >>> card_words(parse_card("7H"))
    'seven of hearts'
    """
    return f"{_RANK_WORDS[card % KING]} of {_SUIT_WORDS[card // KING]}"
