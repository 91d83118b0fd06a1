"""What may be shown of matches: the only thing that pages and sockets read."""

from games.matches.selectors.lists import (
    blocked_names,
    finished,
    head_to_head_for,
    invitations,
    lobby,
    own,
    turns_waiting,
)
from games.matches.selectors.shapes import (
    Clock,
    GameResult,
    Line,
    Listed,
    Lobby,
    MatchTable,
    SeatInfo,
)
from games.matches.selectors.table import (
    COUNTDOWN,
    duel_of,
    game_of,
    match_for,
    pass_may_end,
    results_of,
    spectators_of,
    state_of,
    table_of,
    with_move,
)

__all__ = [
    "COUNTDOWN",
    "Clock",
    "GameResult",
    "Line",
    "Listed",
    "Lobby",
    "MatchTable",
    "SeatInfo",
    "blocked_names",
    "duel_of",
    "finished",
    "game_of",
    "head_to_head_for",
    "invitations",
    "lobby",
    "match_for",
    "own",
    "pass_may_end",
    "results_of",
    "spectators_of",
    "state_of",
    "table_of",
    "turns_waiting",
    "with_move",
]
