"""Getting together at a table: the lobby, one's matches, a new table, joining, quick pairing."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.bodies import ETAG, LOCATION
from games.api.fields import NothingSerializer
from games.api.match_base import MatchView
from games.api.match_bodies import (
    CREATED,
    REFUSED,
    SHOWN,
    CreateSerializer,
    LinkSerializer,
    MineQuery,
    QuickSerializer,
    wishes_of,
)
from games.api.match_shapes import ListedMatchShape, LobbyShape, MatchShape, PairingShape
from games.api.paging import page, page_of, read_cursor
from games.api.permissions import PlayerOnly, PlayerOrVisitor
from games.api.reasons import Why
from games.api.throttles import BeginThrottle, UserThrottle
from games.matches import selectors, services
from games.matches.models import Visibility
from games.play.cursors import Cursor

TAG = ["matches"]
PAGE_SIZE = 30


class MatchesView(MatchView):
    """The lobby, and new tables."""

    throttle_classes = (UserThrottle, BeginThrottle)
    refuses = (Why.ACCOUNT_REQUIRED, Why.WITHHELD)

    @extend_schema(
        operation_id="matches_lobby",
        tags=TAG,
        summary=_("See the lobby"),
        description=_("Open tables, matches to watch, your own, invitations."),
        parameters=[ETAG],
        responses={200: LobbyShape, 304: None},
    )
    def get(self, request: Request) -> Response:
        lobby = selectors.lobby(self.owner())
        lists = {
            "tables": lobby.tables,
            "watchable": lobby.watchable,
            "mine": lobby.mine,
            "invitations": lobby.invitations,
        }
        data: dict[str, Any] = {name: list(map(self.listed, found)) for name, found in lists.items()}
        paired = str(lobby.paired) if lobby.paired else None
        return self.answer({**data, "waiting": lobby.waiting, "paired_id": paired})

    @extend_schema(
        operation_id="matches_create",
        tags=TAG,
        summary=_("Open a table"),
        description=_(
            "You sit at seat 1. Against the computer the game begins at once; else it begins when somebody "
            "has sat down and both are ready. A program’s match is unrated, and everybody reads that a "
            "program plays."
        ),
        parameters=[LOCATION],
        request=CreateSerializer,
        responses=CREATED,
        examples=[
            OpenApiExample("computer", value={"against": "bot", "level": 2}, request_only=True),
            OpenApiExample("lobby", value={"options": "D1A", "seconds": 60}, request_only=True),
            OpenApiExample("player", value={"against": "invited", "invited": "Noor"}, request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        asked = self.read(CreateSerializer)
        match = self.call(
            services.create,
            create=True,
            wishes=wishes_of(asked),
            visibility=asked["against"],
            invited=asked.get("invited", "").strip(),
            typed_code=asked.get("code", ""),
            bot_level=asked.get("level", 1) if asked["against"] == Visibility.BOT else 0,
            browser=self.browser(),
            key=asked.get("key"),
        )
        return self.created(match)


class MyMatchesView(MatchView):
    """One's own matches."""

    permission_classes = (PlayerOrVisitor,)

    @extend_schema(
        operation_id="matches_mine",
        tags=TAG,
        summary=_("List my matches"),
        description=_("All of them, the last opened first."),
        parameters=[MineQuery],
        responses={200: page_of(ListedMatchShape), 304: None},
    )
    def get(self, request: Request) -> Response:
        query = self.read_query(MineQuery)
        cursor = read_cursor(query["cursor"])
        after = (cursor.moment, cursor.pk) if cursor else None
        found = selectors.own(self.owner(), after, PAGE_SIZE + 1, over=query["over"])
        rows = found[:PAGE_SIZE]
        following = Cursor(rows[-1].created_at, rows[-1].match_id).text() if len(found) > len(rows) else ""
        return self.answer(page(request, list(map(self.listed, rows)), following))


class OneMatchView(MatchView):
    """One match."""

    @extend_schema(
        operation_id="matches_read",
        tags=TAG,
        summary=_("See a match"),
        description=_(
            "As you may see it: your own side, or as a spectator. Asking settles what time has decided and "
            "lets the computer act; whoever sits there and may play counts as present for a minute. For news"
            " as it happens there is the socket `/ws/match/{id}/`."
        ),
        parameters=[ETAG],
        responses={200: MatchShape, 304: None},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        return self.shown(match_id)


class JoinView(MatchView):
    """The second seat of a table."""

    refuses = (Why.ACCOUNT_REQUIRED,)

    @extend_schema(
        operation_id="matches_join",
        tags=TAG,
        summary=_("Sit down at a table"),
        description=_(
            "At a table of the lobby, or where you are invited. A program may sit down at another program’s,"
            " and at a person’s only by an invitation or a link, and unrated."
        ),
        request=NothingSerializer,
        responses=SHOWN,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        self.read(NothingSerializer)
        self.call(services.join, match_id=match_id, browser=self.browser())
        return self.shown(match_id)


class JoinByLinkView(MatchView):
    """The second seat of a table that somebody sent the link of."""

    throttle_classes = (UserThrottle, BeginThrottle)
    refuses = (Why.ACCOUNT_REQUIRED,)

    @extend_schema(
        operation_id="matches_join_by_link",
        tags=TAG,
        summary=_("Sit down by a link"),
        description=_("The link stands in the body: an address would be logged."),
        request=LinkSerializer,
        responses=SHOWN,
        examples=[OpenApiExample("link", value={"link": "kXhC1rZ0g2Qm8vTnWd5yJbUe"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        link = self.read(LinkSerializer)["link"]
        match = self.call(services.join_by_link, create=True, token=link, browser=self.browser())
        return self.shown(match.pk)


class QuickView(MatchView):
    """Quick pairing."""

    permission_classes = (PlayerOnly,)
    refuses = (Why.ACCOUNT_REQUIRED,)

    @extend_schema(
        operation_id="matches_quick",
        tags=TAG,
        summary=_("Wish for a quick match, or go on waiting"),
        description=_(
            "Ask again every few seconds: a wish counts for twenty. People are paired with people, rated; "
            "computer accounts with each other, unrated. A person’s access key cannot ask."
        ),
        request=QuickSerializer,
        responses={**REFUSED, 200: PairingShape},
        examples=[OpenApiExample("quick", value={"pace": "S", "draw": 1}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        wishes = QuickSerializer.wishes(self.read(QuickSerializer))
        match = self.call(services.quick, wishes=wishes)
        found = self.data(selectors.match_for(match.pk, self.owner())) if match is not None else None
        return self.answer({"match": found})

    @extend_schema(
        operation_id="matches_quick_leave",
        tags=TAG,
        summary=_("Wait no longer"),
        description=_("Whoever has been paired meanwhile stays so."),
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        services.leave_quick(owner=self.owner())
        return Response(status=204)
