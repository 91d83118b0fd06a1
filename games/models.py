"""The tables of this app; each part keeps its own beside its code."""

from games.content.models import Announcement, Example, Page
from games.daily.models import DailyDeal, ProgrammeEntry
from games.matches.models import (
    Block,
    ChatLine,
    Match,
    MatchEvent,
    MatchGame,
    Presence,
    QuickWish,
    Report,
    Seat,
)
from games.play.models import (
    Attempt,
    DealOpening,
    DealSecret,
    EndReason,
    Game,
    Origin,
    SiteKey,
    Status,
)
from games.staff.models import DayFigures, NameReport, RefusalCount

__all__ = [
    "Announcement",
    "Attempt",
    "Block",
    "ChatLine",
    "DailyDeal",
    "DayFigures",
    "DealOpening",
    "DealSecret",
    "EndReason",
    "Example",
    "Game",
    "Match",
    "MatchEvent",
    "MatchGame",
    "NameReport",
    "Origin",
    "Page",
    "Presence",
    "ProgrammeEntry",
    "QuickWish",
    "Report",
    "Seat",
    "RefusalCount",
    "SiteKey",
    "Status",
]
