"""What players and their figures look like from outside, for the schema."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.board_examples import ROOT
from games.api.board_shapes import WayShape
from games.api.daily_shapes import StreakShape
from games.api.exact import FlagField
from games.api.examples import PROFILE, STATISTICS, answered, sent
from games.api.fields import StrictSerializer
from games.api.match_shapes import ListedMatchShape, RatingShape

ME = {
    "name": "Camille",
    "since": "2026-01-05T17:20:00Z",
    "private": False,
    "machine": False,
    "profile": f"{ROOT}players/Camille/",
    "turns_waiting": 0,
}


@answered(ME, "me")
class MeShape(serializers.Serializer):
    """Your account."""

    name = serializers.CharField()
    since = serializers.DateTimeField()
    private = serializers.BooleanField(help_text=_("Your profile opens to nobody else."))
    machine = serializers.BooleanField(help_text=_("A computer account."))
    profile = serializers.URLField()
    turns_waiting = serializers.IntegerField(help_text=_("Matches of days in which it is your turn."))


class FiguresShape(serializers.Serializer):
    """Figures of games. Scores are of won games, in Vegas of ended ones; times and moves of won ones."""

    played = serializers.IntegerField(help_text=_("First attempts."))
    won = serializers.IntegerField()
    rate = serializers.FloatField(allow_null=True, help_text=_("Won over played, 0 to 1."))
    practice = serializers.IntegerField(help_text=_("Further attempts, which count in no other figure."))
    streak = serializers.IntegerField()
    longest_streak = serializers.IntegerField()
    best_score = serializers.IntegerField(allow_null=True)
    average_score = serializers.FloatField(allow_null=True)
    best_seconds = serializers.IntegerField(allow_null=True)
    average_seconds = serializers.FloatField(allow_null=True)
    fewest_moves = serializers.IntegerField(allow_null=True)
    average_moves = serializers.FloatField(allow_null=True)


class WayFiguresShape(WayShape):
    """The figures on one game and its options."""

    figures = FiguresShape()


class BinShape(serializers.Serializer):
    """How many scores lie between two, both included."""

    lowest = serializers.IntegerField()
    highest = serializers.IntegerField()
    games = serializers.IntegerField()


class BankDayShape(serializers.Serializer):
    """The bankroll at the end of a day on which it moved."""

    day = serializers.DateField()
    dollars = serializers.IntegerField()


class PlayedDayShape(serializers.Serializer):
    """A day on which games were begun, practice included."""

    day = serializers.DateField()
    games = serializers.IntegerField()


class ChartsShape(WayShape):
    """What one game’s charts are drawn from."""

    scores = BinShape(many=True)
    bankroll = BankDayShape(many=True, help_text=_("Vegas only."))


@answered(STATISTICS)
class StatisticsShape(serializers.Serializer):
    """A player’s statistics: in all, and by game, the most played first."""

    total = FiguresShape(help_text=_("Without scores: they do not compare."))
    games = WayFiguresShape(many=True)
    days = PlayedDayShape(many=True, help_text=_("The last year’s."))
    charts = ChartsShape(allow_null=True, help_text=_("Of the game that was asked for."))


class StatisticsQuery(StrictSerializer):
    """Of which game the charts are wanted."""

    game = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=16, help_text=_("`KL-D1N`: its charts, too.")
    )


class HeadToHeadShape(serializers.Serializer):
    """How your rated matches with the player ended, as you see them."""

    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


@answered(PROFILE)
class ProfileShape(serializers.Serializer):
    """A player’s profile."""

    name = serializers.CharField()
    since = serializers.DateTimeField()
    machine = serializers.BooleanField(help_text=_("A computer account: a program plays."))
    you = serializers.BooleanField()
    daily = StreakShape()
    ratings = RatingShape(many=True)
    total = FiguresShape()
    games = WayFiguresShape(many=True)
    head_to_head = HeadToHeadShape(allow_null=True)
    blocked = serializers.BooleanField(help_text=_("You have blocked this player."))
    matches = ListedMatchShape(many=True, help_text=_("The last ones that were played to an end."))


@sent({"blocked": True})
class BlockSerializer(StrictSerializer):
    """Whether you want neither invitation, nor chat, nor pairing with a player."""

    blocked = FlagField(default=True)


@answered({"blocked": True})
class BlockShape(serializers.Serializer):
    """Whether a player is blocked."""

    blocked = serializers.BooleanField()
