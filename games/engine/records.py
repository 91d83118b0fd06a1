"""Records: the text of a game, and what comes of it (docs/records.md)."""

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Any

from games.engine.cards import CARD_NAMES
from games.engine.codes import CodeError, DealCode, parse_code
from games.engine.duel import DuelPosition
from games.engine.foundations import Foundations
from games.engine.play import Play
from games.engine.position import Position
from games.engine.refusals import Reason, Refusal
from games.engine.shuffle import deal_cards, deal_duel_cards
from games.engine.table import Table

WIDTH = 100
_COMMENT = re.compile("#[^\r\n]*")
_BYTE_ORDER_MARK = "\ufeff"


def write_record(code: DealCode, tokens: Iterable[str]) -> str:
    """The text of a record: the code on a line of its own, then the tokens in lines of at most 100
    characters.

    >>> from games.engine.codes import parse_code
    >>> write_record(parse_code("RU1-C-AAAAAAB"), ["t1-t2", "undo"])
    'RU1-C-AAAAAAB\\nt1-t2 undo\\n'
    """
    lines = wrap(" ".join(tokens), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([code.text, *lines, ""])


def replay_text(text: str, key: bytes | str) -> dict[str, Any]:
    """What a record comes to: the position at its end, or the error that stopped it, ready for JSON."""
    typed, tokens = _split(text)
    try:
        code = parse_code(typed)
    except CodeError as error:
        return _error(0, typed, Reason.UNREADABLE, str(error))
    game: Play | DuelPosition
    if code.variant.seats == 1:
        game = Play(code, deal_cards(code, key), automatic=False)
        step = game.follow
    else:
        game = DuelPosition.deal(code, deal_duel_cards(code, key))
        step = game.do
    for index, token in enumerate(tokens, start=1):
        try:
            step(token)
        except Refusal as refusal:
            return _error(index, token, refusal.reason, str(refusal))
    return describe(code, game.position) if isinstance(game, Play) else describe_duel(game)


def unreadable_record(message: str) -> dict[str, Any]:
    """The error of a record that could not even be read."""
    return _error(0, "", Reason.UNREADABLE, message)


def describe(code: DealCode, position: Position) -> dict[str, Any]:
    """Everything about a position, hidden cards included, ready for JSON."""
    return {
        "code": code.text,
        "status": "won" if position.won else "playing",
        "score": position.score,
        "ranked_score": position.ranked_score,
        "moves": position.moves,
        "undos": position.undos,
        "passes": position.passes,
        "stock": _names(position.stock),
        "waste": _names(position.waste),
        "foundations": _tops(position.slots),
        "tableau": _tableau(position),
    }


def describe_duel(duel: DuelPosition) -> dict[str, Any]:
    """Everything about a duel, hidden cards included, ready for JSON."""
    return {
        "code": duel.code.text,
        "turn": duel.turn,
        "over": duel.over,
        "winner": duel.winner,
        "foundations": _tops(duel.slots),
        "contributed": duel.contributed,
        "seats": {
            name: {
                "stock": _names(seat.stock),
                "waste": _names(seat.waste),
                "passes": seat.passes,
                "tableau": _tableau(seat),
            }
            for name, seat in duel.seats.items()
        },
    }


def _split(text: str) -> tuple[str, list[str]]:
    """The word in the place of the code, and the tokens after it."""
    words = _COMMENT.sub("", text.removeprefix(_BYTE_ORDER_MARK)).split()
    return (words[0], words[1:]) if words else ("", [])


def _error(index: int, token: str, reason: Reason, message: str) -> dict[str, Any]:
    return {"error": {"index": index, "token": token, "reason": reason.value, "message": message}}


def _names(cards: Sequence[int]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def _tops(slots: Foundations) -> list[str | None]:
    return [CARD_NAMES[slots.top(slot)] if height else None for slot, height in enumerate(slots.heights)]


def _tableau(table: Table) -> list[dict[str, Any]]:
    return [
        {"down": down, "cards": _names(column)}
        for down, column in zip(table.down, table.columns, strict=True)
    ]
