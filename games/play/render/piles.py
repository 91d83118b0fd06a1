"""The piles of a table as HTML: each a named list of cards. They are drawn from a `View` only."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import escape
from django.utils.translation import gettext, ngettext

from games.engine.cards import KING, make_card
from games.engine.rules import Rules
from games.engine.view import Column, View
from games.play.render.names import (
    SUIT_CLASSES,
    capital,
    card_words,
    language,
    pile_words,
    rank_words,
    suit_words,
)
from games.play.render.pieces import Skeleton, card_items, down_item, still_items
from leaderboards.figures import money

FANNED = 3
SHOWN_UNDER = 1
TIGHT = ((1, 11), (2, 16), (3, 22))
"""Classes of a crowded column and from how many face-up cards on they hold; a back counts for less."""
DOWN_WEIGHT = 0.4


@dataclass(frozen=True, slots=True)
class Style:
    """How piles are drawn.

    still: nothing can be taken (replays, examples). swap: they replace those on the page.
    prefix: before the id of each pile, where a page holds several tables.
    """

    still: bool = False
    swap: bool = False
    prefix: str = ""


LIVE = Style()
SWAP = Style(swap=True)
STILL = Style(still=True)


def draw_pile(pile: str, view: View, rules: Rules, style: Style = LIVE) -> str:
    """One pile as HTML.

    :param pile: `s`, `w`, `f1`… or `t1`….
    """
    if pile == "s":
        return _stock(view, rules, style)
    if pile == "w":
        return _waste(view, rules, style)
    number = int(pile[1:])
    if pile[0] == "f":
        return draw_foundation(number, view.foundations[number - 1], rules, style)
    return _column(number, view.columns[number - 1], style)


def changed_piles(before: View, after: View, rules: Rules) -> list[str]:
    """The piles that look different in two views of one game."""
    changed = []
    if rules.has_stock:
        if (before.stock, before.passes) != (after.stock, after.passes) or bool(before.waste) != bool(
            after.waste
        ):
            changed.append("s")
        if before.waste != after.waste:
            changed.append("w")
    both = zip(before.foundations, after.foundations, strict=True)
    changed += [f"f{slot}" for slot, (old, new) in enumerate(both, 1) if old != new]
    columns = zip(before.columns, after.columns, strict=True)
    changed += [f"t{number}" for number, (old, new) in enumerate(columns, 1) if old != new]
    return changed


def _column(number: int, column: Column, style: Style) -> str:
    down, cards = column.down, column.cards
    key = language()
    items = still_items(key) if style.still else card_items(key)
    if down or cards:
        content = down_item() * down + "".join([items[card] for card in cards])
        label = ", ".join(
            [_hidden_words(down, key), *map(card_words, cards)] if down else map(card_words, cards)
        )
    else:
        content = _place(key, pile_words(f"t{number}"), "", style.still)
        label = gettext("empty")
    crowd = len(cards) + down * DOWN_WEIGHT
    extra = "".join(f" tight-{level}" for level, least in TIGHT if crowd >= least)
    return _frame(key, f"t{number}", style).fill(label=label, items=content, extra=extra)


def draw_foundation(
    number: int, height: int, rules: Rules, style: Style, marks: Sequence[str] = (), note: str = ""
) -> str:
    """A foundation as HTML.

    :param marks: for each of its cards, bottom to top, a class of its item; `note`: more words of its label.
    """
    key = language()
    suit = (number - 1) // rules.slots_per_suit
    if height:
        label = f"{rank_words(height)}, {note}" if note else rank_words(height)
        first = max(1, height - SHOWN_UNDER)
        shown = [make_card(rank, suit) for rank in range(first, height + 1)]
        content = _stack(shown, key, style, marks[first - 1 : height])
    else:
        label = gettext("empty")
        content = _place(
            key, gettext("%(suit)s foundation") % {"suit": suit_words(suit)}, SUIT_CLASSES[suit], style.still
        )
    extra = " complete" if height == KING else ""
    return _frame(key, f"f{number}", style, suit_words(suit)).fill(label=label, items=content, extra=extra)


def _waste(view: View, rules: Rules, style: Style) -> str:
    key = language()
    fan = FANNED if rules.draw == FANNED else 1
    shown = view.waste[-(fan + SHOWN_UNDER) :]
    label = card_words(view.waste[-1]) if view.waste else gettext("empty")
    content = _stack(shown, key, style) if shown else _place(key, gettext("waste"), "", still=True)
    return _frame(key, "w", style).fill(label=label, items=content, extra=f" fan-{fan}")


def _stock(view: View, rules: Rules, style: Style) -> str:
    key = language()
    left = None if rules.passes is None else rules.passes - view.passes
    if view.stock:
        label = _count_words(view.stock, key)
        state = "full"
    elif not view.waste:
        label, state = gettext("empty"), "bare"
    elif left == 0:
        label, state = gettext("no pass left"), "shut"
    else:
        label, state = _redeal_words(rules.scoring.redeal, rules.currency, key), "redeal"
    cost = f"−{rules.scoring.redeal}" if rules.scoring.redeal else ""
    skeleton = _stock_skeleton(key, state, style.still, cost)
    content = skeleton.fill(count=view.stock, label=label)
    return _frame(key, "s", style).fill(label=label, items=content, extra=f" {state}")


def _stack(cards: Sequence[int], key: str, style: Style, marks: Sequence[str] = ()) -> str:
    """Cards of which only the last can be taken; `marks`: a class for each."""
    still = still_items(key)
    top = still if style.still else card_items(key)
    items = [*(still[card] for card in cards[:-1]), top[cards[-1]]]
    for place, mark in enumerate(marks):
        items[place] = items[place].replace("<li>", f'<li class="{mark}">', 1)
    return "".join(items)


@lru_cache(maxsize=1024)
def _frame(key: str, pile: str, style: Style, suit: str = "") -> Skeleton:
    """The list around a pile's cards, with holes for its label, items and further classes."""
    name = pile_words(pile)
    if suit:
        name = gettext("%(suit)s foundation") % {"suit": suit}
    kind = {"s": "stock", "w": "waste", "f": "foundation", "t": "column"}[pile[0]]
    context = {
        "id": f"{style.prefix}pile-{pile}",
        "kind": kind,
        "name": escape(capital(name)),
        "swap": style.swap,
    }
    return Skeleton("games/table/pile.html", ("label", "items", "extra"), **context)


@lru_cache(maxsize=256)
def _place(key: str, name: str, suit: str, still: bool) -> str:
    words = gettext("%(pile)s, empty") % {"pile": capital(name)}
    return Skeleton("games/table/place.html", (), name=words, suit=suit, still=still).text.replace("%%", "%")


@lru_cache(maxsize=64)
def _stock_skeleton(key: str, state: str, still: bool, cost: str) -> Skeleton:
    return Skeleton("games/table/stock.html", ("count", "label"), state=state, still=still, cost=cost)


@lru_cache(maxsize=128)
def _hidden_words(count: int, key: str) -> str:
    return ngettext("%(count)d hidden", "%(count)d hidden", count) % {"count": count}


@lru_cache(maxsize=256)
def _count_words(count: int, key: str) -> str:
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


@lru_cache(maxsize=32)
def _redeal_words(cost: int, currency: bool, key: str) -> str:
    if not cost:
        return gettext("empty: turn the waste over")
    if currency:
        return gettext("empty: turn the waste over, at most %(cost)s") % {"cost": money(-cost)}
    return gettext("empty: turn the waste over, at most −%(cost)d points") % {"cost": cost}
