"""What « New game » asks for each game, read off the canonical options that the engine allows (DESIGN section
2).

A game's options are one string such as ``D1N3``; a person answers one question a part (cards drawn, marking,
passes, rule). Nothing here names a game: a variant that is added to the engine gets its questions by itself.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.variants import VARIANTS

Words = str | Promise
PARTS = re.compile(r"(?:D(?P<draw>[13]))?(?P<marking>[NVS])?(?P<passes>[13])?|(?P<rule>[CR])")
ORDER = ("draw", "marking", "passes", "rule")


@dataclass(frozen=True)
class Answer:
    """One answer: ``value`` as the form posts it, ``label`` on the button, ``hint`` the line that explains
    it.
    """

    value: str
    label: Words
    hint: Words = ""


@dataclass(frozen=True)
class Question:
    """One question of the form and the answers this game allows, in display order."""

    name: str
    label: Words
    answers: tuple[Answer, ...]


LABELS: dict[str, Words] = {
    "draw": pgettext_lazy("question", "Draw"),
    "marking": pgettext_lazy("question", "Scoring"),
    "passes": pgettext_lazy("question", "Passes through the stock"),
    "rule": pgettext_lazy("question", "Rule"),
}
ANSWERS: dict[str, tuple[Answer, ...]] = {
    "draw": (
        Answer("1", _("Easy"), _("one card at a time")),
        Answer("3", _("Hard"), _("three cards at a time")),
    ),
    "marking": (
        Answer("N", pgettext_lazy("marking", "Normal"), _("points for every card that goes up")),
        Answer("V", pgettext_lazy("marking", "Vegas"), _("you buy the deck, each card up pays $5")),
        Answer("S", pgettext_lazy("marking", "No points"), _("only time and moves")),
    ),
    "passes": (
        Answer("", pgettext_lazy("passes", "Unlimited")),
        Answer("3", pgettext_lazy("passes", "Three")),
        Answer("1", pgettext_lazy("passes", "One")),
    ),
    "rule": (
        Answer(
            "C",
            pgettext_lazy("rule", "Classic"),
            _("Same suit: a card goes on the next higher card of its suit"),
        ),
        Answer("R", pgettext_lazy("rule", "Relaxed"), _("Mixed suits: a card goes on any next higher card")),
    ),
}


@lru_cache(maxsize=256)
def split_options(options: str) -> dict[str, str]:
    """Return the parts of canonical ``options`` by question: ``D1N3`` gives draw 1, marking N, passes 3."""
    match = PARTS.fullmatch(options)
    found = match.groupdict() if match else {}
    return {name: found.get(name) or "" for name in ORDER}


@lru_cache(maxsize=64)
def questions(variant: str) -> tuple[Question, ...]:
    """Return what to ask for the game ``variant`` (two letters); a question with one answer isn't asked.

    Passes are asked beside every marking; the page hides the question, and `join_options` drops the answer,
    where the marking fixes the passes by itself.
    """
    choices = [split_options(options) for options in VARIANTS[variant].option_choices]
    kept = []
    for name in ORDER:
        allowed = {choice[name] for choice in choices}
        answers = tuple(answer for answer in ANSWERS[name] if answer.value in allowed)
        if len(answers) > 1:
            kept.append(Question(name, LABELS[name], answers))
    return tuple(kept)


def join_options(variant: str, answers: Mapping[str, str]) -> str | None:
    """Return the canonical options for ``answers`` (question → value), or None when the game has no such
    form.

    A question left open takes its first answer; passes that the marking fixes by itself are dropped.
    """
    given = {question.name: answers.get(question.name, "") for question in questions(variant)}
    passes = given.pop("passes", "")
    fitting = []
    for options in VARIANTS[variant].option_choices:
        parts = split_options(options)
        if all(value in ("", parts[name]) for name, value in given.items()):
            fitting.append(options)
    marking = split_options(fitting[0])["marking"] if fitting else ""
    same_marking = [options for options in fitting if split_options(options)["marking"] == marking]
    if len({split_options(options)["passes"] for options in same_marking}) < 2:
        return same_marking[0] if same_marking else None
    return next((options for options in same_marking if split_options(options)["passes"] == passes), None)


def usual_forms(variant: str) -> tuple[str, ...]:
    """Return the options that a game's page starts directly: those without a limit on passes to choose."""
    choices = VARIANTS[variant].option_choices
    return tuple(sorted((c for c in choices if not split_options(c)["passes"]), key=_by_marking))


def options_in_words(variant: str, options: str, separator: str = "\u00a0· ") -> str:
    """Return ``D3V`` as « Draw 3 · Vegas » in the language of the moment; empty where nothing is chosen."""
    asked = {question.name for question in questions(variant)}
    parts = split_options(options)
    words = []
    if "draw" in asked:
        words.append(gettext("Draw %(count)s") % {"count": parts["draw"]})
    if "marking" in asked:
        words.append(str(_answer("marking", parts["marking"]).label))
    if "rule" in asked:
        words.append(str(_answer("rule", parts["rule"]).label))
    if parts["passes"]:
        words.append(gettext("One pass") if parts["passes"] == "1" else gettext("Three passes"))
    return separator.join(words)


def _answer(question: str, value: str) -> Answer:
    return next(answer for answer in ANSWERS[question] if answer.value == value)


def _by_marking(options: str) -> tuple[int, str]:
    """Order Normal before Vegas before no points, draw 1 before draw 3."""
    parts = split_options(options)
    markings = [answer.value for answer in ANSWERS["marking"]]
    return (markings.index(parts["marking"]) if parts["marking"] else 0, parts["draw"])
