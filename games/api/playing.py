"""One's games: begin, list, read, act, pause, give up. Thin: the services decide and store."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import preferences
from games.api import shapes
from games.api.base import ApiView
from games.api.bodies import (
    CREATED,
    ETAG,
    LOCATION,
    MOVED_ON,
    OUTCOMES,
    ActSerializer,
    BeginSerializer,
    HintShape,
    ListQuery,
    VersionSerializer,
)
from games.api.fields import NothingSerializer
from games.api.paging import page, page_of, read_cursor
from games.api.problems import Problem, not_found, unreadable_code
from games.api.reasons import Why
from games.api.throttles import BeginThrottle, UserThrottle
from games.engine.codes import CodeError
from games.engine.play import Play
from games.engine.refusals import Refusal
from games.engine.view import visible
from games.play import listing, services
from games.play.cursors import Cursor
from games.play.forms import BY_NAME
from games.play.models import Game, Origin
from games.play.owners import NotFound, NotYours
from games.play.render.refusals import hint_words, refusal_words
from games.play.services.end import end_if_due
from games.play.services.refusals import reason_of
from games.staff.services import count_refusal

TAG = ["games"]


class GameView(ApiView):
    """What the views of games share: the game's data, and its refusals as problems that carry it."""

    def data(self, game: Game, play: Play | None = None) -> dict[str, Any]:
        return shapes.whole(game, self.owner(), self.root(), play)

    def root(self) -> str:
        """Return the address of all games."""
        return self.request.build_absolute_uri(reverse("api:games"))

    def shown(self, game: Game, play: Play | None = None) -> Response:
        return self.answer(self.data(game, play), changing=shapes.CHANGING)

    def created(self, game: Game) -> Response:
        data = self.data(game)
        return Response(data, status=201, headers={"Location": data["url"]})

    def stale(self, game: Game, play: Play | None = None) -> Problem:
        sentence = gettext("The game has moved on elsewhere: this is the position as it is.")
        return Problem(Why.STALE_VERSION, sentence, game=self.data(game, play))

    def refused(self, game: Game, refusal: Refusal, play: Play | None = None) -> Problem:
        """Return the refusal of an action, which the staff's figures count."""
        reason = reason_of(refusal)
        count_refusal(reason)
        return Problem(reason, refusal_words(refusal), game=self.data(game, play))

    def change(self, game_id: UUID, service: Callable[..., Game], **more: Any) -> Game:
        """Call a service that changes the game as a whole; its refusals carry the game as it is.

        :raises Problem: 404, 409 or 422.
        """
        try:
            return service(game_id=game_id, owner=self.owner(), **more)
        except NotFound:
            raise not_found() from None
        except services.Stale as error:
            raise self.stale(error.game) from None
        except Refusal as refusal:
            game = services.look(game_id=game_id, owner=self.owner())
            raise self.refused(game, refusal) from None


