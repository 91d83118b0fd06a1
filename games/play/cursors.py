"""Where a page of a list goes on: after a row, not at a number, however many rows came meanwhile."""

import base64
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Cursor:
    """A row in a list that is ordered by a moment and an id: the last one of the page before."""

    moment: datetime
    pk: UUID

    def text(self) -> str:
        """Return the cursor as an address can carry it."""
        raw = f"{self.moment.isoformat()} {self.pk}"
        return base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")

    @classmethod
    def read(cls, text: str) -> "Cursor | None":
        """Return the cursor that `text` writes, or None if it writes none."""
        try:
            raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
            moment, _space, pk = raw.partition(" ")
            found = datetime.fromisoformat(moment)
            return cls(found.astimezone(UTC), UUID(pk)) if found.tzinfo else None
        except (ValueError, OverflowError):  # the first and last hours of the calendar have no UTC
            return None
