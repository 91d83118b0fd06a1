"""Examples of matches for the schema. The position is real, dealt under the empty key of development."""

from typing import Any

URL = "https://reussite.example/api/v1/matches/c6a26745-f76d-4831-98fa-cfc4bd11d30d/"


def _column(down: int, *up: str) -> dict[str, Any]:
    return {"down": down, "up": list(up)}


def _side(stock: int, waste: list[str], columns: str) -> dict[str, Any]:
    """A seat's table soon after the deal."""
    return {
        "concealed": False,
        "stock": stock,
        "waste_size": len(waste),
        "waste": waste,
        "tableau": [_column(down, card) for down, card in enumerate(columns.split())],
        "passes": 1,
        "contributed": 0,
        "passed": False,
    }


def _seat(number: int, name: str, *, you: bool) -> dict[str, Any]:
    return {
        "number": number,
        "letter": "ab"[number - 1],
        "kind": "player",
        "name": name,
        "shown_as": name,
        "profile": True,
        "level": None,
        "program": True,
        "you": you,
        "ready": True,
        "present": True,
        "away_since": None,
        "total": 0,
        "rating": None,
        "rating_before": None,
        "rating_after": None,
    }


WAYS: dict[str, Any] = {
    "options": "D1A",
    "ways": ["Alternate", "Draw 1", "1 game", "1 min per turn"],
    "games": 1,
    "cards_to_win": 0,
    "limit": "turn",
    "seconds": 60,
    "against": "lobby",
    "rated": {
        "counts": False,
        "reason": "token",
        "detail": "It counts for no rating: a program plays.",
    },
}
SEATS = [_seat(1, "Robot", you=True), _seat(2, "Golem", you=False)]

MATCH: dict[str, Any] = {
    "id": "c6a26745-f76d-4831-98fa-cfc4bd11d30d",
    "url": URL,
    "version": 7,
    "state": "playing",
    **WAYS,
    "seats": SEATS,
    "your_seat": 1,
    "your_letter": "a",
    "link": None,
    "invited": None,
    "number": 1,
    "starts_at": "2026-11-30T11:00:04Z",
    "turn_since": "2026-11-30T11:00:05Z",
    "deadline": "2026-11-30T11:01:05Z",
    "stands_at_ms": None,
    "position": {
        "turn": "b",
        "over": None,
        "foundations": [None] * 8,
        "owners": [""] * 8,
        "seats": {
            "a": _side(23, ["6H"], "KD 6C 4H 9D KS JC 4S"),
            "b": _side(24, [], "AH 6H 7H 8S 6D 9S KC"),
        },
    },
    "actions": ["resign"],
    "pass_may_end": False,
    "draw_offered_by": None,
    "rematch_wished_by": [],
    "claim_from": None,
    "chat": [],
    "may_chat": True,
    "spectators": 0,
    "results": [],
    "winner": None,
    "reason": None,
    "note": None,
    "next_id": None,
}
LISTED: dict[str, Any] = {
    "id": "c6a26745-f76d-4831-98fa-cfc4bd11d30d",
    "url": URL,
    "state": "playing",
    **WAYS,
    "seats": SEATS,
    "your_seat": 1,
    "your_turn": False,
    "cards": [0, 0],
    "spectators": 0,
    "winner": None,
    "reason": None,
    "created_at": "2026-11-30T11:00:00Z",
    "ended_at": None,
}
