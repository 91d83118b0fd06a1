"""Sentences for players are English templates here; whoever shows them translates the template, then fills
it.

Placeholders are named. Those in `CARD_PLACEHOLDERS` are filled with card integers, so that the site may
word a card in the reader's language; everything else is a number or a piece of text.
"""

from collections.abc import Mapping

from games.engine.cards import card_words

CARD_PLACEHOLDERS = frozenset({"card", "onto"})


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation (`makemessages` collects it) and give it back as it is."""
    return message


def fill(template: str, params: Mapping[str, int | str]) -> str:
    """The English sentence of a template.

    >>> fill("%(card)s in column %(column)d", {"card": 0, "column": 3})
    'ace of spades in column 3'
    """
    words = {
        name: card_words(value) if name in CARD_PLACEHOLDERS and isinstance(value, int) else value
        for name, value in params.items()
    }
    return template % words


def shorten(text: str, limit: int = 40) -> str:
    """A typed text, cut so that it can stand in a sentence whatever its length."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
