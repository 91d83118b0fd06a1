"""The tables of this app; each part keeps its own beside its code."""

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

__all__ = ["Attempt", "DealOpening", "DealSecret", "EndReason", "Game", "Origin", "SiteKey", "Status"]
