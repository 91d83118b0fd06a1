"""What the challenge of the day looks like from outside, for the schema."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.board_examples import WAY
from games.api.board_shapes import PlaceShape, WayShape
from games.api.examples import CALENDAR, answered
from games.api.fields import StrictSerializer
from games.api.shapes import SummaryShape

EXAMPLE = {
    "day": "2026-11-30",
    "today": True,
    "ends_at": "2026-11-30T23:00:00Z",
    "opens_at": "2026-12-01T00:00:00Z",
    "secret": True,
    "waiting": 0,
    "games": [
        {
            **WAY,
            "board": "https://reussite.example/api/v1/daily/2026-11-30/KL-D1N/",
            "code": None,
            "state": "new",
            "counted": False,
            "attempt": None,
            "place": None,
        }
    ],
    "streak": {"now": 3, "longest": 12, "today": False},
}
STATES = ("new", "playing", "won", "over")


class DailyGameShape(WayShape):
    """One game of a day, and what you did there."""

    board = serializers.URLField(help_text=_("The challenge’s board of this game."))
    code = serializers.CharField(allow_null=True, help_text=_("Null while it is a secret to you."))
    state = serializers.ChoiceField(choices=STATES)
    counted = serializers.BooleanField(help_text=_("Your attempt counts: your first, begun on the day."))
    attempt = SummaryShape(allow_null=True)
    place = PlaceShape(allow_null=True, help_text=_("Your place on the board, once the attempt is over."))


class StreakShape(serializers.Serializer):
    """Days in a row with a counted attempt."""

    now = serializers.IntegerField()
    longest = serializers.IntegerField()
    today = serializers.BooleanField(help_text=_("Today is among them."))


@answered(EXAMPLE, "day")
class DayShape(serializers.Serializer):
    """A day of the challenge."""

    day = serializers.DateField(help_text=_("In Europe/Paris."))
    today = serializers.BooleanField()
    ends_at = serializers.DateTimeField()
    opens_at = serializers.DateTimeField(help_text=_("When its deals cease to be secret, to all."))
    secret = serializers.BooleanField()
    waiting = serializers.IntegerField(help_text=_("Games of today that are still being made: ask again."))
    games = DailyGameShape(many=True)
    streak = StreakShape()


class SquareShape(serializers.Serializer):
    """A day of the calendar."""

    day = serializers.DateField()
    games = serializers.IntegerField(help_text=_("How many games the challenge had."))
    played = serializers.IntegerField(help_text=_("Your counted attempts."))
    won = serializers.IntegerField()
    medals = serializers.ListField(child=serializers.IntegerField(), help_text=_("Places 1 to 3."))


@answered(CALENDAR)
class CalendarShape(serializers.Serializer):
    """A month of the challenge."""

    month = serializers.CharField()
    days = SquareShape(many=True)


class MonthQuery(StrictSerializer):
    """Which month."""

    month = serializers.RegexField(
        r"^20[0-9]{2}-(?:0[1-9]|1[0-2])$",
        required=False,
        default="",
        allow_blank=True,
        help_text=_("`2026-11`; the month under way if left out."),
    )
