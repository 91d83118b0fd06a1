"""What a match looks like from outside, for the schema; the data come from `games.matches.render.plain`."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.examples import answered
from games.api.match_examples import LISTED, MATCH
from games.api.schema import ProblemSerializer
from games.api.shapes import CardField, ColumnShape
from games.matches.models import SEAT_NUMBERS, Limit, Rated, Reason, State, Visibility
from games.matches.selectors import COUNTDOWN
from leaderboards.rating_models import Tempo

LETTERS = ("a", "b")
KINDS = ("player", "visitor", "computer", "deleted")
STATES = [*State.values[:2], COUNTDOWN, *State.values[2:]]


class RatingShape(serializers.Serializer):
    """A rating at one tempo: simultaneous (S) or alternate (A)."""

    tempo = serializers.ChoiceField(choices=Tempo.values)
    points = serializers.IntegerField()
    margin = serializers.IntegerField(help_text=_("By how much it may be wrong."))
    provisional = serializers.BooleanField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class SeatShape(serializers.Serializer):
    """Who sits at a seat."""

    number = serializers.ChoiceField(choices=SEAT_NUMBERS)
    letter = serializers.ChoiceField(
        choices=LETTERS, allow_null=True, help_text=_("In the game under way; null at an open table.")
    )
    kind = serializers.ChoiceField(choices=KINDS)
    name = serializers.CharField(allow_null=True, help_text=_("A player’s name."))
    shown_as = serializers.CharField(help_text=_("In words, whoever it is."))
    profile = serializers.BooleanField(help_text=_("The profile can be read."))
    level = serializers.IntegerField(
        allow_null=True, help_text=_("The computer’s: 1 beginner, 2 good, 3 strong.")
    )
    program = serializers.BooleanField(help_text=_("Played by a program: such a match is unrated."))
    you = serializers.BooleanField()
    ready = serializers.BooleanField()
    present = serializers.BooleanField()
    away_since = serializers.DateTimeField(allow_null=True)
    total = serializers.IntegerField(help_text=_("Cards in the games of the series that have ended."))
    rating = RatingShape(allow_null=True)
    rating_before = serializers.IntegerField(allow_null=True)
    rating_after = serializers.IntegerField(allow_null=True)


class RatedShape(serializers.Serializer):
    """Whether a match counts for the ratings, and why not."""

    counts = serializers.BooleanField()
    reason = serializers.ChoiceField(choices=Rated.values)
    detail = serializers.CharField()


class WaysShape(serializers.Serializer):
    """How a match is played."""

    options = serializers.CharField(help_text=_("As in a code: `D1S`, `D3A1BM`."))
    ways = serializers.ListField(child=serializers.CharField(), help_text=_("The same in words."))
    games = serializers.IntegerField(help_text=_("Games in the series; 0: first to so many cards."))
    cards_to_win = serializers.IntegerField()
    limit = serializers.ChoiceField(choices=Limit.values)
    seconds = serializers.IntegerField(help_text=_("Of a turn, or of a game; 0: no limit."))
    against = serializers.ChoiceField(choices=Visibility.values, help_text=_("Who may take the second seat."))
    rated = RatedShape()


class SideShape(serializers.Serializer):
    """One player’s table. Concealed, in a mirror deal until the game is over: backs and sizes only."""

    concealed = serializers.BooleanField()
    stock = serializers.IntegerField()
    waste_size = serializers.IntegerField()
    waste = serializers.ListField(
        child=CardField(), help_text=_("Bottom to top: the last one can be played.")
    )
    tableau = ColumnShape(many=True)
    passes = serializers.IntegerField(help_text=_("The pass through the stock, from 1."))
    contributed = serializers.IntegerField(help_text=_("Own cards on the foundations."))
    passed = serializers.BooleanField(help_text=_("A pass stands."))


class SidesShape(serializers.Serializer):
    """Both tables, by the letter of the seat."""

    a = SideShape()
    b = SideShape()


class DuelShape(serializers.Serializer):
    """The game under way, or the last one, as the viewer may see it."""

    turn = serializers.ChoiceField(
        choices=LETTERS, allow_null=True, help_text=_("Whose turn; null: both play.")
    )
    over = serializers.ChoiceField(choices=["cleared", "blocked", "resigned"], allow_null=True)
    foundations = serializers.ListField(
        child=CardField(allow_null=True), help_text=_("The top card of each slot (null: empty).")
    )
    owners = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        help_text=_("For each slot whose cards lie there, bottom to top: `abba`."),
    )
    seats = SidesShape()


class LineShape(serializers.Serializer):
    """A line of the chat."""

    id = serializers.IntegerField()
    seat = serializers.ChoiceField(choices=SEAT_NUMBERS)
    text = serializers.CharField()
    at = serializers.DateTimeField()


class GameResultShape(serializers.Serializer):
    """A game of the match that has ended."""

    number = serializers.IntegerField()
    code = serializers.CharField(allow_null=True, help_text=_("Once the match is over."))
    first = serializers.ChoiceField(choices=SEAT_NUMBERS, help_text=_("The seat that was `a`."))
    winner = serializers.ChoiceField(choices=SEAT_NUMBERS, allow_null=True)
    reason = serializers.ChoiceField(choices=Reason.values)
    cards = serializers.ListField(child=serializers.IntegerField(), help_text=_("Of the seats 1 and 2."))
    counted = serializers.BooleanField()
    seconds = serializers.IntegerField()


@answered(MATCH, "match")
class MatchShape(WaysShape):
    """A match as you may know it."""

    id = serializers.UUIDField()
    url = serializers.URLField()
    version = serializers.IntegerField(help_text=_("Goes up with everything that happens."))
    state = serializers.ChoiceField(choices=STATES)
    seats = SeatShape(many=True)
    your_seat = serializers.ChoiceField(choices=SEAT_NUMBERS, allow_null=True)
    your_letter = serializers.ChoiceField(choices=LETTERS, allow_null=True)
    link = serializers.CharField(
        allow_null=True, help_text=_("For whom you want to play with; yours, while the table is open.")
    )
    invited = serializers.CharField(allow_null=True)
    number = serializers.IntegerField(help_text=_("The game under way, from 1."))
    starts_at = serializers.DateTimeField(allow_null=True)
    turn_since = serializers.DateTimeField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True, help_text=_("When the turn or the game runs out."))
    stands_at_ms = serializers.IntegerField(
        allow_null=True, help_text=_("What the clock has left while the match is paused.")
    )
    position = DuelShape(allow_null=True, help_text=_("Null before the game and while it is paused."))
    actions = serializers.ListField(
        child=serializers.CharField(), help_text=_("What you may do now, `pass` and `resign` included.")
    )
    pass_may_end = serializers.BooleanField(help_text=_("As far as you see, a pass may end the game."))
    draw_offered_by = serializers.ChoiceField(choices=SEAT_NUMBERS, allow_null=True)
    rematch_wished_by = serializers.ListField(child=serializers.ChoiceField(choices=SEAT_NUMBERS))
    claim_from = serializers.DateTimeField(
        allow_null=True,
        help_text=_(
            "From when on you may claim the win: your opponent is away, or is not ready for the next game."
        ),
    )
    chat = LineShape(many=True)
    may_chat = serializers.BooleanField()
    spectators = serializers.IntegerField()
    results = GameResultShape(many=True)
    winner = serializers.ChoiceField(choices=SEAT_NUMBERS, allow_null=True)
    reason = serializers.ChoiceField(choices=Reason.values, allow_null=True)
    note = serializers.CharField(allow_null=True)
    next_id = serializers.UUIDField(allow_null=True, help_text=_("The rematch."))


@answered(LISTED, "listed")
class ListedMatchShape(WaysShape):
    """A match in a list."""

    id = serializers.UUIDField()
    url = serializers.URLField()
    state = serializers.ChoiceField(choices=State.values)
    seats = SeatShape(many=True)
    your_seat = serializers.ChoiceField(choices=SEAT_NUMBERS, allow_null=True)
    your_turn = serializers.BooleanField()
    cards = serializers.ListField(child=serializers.IntegerField(), help_text=_("Of the seats 1 and 2."))
    spectators = serializers.IntegerField()
    winner = serializers.ChoiceField(choices=SEAT_NUMBERS, allow_null=True)
    reason = serializers.ChoiceField(choices=Reason.values, allow_null=True)
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


@answered(
    {
        "tables": [],
        "watchable": [LISTED],
        "mine": [LISTED],
        "invitations": [],
        "waiting": 1,
        "paired_id": None,
    }
)
class LobbyShape(serializers.Serializer):
    """The lobby as you see it; each list has 30 at most."""

    tables = ListedMatchShape(many=True, help_text=_("Open tables whose second seat is free."))
    watchable = ListedMatchShape(many=True)
    mine = ListedMatchShape(many=True, help_text=_("Yours that are not over."))
    invitations = ListedMatchShape(many=True)
    waiting = serializers.IntegerField(help_text=_("How many wait for a quick match."))
    paired_id = serializers.UUIDField(
        allow_null=True, help_text=_("The match that quick pairing has found for you.")
    )


@answered({"match": None})
class PairingShape(serializers.Serializer):
    """What a wish for a quick match has come to."""

    match = MatchShape(allow_null=True, help_text=_("Null: nobody yet. Ask again every few seconds."))


class RefusedMatchSerializer(ProblemSerializer):
    """A refusal, with the match as it is."""

    match = MatchShape(required=False)
