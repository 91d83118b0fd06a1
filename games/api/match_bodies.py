"""What requests about matches hold, and how they are answered."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.exact import FlagField, OneOf
from games.api.examples import sent
from games.api.fields import StrictSerializer, TextField
from games.api.match_reasons import MATCHES
from games.api.match_shapes import MatchShape, RefusedMatchSerializer
from games.api.paging import PageQuery
from games.api.problems import MEDIA_TYPE
from games.api.reasons import register
from games.matches.models import Visibility
from games.matches.services import (
    GAME_SECONDS,
    PHRASES,
    SERIES_CARDS,
    SERIES_GAMES,
    TURN_SECONDS,
    Wishes,
)

register(MATCHES)
Answers = dict[int | tuple[int, str], Any]
REFUSED: Answers = {(409, MEDIA_TYPE): RefusedMatchSerializer, (422, MEDIA_TYPE): RefusedMatchSerializer}
SHOWN: Answers = {**REFUSED, 200: MatchShape}
CREATED: Answers = {**REFUSED, 201: MatchShape}
OPENED = [value for value in Visibility.values if value != Visibility.QUICK]


class CreateSerializer(StrictSerializer):
    """How a match is to be played, and against whom."""

    against = OneOf(
        choices=OPENED,
        default=str(Visibility.LOBBY),
        help_text=_("Anybody from the lobby, whoever has the link, an invited player, or the computer."),
    )
    options = TextField(default="D1S", max_length=8, help_text=_("As in a code of a duel: `D1S`, `D3A1BM`."))
    games = OneOf(choices=SERIES_GAMES, required=False, help_text=_("Games in the series; 1 if left out."))
    cards_to_win = OneOf(
        choices=SERIES_CARDS, required=False, help_text=_("Instead of games: first to so many cards.")
    )
    seconds = OneOf(
        choices=[0, *TURN_SECONDS[:2], *GAME_SECONDS, TURN_SECONDS[2]],
        default=0,
        help_text=_("Of each turn (30, 60, 86400: alternate) or of each game (300, 600, 900: simultaneous)."),
    )
    rated = FlagField(default=False, help_text=_("A program’s match is unrated, whatever stands here."))
    invited = TextField(required=False, max_length=40, help_text=_("The name of the invited player."))
    level = OneOf(
        choices=[1, 2, 3],
        required=False,
        help_text=_("Of the computer: 1 beginner (if left out), 2 good, 3 strong."),
    )
    code = TextField(required=False, max_length=80, help_text=_("A certain deal: the match is then unrated."))
    key = serializers.UUIDField(
        required=False, help_text=_("An id of your own: the same request sent twice opens one table.")
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "games" in attrs and "cards_to_win" in attrs:
            raise serializers.ValidationError(
                _("A series is so many games, or first to so many cards."), code="either"
            )
        for field, against in (("invited", Visibility.INVITED), ("level", Visibility.BOT)):
            if field in attrs and attrs["against"] != against:
                fault = serializers.ErrorDetail(str(_("This does not go with `against`.")), code="misplaced")
                raise serializers.ValidationError({field: fault})
        if attrs["against"] == Visibility.INVITED and "invited" not in attrs:
            fault = serializers.ErrorDetail(str(_("Whom do you want to invite?")), code="required")
            raise serializers.ValidationError({"invited": fault})
        return attrs


def wishes_of(asked: dict[str, Any]) -> Wishes:
    """Return the wishes that a checked body of `CreateSerializer` states."""
    cards = asked.get("cards_to_win", 0)
    return Wishes(
        options=asked["options"],
        games=0 if cards else asked.get("games", 1),
        cards=cards,
        seconds=asked["seconds"],
        rated=asked["rated"],
    )


class LinkSerializer(StrictSerializer):
    """A link that invites: its secret part."""

    link = TextField(max_length=32, help_text=_("What the host’s `link` says."))


class ActionSerializer(StrictSerializer):
    """An action of your seat."""

    action = TextField(
        max_length=80,
        allow_blank=True,
        help_text=_("`s-w`, `w-s`, `t3:4-t5`, `w-f`, `pass` or `resign`: see `actions`."),
    )
    id = TextField(
        required=False,
        default="",
        allow_blank=True,
        max_length=40,
        help_text=_("An id of your own: an action with an id that has acted does not act again."),
    )


@sent({"ready": True})
class ReadySerializer(StrictSerializer):
    """Whether you are ready."""

    ready = FlagField(default=True)


@sent({"offer": True})
class DrawSerializer(StrictSerializer):
    """An offer of a draw, or (false) its refusal or withdrawal."""

    offer = FlagField(default=True, help_text=_("Offering after an offer is agreeing."))


class PhraseSerializer(StrictSerializer):
    """A ready-made phrase."""

    phrase = OneOf(choices=list(PHRASES), help_text=_("The other reads it in their own language."))


class QuickSerializer(StrictSerializer):
    """The few wishes of a quick match."""

    pace = OneOf(choices=["S", "A"], default="S", help_text=_("Simultaneous or alternate."))
    draw = OneOf(choices=[1, 3], default=1, help_text=_("Cards drawn from the stock."))

    @staticmethod
    def wishes(asked: dict[str, Any]) -> Wishes:
        """Return the wishes that a checked body states: what the site's button wishes."""
        return Wishes.quick(alternate=asked["pace"] == "A", draw=asked["draw"])


class MineQuery(PageQuery):
    """The query of the list of one's matches."""

    over = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text=_("Only matches that are over, or not over.")
    )
