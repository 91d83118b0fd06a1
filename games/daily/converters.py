"""Days in addresses."""

from datetime import date


class DayConverter:
    """A day as ``2026-11-30``; what is no day of the calendar is no address."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        return value if isinstance(value, str) else value.isoformat()
