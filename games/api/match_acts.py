"""What is done at a table: actions, being ready, draws, claims, rematches, phrases, records. Thin: the
services decide and store.
"""

from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.deals import TextRenderer
from games.api.fields import NothingSerializer
from games.api.match_base import MatchView
from games.api.match_bodies import (
    SHOWN,
    ActionSerializer,
    DrawSerializer,
    PhraseSerializer,
    ReadySerializer,
)
from games.api.problems import not_found
from games.engine.records import write_record
from games.matches import access, selectors, services
from games.play.owners import NotFound

TAG = ["matches"]
MOST_GAMES = 32767


class SeatView(MatchView):
    """Something that a seat does; it counts as being there for a minute."""

    def do(self, match_id: UUID, service: Any, **given: Any) -> Response:
        """Call a service for the request's seat and answer with the match as it then is."""
        self.call(service, match_id=match_id, **given)
        return self.shown(match_id)


class MatchActionsView(SeatView):
    """Actions."""

    @extend_schema(
        operation_id="matches_act",
        tags=TAG,
        summary=_("Play an action in a match"),
        description=_(
            "Judged on the table as it is when it arrives. 422: it is not legal (any more), with the reason "
            "and the match as it is. `pass` says that you are blocked, or ends the turn; `resign` gives up."
        ),
        request=ActionSerializer,
        responses=SHOWN,
        examples=[OpenApiExample("action", value={"action": "t3-f", "id": "a-17"}, request_only=True)],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        asked = self.read(ActionSerializer)
        outcome = self.call(services.act, match_id=match_id, token=asked["action"], action_id=asked["id"])
        if outcome.refusal is not None:
            raise self.refused(outcome.refusal, match_id)
        number = access.seat_of(match_id, self.owner())
        return self.answer(self.data(selectors.table_of(outcome.match, number)))


class MatchReadyView(SeatView):
    """Being ready for the next game."""

    @extend_schema(
        operation_id="matches_ready",
        tags=TAG,
        summary=_("Say that you are ready"),
        description=_("Once both are, the game begins after a countdown of four seconds."),
        request=ReadySerializer,
        responses=SHOWN,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        wish = self.read(ReadySerializer)["ready"]
        try:
            self.look(match_id)  # who is away cannot be ready
        except NotFound:
            raise not_found() from None
        return self.do(match_id, services.ready, wish=wish)


class MatchDrawView(SeatView):
    """Draws."""

    @extend_schema(
        operation_id="matches_draw",
        tags=TAG,
        summary=_("Offer or decline a draw"),
        description=_("The match ends drawn once both have offered one. Who plays on declines an offer."),
        request=DrawSerializer,
        responses=SHOWN,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        offer = self.read(DrawSerializer)["offer"]
        return self.do(match_id, services.offer_draw if offer else services.decline_draw)


class MatchSayView(SeatView):
    """Phrases."""

    @extend_schema(
        operation_id="matches_say",
        tags=TAG,
        summary=_("Say a phrase"),
        description=_("Five in ten seconds at most."),
        request=PhraseSerializer,
        responses=SHOWN,
        examples=[OpenApiExample("phrase", value={"phrase": "well_played"}, request_only=True)],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        return self.do(match_id, services.say, phrase=self.read(PhraseSerializer)["phrase"])


class PlainSeatView(SeatView):
    """Something that a seat does without saying more."""

    service: ClassVar[Any]

    def do_plainly(self, match_id: UUID) -> Response:
        self.read(NothingSerializer)
        return self.do(match_id, type(self).service)


class MatchClaimView(PlainSeatView):
    """Claims."""

    service = staticmethod(services.claim_win)

    @extend_schema(
        operation_id="matches_claim",
        tags=TAG,
        summary=_("Claim the win"),
        description=_(
            "Over an opponent who has been away for a minute, or keeps you waiting for the next game: see "
            "`claim_from`."
        ),
        request=NothingSerializer,
        responses=SHOWN,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        return self.do_plainly(match_id)


class MatchRematchView(PlainSeatView):
    """Rematches."""

    service = staticmethod(services.rematch)

    @extend_schema(
        operation_id="matches_rematch",
        tags=TAG,
        summary=_("Wish for a rematch"),
        description=_("Once both do, `next_id` is the new match. It has begun if both are there."),
        request=NothingSerializer,
        responses=SHOWN,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        return self.do_plainly(match_id)


class MatchCancelView(PlainSeatView):
    """Closing a table."""

    service = staticmethod(services.cancel)

    @extend_schema(
        operation_id="matches_cancel",
        tags=TAG,
        summary=_("Close a table, or decline an invitation"),
        description=_("As long as no game has begun; a match that has begun stays as it is."),
        request=NothingSerializer,
        responses=SHOWN,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        return self.do_plainly(match_id)


class MatchRecordView(MatchView):
    """The record of a game of a match."""

    renderer_classes = (TextRenderer,)

    @extend_schema(
        operation_id="matches_record",
        tags=TAG,
        summary=_("Read the record of a game of a match"),
        description=_("The code and every action with its seat, as text, once the match is over."),
        responses={(200, "text/plain"): OpenApiTypes.STR},
        examples=[OpenApiExample("record", value="DK1-D1S-AAAAAAB\na/s-w b/t3-f\n", media_type="text/plain")],
    )
    def get(self, request: Request, match_id: UUID, number: int) -> Response:
        if number > MOST_GAMES:
            raise not_found()
        try:
            match = services.look(match_id)
            selectors.match_for(match_id, self.owner(), match=match)
            game = selectors.game_of(match, number)
        except NotFound:
            raise not_found() from None
        headers = {"Content-Disposition": f'inline; filename="{game.code}.txt"'}
        return Response(write_record(game.deal_code, game.actions.split()), headers=headers)
