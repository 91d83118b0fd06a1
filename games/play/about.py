"""A few words about each game, for the home page and the game's own page."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.engine.variant import Variant
from games.play.choices import Words


@dataclass(frozen=True)
class About:
    """``short``: one line under the picture. ``long``: the paragraph at the head of the game's page."""

    short: Words
    long: Words


ABOUT: dict[str, About] = {
    "klondike": About(
        _("The solitaire everybody knows: seven columns, one deck, a bit of luck."),
        _(
            "One deck, seven columns, and most of the cards face down. Build down in alternate colours, "
            "turn up what is hidden, and bring the four suits home from ace to king. Most deals leave a "
            "way to win; finding it is the game."
        ),
    ),
    "double": About(
        _("Two decks, nine columns, eight foundations: more cards, more ways."),
        _(
            "Klondike on a big table: two decks shuffled together, nine columns, and two foundations for "
            "each suit. Every card has a twin, so there is nearly always another way round; a game takes "
            "patience rather than luck."
        ),
    ),
    "triple": About(
        _("Three decks and thirteen columns, for a long evening."),
        _(
            "Three decks, thirteen columns, twelve foundations. The moves are those of Double Solitaire; "
            "what changes is how far ahead one has to look, and how many cards wait in the stock."
        ),
    ),
    "russian": About(
        _("No stock: all is dealt. Groups move in any order, but suit by suit."),
        _(
            "All fifty-two cards lie on the table from the start. Any face-up card may be taken with "
            "everything on it, in order or not; it only has to go on the next card of its own suit. One "
            "of the hardest games there are: much hangs on the twenty-one cards that lie face down."
        ),
    ),
    "yukon": About(
        _("The Russian game’s kinder cousin: groups in any order, red on black."),
        _(
            "Dealt like Russian Solitaire, played in alternate colours: any face-up card may be taken "
            "with everything on it, and goes on the next higher card of the other colour. No stock to "
            "wait for: what counts is which hidden cards you turn up first."
        ),
    ),
    "thoughtful": About(
        _("Klondike with its columns face up: less to hope for, more to think out."),
        _(
            "Klondike with all seven columns face up; only the stock stays hidden. Most deals can be won "
            "by who looks far enough ahead. Only groups in sequence move, though everything can be seen."
        ),
    ),
}
UNKNOWN = About("", "")


def about(variant: Variant) -> About:
    """Return the words on ``variant``; empty for a game not described yet (its page stays whole)."""
    return ABOUT.get(variant.key, UNKNOWN)
