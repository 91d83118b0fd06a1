"""What a game tells the boards: plain data, so that this app knows nothing of the games themselves."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, kw_only=True, slots=True)
class Start:
    """A registered player's game at its first action (DESIGN section 6: from then on it is an attempt).

    ``board_key`` is game and options without the version (``"KL-D1N"``), ``deal`` the identity of the deal
    whatever the options (``"KL1-AAAAAAB"``). ``first``: the player's first attempt at the deal, else
    practice. ``drawn``: the server drew the deal at random for this player. ``ranked_score``: where the
    game stands at the first action (Vegas: the stake, −52 or −104), which is what the bankroll counts until
    the game ends or `services.progressed` says more.
    """

    run_id: UUID
    user_id: int | None
    board_key: str
    deal: str
    started_at: datetime
    first: bool
    drawn: bool
    ranked_score: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """A registered player's game at its end: won, given up or expired.

    ``seconds`` is whole seconds of play, pauses not counted; ``pure``: no undo and no hint. The scopes say
    where it counts if it also meets the rule of the board: ``global_ok`` (board of the game and its
    options), ``deal_first`` (first attempt: the deal's board, and with ``drawn`` in Vegas the bankroll),
    ``practice`` (the deal's practice list), ``daily_id`` (the counted attempt at that challenge).
    ``reason`` is a short code, yours to word, of why it is not ``global_ok``. ``flag`` is a short code for
    staff (a run faster than hands can play); it hides nothing. Until ``secret_until`` no row links to the
    replay. A Run without ``user_id`` (a visitor's) is ignored: send it again once it belongs to an account.
    """

    run_id: UUID
    user_id: int | None
    board_key: str
    deal: str
    ranked_score: int
    seconds: int
    moves: int
    pure: bool
    won: bool
    started_at: datetime
    ended_at: datetime
    global_ok: bool = False
    deal_first: bool = False
    practice: bool = False
    drawn: bool = False
    daily_id: int | str | None = None
    reason: str = ""
    flag: str = ""
    secret_until: datetime | None = None
