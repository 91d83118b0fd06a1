"""Players: one's own account and statistics, the profiles of others. A private one is as one that is not."""

from datetime import date
from typing import Any, cast

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.selectors import may_see_profile, player_by_name
from games.api.board_data import way_data
from games.api.bodies import ETAG
from games.api.match_base import MatchView
from games.api.match_bodies import REFUSED
from games.api.people_shapes import (
    BlockSerializer,
    BlockShape,
    MeShape,
    ProfileShape,
    StatisticsQuery,
    StatisticsShape,
)
from games.api.permissions import PlayerOnly
from games.api.problems import Problem, not_found
from games.api.reasons import Why
from games.daily.selectors import streak
from games.matches import render, selectors, services
from games.play.owners import Owner
from games.play.services.progress import tell_progress
from leaderboards import presentation, rating_boards, statistics
from leaderboards.catalogue import find
from leaderboards.statistics import Figures, Statistics

TAG = ["people"]
MATCHES_SHOWN = 8


class MeView(MatchView):
    """One's own account."""

    permission_classes = (PlayerOnly,)
    refuses = (Why.ACCOUNT_REQUIRED,)

    @extend_schema(
        operation_id="me_read",
        tags=TAG,
        summary=_("Read about my account"),
        description=_("Whose key it is."),
        parameters=[ETAG],
        responses={200: MeShape, 304: None},
    )
    def get(self, request: Request) -> Response:
        me = cast(User, request.user)
        data = {
            "name": me.username,
            "since": me.date_joined,
            "private": me.private,
            "machine": me.is_machine,
            "profile": request.build_absolute_uri(reverse("api:player", args=[me.username])),
            "turns_waiting": selectors.turns_waiting(self.owner()),
        }
        return self.answer(data)


class MyStatisticsView(MatchView):
    """One's own statistics."""

    permission_classes = (PlayerOnly,)
    refuses = (Why.ACCOUNT_REQUIRED,)

    @extend_schema(
        operation_id="me_statistics",
        tags=TAG,
        summary=_("Read my statistics"),
        description=_("Of what was played by hand; what a program played counts nowhere."),
        parameters=[StatisticsQuery, ETAG],
        responses={200: StatisticsShape, 304: None},
    )
    def get(self, request: Request) -> Response:
        asked = self.read_query(StatisticsQuery)["game"].upper()
        if asked and find(asked) is None:
            sentence = gettext("There is no such game.")
            fault = {"field": "game", "reason": "unknown_game", "detail": sentence}
            raise Problem(Why.INVALID_REQUEST, sentence, errors=[fault])
        player_id = cast(User, request.user).pk
        tell_progress(user_id=player_id)
        found = statistics.of_player(player_id)
        days = statistics.days_played(found.games, timezone.localdate())
        data = {
            "total": figures_data(found.total),
            "games": ways_data(request, found),
            "days": [{"day": day, "games": games} for day, games in days if games],
            "charts": _charts(request, found, asked) if asked else None,
        }
        return self.answer(data)


class PlayerView(MatchView):
    """A player's profile."""

    @extend_schema(
        operation_id="players_read",
        tags=TAG,
        summary=_("Read a profile"),
        description=_("The name in any spelling. A private profile is answered like one that is not there."),
        parameters=[ETAG],
        responses={200: ProfileShape, 304: None},
    )
    def get(self, request: Request, name: str) -> Response:
        player, owner = player_by_name(name), self.owner()
        if player is None or not may_see_profile(request.user, player):
            raise not_found()
        found, days = statistics.of_player(player.pk), streak(player.pk)
        data = {
            "name": player.username,
            "since": player.date_joined,
            "machine": player.is_machine,
            "you": player.pk == owner.user_id,
            "daily": {"now": days.now, "longest": days.longest, "today": days.today},
            "ratings": list(map(render.rating_data, rating_boards.shown(player.pk))),
            "total": figures_data(found.total),
            "games": ways_data(request, found),
            **_between(owner, player),
            "matches": list(map(self.listed, selectors.finished(player.pk, owner, MATCHES_SHOWN))),
        }
        return self.answer(data)


class BlockView(MatchView):
    """Blocking a player."""

    permission_classes = (PlayerOnly,)
    refuses = (Why.ACCOUNT_REQUIRED,)

    @extend_schema(
        operation_id="players_block",
        tags=TAG,
        summary=_("Block a player, or no longer"),
        description=_("Neither invitation, nor chat, nor pairing with the player any more."),
        request=BlockSerializer,
        responses={**REFUSED, 200: BlockShape},
    )
    def post(self, request: Request, name: str) -> Response:
        wish = self.read(BlockSerializer)["blocked"]
        if player_by_name(name) is None:
            raise not_found()
        self.call(services.block if wish else services.unblock, name=name)
        return self.answer({"blocked": wish})


def figures_data(figures: Figures) -> dict[str, Any]:
    """Return figures as numbers."""
    scores = figures.has_scores
    return {
        "played": figures.played,
        "won": figures.won,
        "rate": figures.rate,
        "practice": figures.practice,
        "streak": figures.streak,
        "longest_streak": figures.longest,
        "best_score": figures.best_score if scores else None,
        "average_score": figures.average_score if scores else None,
        "best_seconds": figures.best_time,
        "average_seconds": figures.average_time,
        "fewest_moves": figures.fewest_moves,
        "average_moves": figures.average_moves,
    }


def ways_data(request: Request, found: Statistics) -> list[dict[str, Any]]:
    """Return the figures by game, the most played first."""
    return [
        {**way_data(request, each.game, each.options), "figures": figures_data(each.figures)}
        for each in presentation.per_game(found)
    ]


def _between(owner: Owner, player: User) -> dict[str, Any]:
    """What is between the reader and a player."""
    if owner.user_id is None or owner.user_id == player.pk:
        return {"head_to_head": None, "blocked": False}
    met = rating_boards.head_to_head(owner.user_id, player.pk)
    return {
        "head_to_head": {"won": met.won, "drawn": met.drawn, "lost": met.lost},
        "blocked": player.username in selectors.blocked_names(owner.user_id),
    }


def _charts(request: Request, found: Statistics, asked: str) -> dict[str, Any]:
    """What the charts of a game are drawn from; `asked` is one that the site knows."""
    named = find(asked)
    assert named is not None
    figures = found.by_board.get(asked, Figures(asked))
    bank: list[tuple[date, int]] = statistics.bankroll(found.games, asked) if figures.dollars else []
    scores = statistics.spread(figures.scores) if figures.has_scores else []
    return {
        **way_data(request, *named),
        "scores": [{"lowest": low, "highest": high, "games": games} for low, high, games in scores],
        "bankroll": [{"day": day, "dollars": dollars} for day, dollars in bank],
    }
