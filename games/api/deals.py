"""Deals and their records: what there is to know of a code, and the text of a game that is over."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import ApiView
from games.api.examples import DEAL, answered
from games.api.permissions import Anybody
from games.api.problems import Problem, not_found
from games.api.reasons import Why
from games.engine.codes import CodeError, parse_code
from games.engine.variants import SOLO_VARIANTS
from games.play import deals, listing
from games.play.choices import options_in_words
from games.play.export import record_text
from games.play.owners import NotFound
from games.play.seen import seen_record


class TextRenderer(BaseRenderer):
    """Plain text."""

    media_type, format, charset = "text/plain", "txt", "utf-8"

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        return str(data).encode()


class RecordView(ApiView):
    """The record of a game."""

    permission_classes = (Anybody,)
    renderer_classes = (TextRenderer,)

    @extend_schema(
        operation_id="games_record",
        tags=["games"],
        summary=_("Read a game’s record"),
        description=_(
            "The deal’s code and every action so far, as text: of your own games, and once they are over of "
            "every player’s whose deal is no secret to you. Not during a pause."
        ),
        responses={(200, "text/plain"): OpenApiTypes.STR},
        examples=[OpenApiExample("record", value="KL1-D1N-AAAAAAB\nt7-t1 s-w\n", media_type="text/plain")],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        try:
            game = seen_record(game_id, self.owner())
        except NotFound:
            raise not_found() from None
        headers = {"Content-Disposition": f'inline; filename="{game.code}.txt"'}
        return Response(record_text(game), headers=headers)


@answered(DEAL)
class DealShape(serializers.Serializer):
    """What there is to know of a deal; its cards are seen by beginning it."""

    code = serializers.CharField(help_text=_("In its canonical spelling."))
    deal = serializers.CharField(help_text=_("What the cards depend on: the code without the options."))
    game = serializers.CharField()
    name = serializers.CharField()
    options = serializers.CharField()
    options_name = serializers.CharField(allow_blank=True)
    letters = serializers.CharField()
    withheld = serializers.BooleanField(help_text=_("Kept secret for now: it cannot be begun by its code."))
    first = serializers.BooleanField(help_text=_("You never played it: a game would be your first attempt."))
    played = serializers.ListField(
        child=serializers.UUIDField(), help_text=_("Your games on it, the newest first; at most 20.")
    )


class DealView(ApiView):
    """A deal."""

    permission_classes = (Anybody,)

    @extend_schema(
        operation_id="deals_read",
        tags=["catalogue"],
        summary=_("Read about a deal"),
        description=_("The code is read kindly, and refused precisely. Asking opens nothing."),
        responses={200: DealShape, 304: None},
    )
    def get(self, request: Request, code: str) -> Response:
        try:
            found = parse_code(code)
        except CodeError as error:
            raise Problem(Why.NOT_FOUND, gettext(error.template) % error.params, part=error.part) from error
        if found.variant.code not in SOLO_VARIANTS:
            sentence = gettext("%(code)s is a deal for two players. Here one plays alone.")
            raise Problem(Why.NOT_FOUND, sentence % {"code": found.text}, part="game")
        owner = self.owner()
        own = listing.on_deal(owner, found.deal)
        data: dict[str, Any] = {
            "code": found.text,
            "deal": found.deal,
            "game": found.variant.code,
            "name": gettext(found.variant.name),
            "options": found.options,
            "options_name": options_in_words(found.variant.code, found.options),
            "letters": found.letters,
            "withheld": deals.withheld(found.deal, owner),
            "first": not own,
            "played": [str(game.pk) for game in own],
        }
        return self.answer(data)
