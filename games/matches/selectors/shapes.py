"""What may be shown of matches, as values. Renderers use nothing else."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games.engine.codes import DealCode
from games.engine.duel import RESIGN
from games.engine.view import DuelView
from games.matches.models import ENDED
from games.play import clock
from games.play.cursors import Cursor
from leaderboards.rating_boards import Change, HeadToHead, Shown


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as the table shows it. `name` is empty for a visitor and for the computer: the page words those.

    `program`: an account whose program plays.
    `letter`: the engine's seat in the game under way. `profile`: the name may be linked. `present`: there is
    somebody. `rating`: at this tempo.
    """

    number: int
    letter: str
    name: str
    profile: bool
    user_id: int | None
    bot: int
    program: bool
    visitor: bool
    deleted: bool
    you: bool
    ready: bool
    present: bool
    away_since: datetime | None
    total: int
    rating: Shown | None = None
    rating_change: Change | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock: what it limits ("none", "turn", "game"), how long, when it runs out (`None`: it stands)."""

    kind: str
    seconds: int
    deadline: datetime | None
    stands_at_ms: int | None

    def left_ms(self, at: datetime) -> int | None:
        """Return what is left, in milliseconds; `None` without a limit."""
        if self.deadline is None:
            return self.stands_at_ms
        return max(0, (self.deadline - at) // clock.MILLISECOND)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the chat: a phrase (translated when shown) or words."""

    id: int
    seat: int
    text: Any
    at: datetime
    mine: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game of the match that has ended. `code` is empty until the match is over."""

    number: int
    code: str
    first: int
    winner: int | None
    reason: str
    contributed: tuple[int, int]
    owners: tuple[str, ...]
    counted: bool
    seconds: int


@dataclass(frozen=True, slots=True)
class MatchTable:
    """A match as one viewer may know it. `viewer`: the number of his seat, 0 for a spectator.

    `view` is `None` as long as there are no cards to show: before the first game, during the countdown, and
    while the match is paused. `letter`: the viewer's seat for the engine, "a" for spectators (the side shown
    below). `owners`: for each foundation, whose cards lie on it, bottom to top, as letters.
    `pass_may_end`: as far as the viewer sees, a pass now could end the game. `code` and the results' codes:
    only when the match is over.
    """

    match_id: UUID
    version: int
    state: str
    viewer: int
    letter: str
    rules_code: DealCode | None
    view: DuelView | None
    owners: tuple[str, ...]
    actions: tuple[str, ...]
    taps: dict[str, dict[str, str]]
    pass_may_end: bool
    clock: Clock
    turn_since: datetime | None
    starts_at: datetime | None
    number: int
    code: str

    options: str
    series_games: int
    series_cards: int
    rated: str
    visibility: str
    typed: bool
    first: int
    daily: bool
    token: str
    invited: str
    seats: tuple[SeatInfo, ...]
    draw_by: int
    rematch_by: int
    next_id: UUID | None
    winner: int | None
    reason: str
    void_note: str
    results: tuple[GameResult, ...]
    spectators: int
    claim_from: datetime | None
    chat: tuple[Line, ...]
    chat_open: bool
    words: bool
    words_mine: bool
    muted: bool
    head_to_head: HeadToHead | None

    @property
    def over(self) -> bool:
        return self.state in ENDED

    @property
    def alternate(self) -> bool:
        return "A" in self.options

    @property
    def my_turn(self) -> bool:
        """Whether the viewer may act now."""
        return bool(self.actions) and self.actions != (RESIGN,)

    def seat(self, number: int) -> SeatInfo | None:
        """Return a seat by its number."""
        return next((seat for seat in self.seats if seat.number == number), None)

    @property
    def me(self) -> SeatInfo | None:
        return self.seat(self.viewer) if self.viewer else None

    @property
    def opponent(self) -> SeatInfo | None:
        return self.seat(3 - self.viewer) if self.viewer else None


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list. `seats` are names with profile links and ratings, as far as they are taken.

    `turn`: the seat whose turn it is, 0 if it is both's or nobody's. `replay`: the first game to see again in
    a list of one's own matches; 0 if there is none.
    """

    match_id: UUID
    state: str
    options: str
    series_games: int
    series_cards: int
    limit_kind: str
    seconds: int
    rated: str
    visibility: str
    daily: bool
    seats: tuple[SeatInfo, ...]
    contributed: tuple[int, int]
    created_at: datetime
    ended_at: datetime | None
    winner: int | None
    reason: str
    my_seat: int
    turn: int
    spectators: int = 0
    replay: int = 0

    @property
    def my_turn(self) -> bool:
        """Whether it is the viewer's turn, and not the other's too."""
        return bool(self.turn) and self.turn == self.my_seat


@dataclass(frozen=True, slots=True)
class Played:
    """One page of ended matches, the last first, and where the next page begins (None on the last)."""

    matches: list[Listed]
    after: Cursor | None


@dataclass(frozen=True, slots=True)
class Here:
    """A player who is here. `profile`: the name may be linked. `seated`: at a table of a match."""

    name: str
    profile: bool
    program: bool
    seated: bool


@dataclass(frozen=True, slots=True)
class Present:
    """The other players who are here: the first of them by name, and how many they are."""

    people: tuple[Here, ...]
    count: int

    @property
    def more(self) -> int:
        """How many are not among those named."""
        return self.count - len(self.people)


@dataclass(frozen=True, slots=True)
class Lobby:
    """The lobby as one person sees it."""

    tables: list[Listed]
    watchable: list[Listed]
    mine: list[Listed]
    invitations: list[Listed]
    waiting: int
    wish: str
    paired: UUID | None

    @property
    def awaited(self) -> int:
        """How many matches wait for the viewer: what `selectors.awaited` says, of the matches listed."""
        return len(self.invitations) + self.turns

    @property
    def turns(self) -> int:
        """In how many matches of days it is the viewer's turn."""
        return sum(match.daily and match.my_turn for match in self.mine)
