"""What happened between two views of a match, in words for those who listen."""

from django.utils.translation import gettext, pgettext

from games.engine.cards import make_card
from games.engine.view import Column, DuelView, SeatView
from games.matches.render.sides import OTHER
from games.matches.selectors import MatchTable
from games.play.render.names import capital, card_words, pile_words


def said(before: MatchTable, after: MatchTable) -> str:
    """Return a sentence on what the last move did; empty if nothing worth a word happened."""
    old, new = before.view, after.view
    if old is None or new is None:
        return ""
    letter = after.letter
    mine = [*_up(old, new, letter, after.owners), *_own(old.seats[letter], new.seats[letter])]
    theirs = [*_up(old, new, OTHER[letter], after.owners), *_their(old, new, OTHER[letter])]
    parts = [gettext("; ").join(mine)] if mine else []
    if theirs:
        parts.append(gettext("opponent: %(what)s") % {"what": gettext("; ").join(theirs)})
    if new.turn and new.turn != old.turn and after.viewer:
        parts.append(gettext("your turn") if new.turn == letter else gettext("your opponent’s turn"))
    return gettext("%(sentence)s.") % {"sentence": ". ".join(map(capital, parts))} if parts else ""


def _up(old: DuelView, new: DuelView, letter: str, owners: tuple[str, ...]) -> list[str]:
    """The cards that a seat put on the foundations."""
    per_suit = len(new.foundations) // 4
    return [
        gettext("%(card)s to the foundation") % {"card": card_words(make_card(height, slot // per_suit))}
        for slot, height in enumerate(new.foundations)
        if height > old.foundations[slot] and owners[slot][-1:] == letter
    ]


def _own(old: SeatView, new: SeatView) -> list[str]:
    parts = []
    if len(new.waste) > len(old.waste):
        parts.append(card_words(new.waste[-1]))
    elif new.passes > old.passes:
        parts.append(gettext("the waste is turned over"))
    pairs = list(zip(old.columns, new.columns, strict=True))
    parts += [_onto(number, *pair) for number, pair in enumerate(pairs, 1) if _grew(*pair)]
    parts += [
        gettext("turned up: %(card)s") % {"card": card_words(now.cards[0])}
        for was, now in pairs
        if now.down < was.down and now.cards
    ]
    return parts


def _their(old: DuelView, new: DuelView, letter: str) -> list[str]:
    passed = new.seats[letter].passed and not old.seats[letter].passed
    return [pgettext("player", "passes")] if passed else []


def _grew(was: Column, now: Column) -> bool:
    return now.down == was.down and len(now.cards) > len(was.cards)


def _onto(number: int, was: Column, now: Column) -> str:
    card = card_words(now.cards[len(was.cards)])
    if was.cards:
        return gettext("%(card)s on %(onto)s") % {"card": card, "onto": card_words(was.cards[-1])}
    return gettext("%(card)s to %(pile)s") % {"card": card, "pile": pile_words(f"t{number}")}
