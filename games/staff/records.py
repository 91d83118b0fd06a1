"""A game's record for the staff: what was asked when, and, to those who accept to see them, the cards."""

from dataclasses import dataclass

from games.engine.actions import REDO, UNDO
from games.engine.cards import card_name
from games.engine.codes import DealCode
from games.engine.play import Play
from games.engine.refusals import Refusal
from games.engine.table import deal_columns
from games.engine.view import visible
from games.play import deals
from games.play.models import Game
from games.play.render.names import card_words
from games.play.render.refusals import happened_words
from games.play.render.score import clock


@dataclass(frozen=True, slots=True)
class Entry:
    """One token of a record. ``at``: time of play; ``gap``: seconds since the last; ``words``: if asked."""

    number: int
    token: str
    at: str
    gap: str
    quick: bool
    words: str = ""


QUICK_MS = 250
SHOWN = 3_000
"""Tokens of a record that a page lists at most; the record itself may be downloaded."""


def timeline(game: Game, *, in_words: bool = False) -> list[Entry]:
    """Return a game's record with its times. Tokens name no card; ``in_words`` tells what each did."""
    tokens = game.actions.split()[:SHOWN]
    times = [int(text) for text in game.times.split()][: len(tokens)]
    times += [times[-1] if times else 0] * (len(tokens) - len(times))
    said = _words(game, tokens) if in_words else [""] * len(tokens)
    entries, before = [], 0
    for number, (token, at, words) in enumerate(zip(tokens, times, said, strict=True), 1):
        gap = max(0, at - before)
        quick = number > 1 and 0 < gap < QUICK_MS
        entries.append(Entry(number, token, clock(at), f"{gap / 1000:.1f}", quick, words))
        before = at
    return entries


def hidden_cards(code: DealCode) -> dict[str, list[list[str]]]:
    """Return the whole deal in words: each column bottom to top, and the stock as it is drawn."""
    columns, down, rest = deal_columns(code.rules, deals.cards_of(code))
    return {
        "columns": [[card_words(card) for card in column] for column in columns],
        "names": [[card_name(card) for card in column] for column in columns],
        "stock": [[card_words(card) for card in rest]],
    }


def _words(game: Game, tokens: list[str]) -> list[str]:
    """What each token did; nothing from a token on that the rules refuse."""
    code = game.deal_code
    play = Play(code, deals.cards_of(code), automatic=False)
    said = []
    for token in tokens:
        before = visible(play.position)
        try:
            play.follow(token)
        except Refusal:
            break
        after = visible(play.position)
        said.append("" if token in (UNDO, REDO) else happened_words([token], before, after))
    return said + [""] * (len(tokens) - len(said))
