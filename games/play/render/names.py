"""Cards and piles in words, in the language of the moment. All tables are kept per language."""

from functools import lru_cache

from django.utils.translation import get_language, gettext, pgettext

from games.engine.cards import DECK_SIZE, KING, card_name, rank_of, suit_of

SUIT_CLASSES = "shdc"
ACE, JACK, QUEEN = 1, 11, 12


def language() -> str:
    """The language that pieces are kept under."""
    return get_language() or ""


def card_words(card: int) -> str:
    """A card in words: “7 of hearts”, « roi de pique »."""
    return _card_words(language())[card]


def suit_words(suit: int) -> str:
    """A suit in words: « cœur »."""
    return _suit_words()[suit]


def rank_words(rank: int) -> str:
    """A rank in words: « valet »."""
    return _rank_words().get(rank, str(rank))


def rank_letter(rank: int) -> str:
    """The index of a rank on a card: A, 2 … 10, V D R in French, J Q K in English."""
    letters = {
        ACE: pgettext("card index", "A"),
        JACK: pgettext("card index", "J"),
        QUEEN: pgettext("card index", "Q"),
        KING: pgettext("card index", "K"),
    }
    return letters.get(rank, str(rank))


def face(card: int) -> dict[str, str | int | bool]:
    """What the template of a card needs to know about it."""
    rank = rank_of(card)
    return {
        "code": card_name(card),
        "suit": SUIT_CLASSES[suit_of(card)],
        "rank": rank,
        "letter": rank_letter(rank),
        "court": rank >= JACK,
        "name": card_words(card),
    }


def pile_words(pile: str) -> str:
    """A pile of a token in words: `t3` is “column 3”, `w` “waste”."""
    if pile.startswith("t"):
        return gettext("column %(number)s") % {"number": pile[1:]}
    if pile.startswith("f"):
        return gettext("foundation")
    return gettext("waste") if pile == "w" else gettext("stock")


def capital(text: str) -> str:
    """A sentence's first letter in upper case, the rest as it is."""
    return text[:1].upper() + text[1:]


def _rank_words() -> dict[int, str]:
    return {
        ACE: pgettext("rank", "ace"),
        JACK: pgettext("rank", "jack"),
        QUEEN: pgettext("rank", "queen"),
        KING: pgettext("rank", "king"),
    }


def _suit_words() -> tuple[str, ...]:
    return (
        pgettext("suit", "spades"),
        pgettext("suit", "hearts"),
        pgettext("suit", "diamonds"),
        pgettext("suit", "clubs"),
    )


@lru_cache(maxsize=8)
def _card_words(key: str) -> tuple[str, ...]:
    """All cards in words; `key` is the active language."""
    pattern = pgettext("card", "%(rank)s of %(suit)s")
    return tuple(
        pattern % {"rank": rank_words(rank_of(card)), "suit": suit_words(suit_of(card))}
        for card in range(DECK_SIZE)
    )
