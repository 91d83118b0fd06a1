"""The tables of this app; each part keeps its own beside its code."""

from games.content.models import Announcement, Example, Page
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
    "DealOpening",
    "DealSecret",
    "EndReason",
    "Example",
    "Game",
    "Origin",
    "Page",
    "SiteKey",
    "Status",
]
