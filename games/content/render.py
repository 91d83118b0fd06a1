"""Pages of words with their boards: tables inside the text, and the steps of an example in words."""

import re
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.content.examples import LETTERS, BrokenExample, Step, code_of, steps_of
from games.content.markdown import render
from games.content.models import Example, Page
from games.content.selectors import BY_KEY, examples_by_slug
from games.engine.codes import DealCode
from games.engine.duel import SEATS, DuelPosition
from games.engine.position import Position
from games.engine.rules import Rules
from games.engine.shuffle import deal_cards, deal_duel_cards
from games.engine.view import View, visible
from games.play.render.names import language
from games.play.render.refusals import action_words, happened_words, refusal_words
from games.play.render.table import draw_still
from games.play.replays import Place

EMBED = re.compile(r"<p>\[\[(opening|example:([a-z0-9-]+))\]\]</p>")
PICTURE_KEY = "a table to look at"  # nobody's DEAL_KEY: no code of a real deal gives these cards


@dataclass(frozen=True, slots=True)
class Shown(Place):
    """One step of an example as a reader sees it. ``boards``: (whose, drawn table), one or two."""

    boards: list[tuple[str, SafeString]]
    words: str
    note: str
    refusal: str


def body(page: Page) -> SafeString:
    """Return a page's text with the boards it asks for: ``[[opening]]``, ``[[example:address]]``."""
    html = page.html
    examples = examples_by_slug(found[1] for found in EMBED.findall(html) if found[1])

    def board(found: re.Match[str]) -> str:
        if found[1] == "opening":
            return opening(page.game)
        example = examples.get(found[2])
        return figure(example) if example else ""

    return mark_safe(EMBED.sub(board, html))


def opening(key: str) -> str:
    """Return a game's opening table as a figure; nothing for what is no game."""
    return _opening(key, language()) if key in BY_KEY else ""


@lru_cache(maxsize=32)
def _opening(key: str, _language: str) -> str:
    variant = BY_KEY[key]
    code = DealCode.make(variant.code, variant.option_choices[0], LETTERS)
    if variant.seats > 1:
        duel = DuelPosition.deal(code, deal_duel_cards(code, PICTURE_KEY))
        views = tuple(visible(duel.seats[seat]) for seat in SEATS)
    else:
        views = (visible(Position.deal(code, deal_cards(code, PICTURE_KEY))),)
    context = {
        "boards": _boards(views, code.rules, f"opening-{key}"),
        "caption": gettext("The table after the deal."),
    }
    return render_to_string("content/_figure.html", context)


def figure(example: Example) -> str:
    """Return an example's last table as a figure: its title, the refusal, and the way to its steps."""
    try:
        rules, steps = code_of(example).rules, steps_of(example)
    except BrokenExample:
        return ""
    context = {
        "boards": _boards(steps[-1].views, rules, example.slug),
        "example": example,
        "caption": example.title,
        "refusal": _refusal(steps[-1]),
    }
    return render_to_string("content/_figure.html", context)


def shown(example: Example, number: int) -> Shown:
    """Return step ``number`` of an example, or its nearest.

    :raises BrokenExample: if the example cannot be played.
    """
    rules, steps = code_of(example).rules, steps_of(example)
    step = steps[max(0, min(number, len(steps) - 1))]
    notes = example.notes
    return Shown(
        number=step.number,
        last=len(steps) - 1,
        boards=_boards(step.views, rules, example.slug),
        words=_words(step),
        note=notes[step.number - 1] if 0 < step.number <= len(notes) else "",
        refusal=_refusal(step),
    )


def _boards(views: tuple[View, ...], rules: Rules, prefix: str) -> list[tuple[str, SafeString]]:
    if len(views) == 1:
        return [("", draw_still(views[0], rules, f"{prefix}-"))]
    return [
        (gettext("Seat %(seat)s") % {"seat": seat}, draw_still(view, rules, f"{prefix}-{seat}-"))
        for seat, view in zip(SEATS, views, strict=True)
    ]


def _words(step: Step) -> str:
    """What happened in a step, or what was tried."""
    if not step.tokens:
        return gettext("The table after the deal.")
    seat, slash, first = step.tokens[0].rpartition("/")
    place = SEATS.index(seat) if slash else 0
    before, after = step.before[place], step.views[place]
    if step.refusal:
        words = gettext("Refused: %(action)s") % {"action": action_words(first, before)}
    else:
        words = happened_words([first, *step.tokens[1:]], before, after)
    return gettext("Seat %(seat)s: %(words)s") % {"seat": seat, "words": words} if slash else words


def _refusal(step: Step) -> str:
    return refusal_words(step.refusal) if step.refusal else ""


def preview(source: str) -> SafeString:
    """Return Markdown as an editor's preview shows it; the boards are named, not drawn."""
    return mark_safe(EMBED.sub(lambda found: f'<p class="embed">{escape(found[1])}</p>', render(source)))