class GamesView(GameView):
    """All of one's games."""

    throttle_classes = (UserThrottle, BeginThrottle)
    refuses = (Why.WITHHELD, Why.CONFLICT)

    @extend_schema(
        operation_id="games_list",
        tags=TAG,
        summary=_("List my games"),
        description=_("Unfinished and finished ones, the last dealt first."),
        parameters=[ListQuery],
        responses=page_of(shapes.SummaryShape),
    )
    def get(self, request: Request) -> Response:
        query, owner = self.read_query(ListQuery), self.owner()
        cursor = read_cursor(query["cursor"])
        for game in listing.due(owner):
            end_if_due(game)
        after = (cursor.moment, cursor.pk) if cursor else None
        games = listing.newest(owner, after, listing.PAGE_SIZE + 1, over=query["over"])
        shown, root = games[: listing.PAGE_SIZE], self.root()
        following = Cursor(shown[-1].created_at, shown[-1].pk).text() if len(games) > len(shown) else ""
        return self.answer(page(request, [shapes.summary(game, owner, root) for game in shown], following))

    @extend_schema(
        operation_id="games_begin",
        tags=TAG,
        summary=_("Begin a game"),
        description=_(
            "On a code, or on a deal that the server draws at random. It is played from its first action on; "
            "a code that you have before you untouched gives that game again."
        ),
        parameters=[LOCATION],
        request=BeginSerializer,
        responses=CREATED,
        examples=[
            OpenApiExample("drawn", value={"game": "klondike", "options": "D1N"}, request_only=True),
            OpenApiExample("code", value={"code": "KL1-D1N-QWERTYU"}, request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        asked = self.read(BeginSerializer)
        variant = BY_NAME.get(asked.get("game", ""))
        try:
            game = services.begin(
                owner=self.owner(create=True),
                code=asked.get("code"),
                variant=variant.code if variant else "",
                options=asked.get("options") or (variant.option_choices[0] if variant else ""),
                origin=Origin.CODE if "code" in asked else Origin.RANDOM,
                key=asked.get("key"),
            )
        except CodeError as error:
            raise unreadable_code(error, "code" if "code" in asked else "options") from error
        except services.Withheld as error:
            raise Problem(Why.WITHHELD, gettext(error.template)) from error
        except NotYours as error:
            raise Problem(Why.CONFLICT, gettext("This key began somebody else’s game.")) from error
        return self.created(game)


class OneGameView(GameView):
    """One game."""

    @extend_schema(
        operation_id="games_read",
        tags=TAG,
        summary=_("See a game"),
        description=_("The position as you may see it, and every action that is legal in it."),
        parameters=[ETAG],
        responses={200: shapes.GameShape, 304: None, **MOVED_ON},
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        return self.shown(self.change(game_id, services.look))


class ActionsView(GameView):
    """What is done in a game."""

    @extend_schema(
        operation_id="games_act",
        tags=TAG,
        summary=_("Play an action"),
        description=_(
            "200: the new position. 409: the game has another version by now, and nothing was done. 422: the "
            "rules refuse it. Both carry the game as it is. The same request sent twice acts once."
        ),
        request=ActSerializer,
        responses={200: shapes.GameShape, **OUTCOMES},
        examples=[OpenApiExample("action", value={"action": "t3:4-t5", "version": 17}, request_only=True)],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        asked = self.read(ActSerializer)
        try:
            outcome = services.act(
                game_id=game_id,
                owner=self.owner(),
                token=asked["action"],
                version=asked["version"],
                automatic=preferences.of_request(request._request).automatic,
            )
        except NotFound:
            raise not_found() from None
        if outcome.stale:
            raise self.stale(outcome.game, outcome.play)
        if outcome.refusal is not None:
            raise self.refused(outcome.game, outcome.refusal, outcome.play)
        return self.shown(outcome.game, outcome.play)


class HintView(GameView):
    """A hint."""

    @extend_schema(
        operation_id="games_hint",
        tags=TAG,
        summary=_("Ask for a hint"),
        description=_("One useful action. The game counts it: with a hint it is no pure one."),
        request=VersionSerializer,
        responses={**OUTCOMES, 200: HintShape},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        version = self.read(VersionSerializer)["version"]
        try:
            hinted = services.hint(game_id=game_id, owner=self.owner(), version=version)
        except NotFound:
            raise not_found() from None
        if hinted.stale:
            raise self.stale(hinted.game, hinted.play)
        if hinted.refusal is not None:
            raise self.refused(hinted.game, hinted.refusal, hinted.play)
        words = hint_words(hinted.action, visible(hinted.play.position))
        token = None if hinted.action is None else str(hinted.action)
        return self.answer({"action": token, "detail": words, "game": self.data(hinted.game, hinted.play)})


class PauseView(GameView):
    """The pause of a game."""

    @extend_schema(
        operation_id="games_pause",
        tags=TAG,
        summary=_("Pause a game"),
        description=_("The clock stands still and the position is withheld. Done twice, it is done once."),
        request=NothingSerializer,
        responses={200: shapes.GameShape, **OUTCOMES},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        self.read(NothingSerializer)
        return self.shown(self.change(game_id, services.pause))


class ResumeView(GameView):
    """The end of a pause."""

    @extend_schema(
        operation_id="games_resume",
        tags=TAG,
        summary=_("Resume a game"),
        description=_("The clock runs again. Done twice, it is done once."),
        request=NothingSerializer,
        responses={200: shapes.GameShape, **OUTCOMES},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        self.read(NothingSerializer)
        return self.shown(self.change(game_id, services.resume))


class GiveUpView(GameView):
    """Giving a game up."""

    @extend_schema(
        operation_id="games_give_up",
        tags=TAG,
        summary=_("Give a game up"),
        description=_("It cannot be taken up again. A game that is over stays as it is."),
        request=VersionSerializer,
        responses={200: shapes.GameShape, **OUTCOMES},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        version = self.read(VersionSerializer)["version"]
        return self.shown(self.change(game_id, services.give_up, version=version))


class RestartView(GameView):
    """The same deal again."""

    throttle_classes = (UserThrottle, BeginThrottle)

    @extend_schema(
        operation_id="games_restart",
        tags=TAG,
        summary=_("Begin the same deal again"),
        description=_("The game, if it is not over, is given up; the new one is practice."),
        parameters=[LOCATION],
        request=VersionSerializer,
        responses={**CREATED, **OUTCOMES},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        version = self.read(VersionSerializer)["version"]
        return self.created(self.change(game_id, services.restart, version=version))
