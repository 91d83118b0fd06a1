"""Examples for the schema. The positions are real ones, dealt under the empty key of development."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework.serializers import Serializer

from games.api.board_examples import ROOT, WAY

T = TypeVar("T", bound=Serializer)

POSITION: dict[str, Any] = {
    "stock": 23,
    "waste": ["3S"],
    "foundations": [None, None, None, None],
    "tableau": [
        {"down": 0, "up": ["7H"]},
        {"down": 1, "up": ["4C"]},
        {"down": 2, "up": ["JD"]},
        {"down": 3, "up": ["2S"]},
        {"down": 4, "up": ["8C"]},
        {"down": 5, "up": ["5H"]},
        {"down": 6, "up": ["QC"]},
    ],
}

GAME: dict[str, Any] = {
    "id": "0d1c9e52-6f6b-4d8a-9a3e-2f4f3a6d7c10",
    "url": "https://reussite.example/api/v1/games/0d1c9e52-6f6b-4d8a-9a3e-2f4f3a6d7c10/",
    "code": "KL1-D1N-QWERTYU",
    "game": "KL",
    "options": "D1N",
    "origin": "random",
    "status": "playing",
    "paused": False,
    "end_reason": None,
    "attempt": "first",
    "by_token": True,
    "version": 1,
    "score": 0,
    "ranked_score": 0,
    "moves": 1,
    "undos": 0,
    "hints": 0,
    "passes": 1,
    "elapsed_ms": 0,
    "created_at": "2026-11-30T11:00:00Z",
    "started_at": "2026-11-30T11:00:05Z",
    "last_action_at": "2026-11-30T11:00:05Z",
    "ended_at": None,
    "position": POSITION,
    "actions": ["s-w", "t1-t5", "w-t2"],
    "can_undo": True,
    "can_redo": False,
    "can_finish": False,
    "blocked": False,
    "standing": None,
}

SUMMARY: dict[str, Any] = {
    name: value
    for name, value in GAME.items()
    if name not in ("position", "actions", "can_undo", "can_redo", "can_finish", "blocked", "standing")
}
HINT = {"action": "s-w", "detail": "Draw from the stock.", "game": GAME}
DEAL = {
    "code": "KL1-D1N-QWERTYU",
    "deal": "KL1-QWERTYU",
    "game": "KL",
    "name": "Klondike",
    "options": "D1N",
    "options_name": "Draw 1 · Normal",
    "letters": "QWERTYU",
    "withheld": False,
    "first": False,
    "played": [GAME["id"]],
}
FORM = {
    "options": "D1N",
    "name": "Draw 1 · Normal",
    "draw": 1,
    "passes": None,
    "points": True,
    "dollars": False,
}
CATALOGUE = {
    "games": [
        {
            "key": "klondike",
            "code": "KL",
            "name": "Klondike",
            "about": "The solitaire everybody knows: seven columns, one deck, a bit of luck.",
            "decks": 1,
            "columns": [1, 2, 3, 4, 5, 6, 7],
            "has_stock": True,
            "undo_limit": None,
            "options": [FORM],
        }
    ]
}
BOARDS = {"games": [WAY], "ratings": [f"{ROOT}boards/ratings/S/"]}
CALENDAR = {
    "month": "2026-11",
    "days": [
        {"day": "2026-11-29", "games": 3, "played": 2, "won": 1, "medals": [2]},
        {"day": "2026-11-30", "games": 3, "played": 0, "won": 0, "medals": []},
    ],
}
FIGURES = {
    "played": 12,
    "won": 5,
    "rate": 0.4167,
    "practice": 3,
    "streak": 1,
    "longest_streak": 3,
    "best_score": 645,
    "average_score": 612.0,
    "best_seconds": 184,
    "average_seconds": 302.5,
    "fewest_moves": 96,
    "average_moves": 121.4,
}
STATISTICS = {
    "total": {**FIGURES, "best_score": None, "average_score": None},
    "games": [{**WAY, "figures": FIGURES}],
    "days": [{"day": "2026-11-30", "games": 4}],
    "charts": None,
}
PROFILE = {
    "name": "Noor",
    "since": "2026-10-04T09:12:00Z",
    "machine": False,
    "you": False,
    "daily": {"now": 2, "longest": 9, "today": True},
    "ratings": [
        {
            "tempo": "S",
            "points": 1162,
            "margin": 120,
            "provisional": False,
            "won": 14,
            "drawn": 1,
            "lost": 9,
        }
    ],
    "total": STATISTICS["total"],
    "games": STATISTICS["games"],
    "head_to_head": {"won": 3, "drawn": 0, "lost": 2},
    "blocked": False,
    "matches": [],
}


def answered(value: Any, name: str = "answer") -> Callable[[type[T]], type[T]]:
    """Give a shape the example of an answer."""
    return extend_schema_serializer(examples=[OpenApiExample(name, value=value, response_only=True)])


def sent(value: Any) -> Callable[[type[T]], type[T]]:
    """Give a body the example of a request."""
    return extend_schema_serializer(examples=[OpenApiExample("request", value=value, request_only=True)])
