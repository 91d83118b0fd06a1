"""The tables of this app; each part keeps its own beside its code."""

from games.content.models import Announcement, Example, Page
from games.daily.models import DailyDeal, ProgrammeEntry
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

__all__ = [
    "Announcement",
    "Attempt",
    "DailyDeal",
    "DealOpening",
    "DealSecret",
    "EndReason",
    "Example",
    "Game",
    "Origin",
    "Page",
    "ProgrammeEntry",
    "SiteKey",
    "Status",
]
