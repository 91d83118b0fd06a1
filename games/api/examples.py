"""Examples for the schema. The positions are real ones, dealt under the empty key of development."""

from typing import Any

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
