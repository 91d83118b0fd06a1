"""What boards look like from outside, for the schema."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.board_examples import PAGE, RATINGS
from games.api.examples import BOARDS, answered
from games.api.paging import PageQuery
from leaderboards.models import Board
from leaderboards.periods import EVER, PERIODS
from leaderboards.rating_models import Tempo

ATTEMPTS = ("first", "practice")
COMPARED = ("rating", "wins")


class BoardQuery(PageQuery):
    """Which board of a game."""

    period = serializers.ChoiceField(choices=PERIODS, default=EVER)
    day = serializers.DateField(
        required=False,
        default=None,
        allow_null=True,
        help_text=_("A day of the period, in Europe/Paris; today if left out."),
    )
    pure = serializers.BooleanField(default=False, help_text=_("Runs without undo and hints only."))
    bankroll = serializers.BooleanField(
        default=False, help_text=_("Vegas: sums over first attempts at random deals.")
    )


class DealBoardQuery(PageQuery):
    """Which board of a deal."""

    attempts = serializers.ChoiceField(choices=ATTEMPTS, default=ATTEMPTS[0])
    pure = serializers.BooleanField(default=False, help_text=_("Runs without undo and hints only."))


class RatingsQuery(PageQuery):
    """Which board of ratings."""

    by = serializers.ChoiceField(choices=COMPARED, default=COMPARED[0])
    month = serializers.RegexField(
        r"^20[0-9]{2}-(?:0[1-9]|1[0-2])$",
        required=False,
        default="",
        allow_blank=True,
        help_text=_("For wins: `2026-11`; the month under way if left out."),
    )


class WayShape(serializers.Serializer):
    """A game and its options, which have boards of their own."""

    key = serializers.CharField(help_text=_("Its name in addresses: `KL-D1N`."))
    game = serializers.CharField()
    options = serializers.CharField()
    name = serializers.CharField()
    options_name = serializers.CharField(allow_blank=True)
    points = serializers.BooleanField(help_text=_("False: ranked by time, then moves."))
    dollars = serializers.BooleanField(help_text=_("Scores are fictitious dollars; there is a bankroll."))
    url = serializers.URLField()


@answered(BOARDS)
class BoardsShape(serializers.Serializer):
    """All boards."""

    games = WayShape(many=True)
    ratings = serializers.ListField(child=serializers.URLField())


class BoardShape(WayShape):
    """Which board it is."""

    kind = serializers.ChoiceField(choices=Board.Kind.values)
    period = serializers.ChoiceField(choices=PERIODS)
    first_day = serializers.DateField(allow_null=True, help_text=_("Of the period; null for ever."))
    last_day = serializers.DateField(allow_null=True)
    pure = serializers.BooleanField()


class RowShape(serializers.Serializer):
    """A row of a board: a player’s best run, or the sum of a bankroll (then a run’s figures are null)."""

    rank = serializers.IntegerField(help_text=_("Equal runs share one."))
    name = serializers.CharField(allow_null=True, help_text=_("Null: there is no profile to read."))
    shown_as = serializers.CharField()
    you = serializers.BooleanField()
    score = serializers.IntegerField(allow_null=True, help_text=_("Null on boards without points."))
    seconds = serializers.IntegerField(allow_null=True)
    moves = serializers.IntegerField(allow_null=True)
    won = serializers.BooleanField(allow_null=True)
    pure = serializers.BooleanField(allow_null=True)
    runs = serializers.IntegerField(help_text=_("Of a bankroll: how many games it sums up."))
    ended_at = serializers.DateTimeField(allow_null=True)
    record = serializers.URLField(
        allow_null=True, help_text=_("The run’s record, if it is no secret to you.")
    )


class PlaceShape(serializers.Serializer):
    """Your place on a board."""

    rank = serializers.IntegerField()
    of = serializers.IntegerField()


@answered(PAGE, "board")
class BoardPageShape(serializers.Serializer):
    """A page of a board."""

    board = BoardShape()
    size = serializers.IntegerField(help_text=_("How many stand on it."))
    results = RowShape(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    place = PlaceShape(allow_null=True, help_text=_("Yours; null if you don’t stand there."))
    around = RowShape(many=True, help_text=_("Your row and its neighbours, if they are not on this page."))


class RatingRowShape(serializers.Serializer):
    """A row of a board of ratings."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    you = serializers.BooleanField()
    figure = serializers.IntegerField(help_text=_("Points of the rating, or wins of the month."))
    matches = serializers.IntegerField(allow_null=True)


@answered(RATINGS, "ratings")
class RatingPageShape(serializers.Serializer):
    """A page of a board of ratings."""

    tempo = serializers.ChoiceField(choices=Tempo.values)
    by = serializers.ChoiceField(choices=COMPARED)
    month = serializers.CharField(allow_null=True)
    size = serializers.IntegerField()
    results = RatingRowShape(many=True)
    next = serializers.URLField(allow_null=True)
    you = RatingRowShape(allow_null=True, help_text=_("Your own row, wherever it stands."))
