"""What the table says in sentences: why an action was refused, and what an action did."""

from django.utils.translation import gettext, ngettext

from games.engine.actions import Action
from games.engine.messages import CARD_PLACEHOLDERS
from games.engine.refusals import Reason, Refusal
from games.engine.rules import Rules
from games.engine.view import View
from games.play.render.names import capital, card_words, pile_words
from games.play.render.score import score_words

NO_RULES = (Reason.UNREADABLE, Reason.GAME_OVER, Reason.NOT_YOUR_TURN)
"""Reasons that say how things stand, as all do that a match has beside the rules (`MatchRefusal`): told also
to those who want to find the rules by themselves."""


def refusal_words(refusal: Refusal, rules_shown: bool = True) -> str:
    """The rule that refuses an action, in the reader's language; without rules, only that it is refused."""
    if not rules_shown and refusal.reason not in NO_RULES:
        return gettext("This is not possible.")
    words = {
        name: card_words(value) if name in CARD_PLACEHOLDERS and isinstance(value, int) else value
        for name, value in refusal.params.items()
    }
    return capital(gettext(refusal.template) % words)


def action_words(token: str, view: View) -> str:
    """A legal action in words, for lists of actions: « 7 de cœur, colonne 3 → colonne 5 ».

    :param view: the table before the action.
    """
    if token == "s-w":
        return gettext("Draw from the stock")
    if token == "w-s":
        return gettext("Turn the waste over")
    source, _, target = token.partition("-")
    pile, _, count = source.partition(":")
    moved = int(count or "1")
    values = {
        "card": card_words(_source_card(pile, moved, view)),
        "source": pile_words(pile),
        "target": pile_words(target),
    }
    if moved == 1:
        return gettext("%(card)s, %(source)s → %(target)s") % values
    more = ngettext("and %(more)d more", "and %(more)d more", moved - 1) % {"more": moved - 1}
    return gettext("%(card)s %(more)s, %(source)s → %(target)s") % {**values, "more": more}


def hint_words(action: Action | None, view: View) -> str:
    """A hint in words, or that there is none.

    :param view: the table as it is.
    """
    if action is None:
        return gettext("No useful move: what is left is to take moves back, or a new deal.")
    return gettext("Hint: %(action)s") % {"action": action_words(str(action), view)}


def happened_words(tokens: list[str], before: View, after: View) -> str:
    """What an action did, once and briefly, for those who listen: the card, where to, what it turned up."""
    if not tokens:
        return ""
    parts = [_first_words(tokens[0], before, after)]
    for old, new in zip(before.columns, after.columns, strict=True):
        if new.down < old.down and new.cards:
            parts.append(gettext("turned up: %(card)s") % {"card": card_words(new.cards[0])})
    if len(tokens) > 1 and tokens[1].endswith("*"):
        sent = len(tokens) - 1
        parts.append(
            ngettext("%(count)d card went up by itself", "%(count)d cards went up by themselves", sent)
            % {"count": sent}
        )
    return capital(gettext("; ").join(part for part in parts if part))


def told_words(tokens: list[str], before: View, after: View, rules: Rules) -> str:
    """The same as a player at the table is told: with the score, where the action changed it."""
    words = happened_words(tokens, before, after)
    if before.score == after.score or rules.marking == "S":
        return words
    return gettext("; ").join([words, score_words(after.score, rules.currency)])


def _first_words(token: str, before: View, after: View) -> str:
    if token == "undo":
        return gettext("undone")
    if token == "redo":
        return gettext("redone")
    if token == "s-w":
        return card_words(after.waste[-1]) if after.waste else ""
    if token == "w-s":
        return gettext("the waste is turned over")
    source, _, target = token.rstrip("*").partition("-")
    pile, _, count = source.partition(":")
    card = card_words(_source_card(pile, int(count or "1"), before))
    if target == "f":
        return gettext("%(card)s to the foundation") % {"card": card}
    onto = before.columns[int(target[1:]) - 1].cards
    if onto:
        return gettext("%(card)s on %(onto)s") % {"card": card, "onto": card_words(onto[-1])}
    return gettext("%(card)s to %(pile)s") % {"card": card, "pile": pile_words(target)}


def _source_card(pile: str, count: int, view: View) -> int:
    """The card that an action moves, the lowest of a group."""
    if pile == "w":
        return view.waste[-1]
    number = int(pile[1:]) - 1
    if pile[0] == "t":
        return view.columns[number].cards[-count]
    per_suit = len(view.foundations) // 4
    return number // per_suit * 13 + view.foundations[number] - 1
