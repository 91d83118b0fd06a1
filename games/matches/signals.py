"""What happens to matches when a visitor becomes a player, and when a player goes.

This module is to be connected before `games.play.signals`, which takes the visitor's id out of the session.
"""

from typing import Any
from uuid import UUID

from allauth.account.signals import user_signed_up
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.db.models import Prefetch
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import export_requested, player_deleted
from games.engine.records import write_record
from games.matches.models import ChatLine, Match, MatchGame, Seat
from games.matches.services import passing
from games.play.owners import SESSION_KEY
from leaderboards import rating_boards


@receiver(user_signed_up, dispatch_uid="games.matches.signed_up")
@receiver(user_logged_in, dispatch_uid="games.matches.logged_in")
def pass_seats(request: HttpRequest | None, user: AbstractBaseUser, **kwargs: Any) -> None:
    """The seats of the session's visitor are the account's from now on."""
    session = getattr(request, "session", None)
    stored = session.get(SESSION_KEY) if session is not None else None
    if stored:
        passing.pass_seats(visitor=UUID(stored), user_id=user.pk)


@receiver(player_deleted, dispatch_uid="games.matches.player_goes")
def player_goes(player: User, **kwargs: Any) -> None:
    """Matches under way are the other's; everything finished stays."""
    passing.player_goes(user_id=player.pk)


@receiver(export_requested, dispatch_uid="games.matches.export")
def export_matches(player: User, **kwargs: Any) -> dict[str, Any]:
    """Return the player's matches, ratings and words for the file of all their data."""
    seats = dict(Seat.objects.filter(user=player).values_list("match_id", "number"))
    games = MatchGame.objects.defer("snapshot", "owners", "times").order_by("number")
    words = ChatLine.objects.exclude(text="")
    matches = Match.objects.filter(seats__user=player).defer("actions", "times").order_by("created_at")
    return {
        "matches": [
            _exported(match, seats[match.pk])
            for match in matches.prefetch_related(Prefetch("games", games), Prefetch("chat", words))
        ],
        "ratings": [
            {"tempo": rating.tempo, "points": rating.points, "matches": rating.matches}
            for rating in rating_boards.shown(player.pk)
        ],
    }


def _exported(match: Match, number: int) -> dict[str, Any]:
    """A match with its games and lines read already."""
    games = match.games.all() if match.over else []
    return {
        "id": match.pk,
        "seat": number,
        "state": match.state,
        "begun": match.started_at,
        "ended": match.ended_at,
        "winner": match.winner,
        "reason": match.reason,
        "records": [write_record(game.deal_code, game.actions.split()) for game in games],
        "words": [{"text": line.text, "at": line.at} for line in match.chat.all() if line.seat == number],
    }
