"""What all views of matches share: the match's data, and its refusals as problems that carry it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext
from rest_framework.response import Response

from accounts.token_models import AccessToken
from games.api.base import ApiView
from games.api.permissions import Anybody
from games.api.problems import Problem, not_found, unreadable_code
from games.api.reasons import Why
from games.engine.codes import CodeError
from games.engine.refusals import Refusal
from games.matches import access, render, selectors, services
from games.matches.models import Match
from games.matches.selectors import Listed, MatchTable
from games.matches.services import Cause, programs
from games.matches.services.refusals import reason_of
from games.play.owners import NotFound, Owner
from games.play.render.refusals import refusal_words


class MatchView(ApiView):
    """A view of matches. Anybody may look on; what needs a seat is refused by the services."""

    permission_classes = (Anybody,)

    def url(self, match_id: Any) -> str:
        """Return the address of a match."""
        return self.request.build_absolute_uri(reverse("api:match", args=[match_id]))

    def data(self, table: MatchTable) -> dict[str, Any]:
        return {**render.match_data(table), "url": self.url(table.match_id)}

    def listed(self, match: Listed) -> dict[str, Any]:
        return {**render.listed_data(match), "url": self.url(match.match_id)}

    def browser(self) -> str:
        """Return the browser's own id; a program has none."""
        return "" if self.owner().token else access.browser_of(self.request._request)

    def look(self, match_id: UUID) -> MatchTable:
        """Return a match as it is now. Whoever may act for a seat is there for a minute by looking.

        :raises NotFound: if there is none, or it is not for this person to see.
        """
        owner = self.owner()
        match, number = services.look(match_id), access.seat_of(match_id, owner)
        if not access.may_see(match, number, owner):
            raise NotFound(match_id)
        there = number and not match.over and self.bar(match_id, number, owner) is None
        if there and services.seen(match_id=match_id, number=number):
            match = services.look(match_id)
        return selectors.table_of(match, number)

    def bar(self, match_id: UUID, number: int, owner: Owner) -> Refusal | None:
        """Return why the request may not act for a seat of its player, if it may not."""
        key = self.request.auth if isinstance(self.request.auth, AccessToken) else None
        return programs.bar(match_id, number, owner, key)

    def shown(self, match_id: UUID) -> Response:
        """Answer with a match as it is now."""
        try:
            table = self.look(match_id)
        except NotFound:
            raise not_found() from None
        return self.answer(self.data(table))

    def created(self, match: Match) -> Response:
        """Answer with a match that was opened just now."""
        data = self.data(selectors.match_for(match.pk, self.owner()))
        return Response(data, status=201, headers={"Location": data["url"]})

    def call(self, service: Callable[..., Any], *, create: bool = False, **given: Any) -> Any:
        """Call a service; what it refuses becomes a problem, with the match as it is if it may be seen.

        `create`: a visitor without an id is given one, for he is about to sit down.

        :raises Problem: if the service refuses, or there is no such match.
        """
        try:
            return service(owner=self.owner(create=create), **given)
        except NotFound:
            raise not_found() from None
        except CodeError as error:
            raise unreadable_code(error, "code") from error
        except services.Withheld as error:
            raise Problem(Why.WITHHELD, gettext(error.template)) from error
        except Refusal as refusal:
            raise self.refused(refusal, given.get("match_id")) from None

    def refused(self, refusal: Refusal, match_id: UUID | None = None) -> Problem:
        """Return a refusal as a problem."""
        reason, extra = reason_of(refusal), dict[str, Any]()
        if reason == Cause.ACCOUNT:
            return Problem(Why.ACCOUNT_REQUIRED, refusal_words(refusal))
        if match_id is not None:
            with suppress(NotFound):
                extra["match"] = self.data(selectors.match_for(match_id, self.owner()))
        return Problem(reason, refusal_words(refusal, True), **extra)
