"""Examples of boards for the schema."""

from typing import Any

ROOT = "https://reussite.example/api/v1/"
WAY: dict[str, Any] = {
    "key": "KL-D1N",
    "game": "KL",
    "options": "D1N",
    "name": "Klondike",
    "options_name": "Draw 1 · Normal",
    "points": True,
    "dollars": False,
    "url": f"{ROOT}boards/KL-D1N/",
}
ROW: dict[str, Any] = {
    "rank": 1,
    "name": "Camille",
    "shown_as": "Camille",
    "you": True,
    "score": 715,
    "seconds": 204,
    "moves": 118,
    "won": True,
    "pure": True,
    "runs": 1,
    "ended_at": "2026-11-30T11:04:00Z",
    "record": f"{ROOT}games/0d1c9e52-6f6b-4d8a-9a3e-2f4f3a6d7c10/record/",
}
PAGE: dict[str, Any] = {
    "board": {
        **WAY,
        "kind": "game",
        "period": "week",
        "first_day": "2026-11-30",
        "last_day": "2026-12-06",
        "pure": False,
    },
    "size": 1,
    "results": [ROW],
    "next": None,
    "previous": None,
    "place": {"rank": 1, "of": 1},
    "around": [],
}
RATING_ROW: dict[str, Any] = {"rank": 1, "name": "Noor", "you": False, "figure": 1320, "matches": 41}
RATINGS: dict[str, Any] = {
    "tempo": "S",
    "by": "rating",
    "month": None,
    "size": 1,
    "results": [RATING_ROW],
    "next": None,
    "you": None,
}
