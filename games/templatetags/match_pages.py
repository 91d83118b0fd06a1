"""What other pages show of matches: the header how many wait, home the live ones, the page of one's own games
those under way, a profile its ratings and last matches.
"""

from typing import Any

from django import template
from django.http import HttpRequest

from accounts.models import User
from games.matches import selectors
from games.matches.render import lists, words
from games.play.owners import Owner, owner_of
from leaderboards import rating_boards

register = template.Library()
ON_HOME = 3
ON_PROFILE = 8


@register.simple_tag(takes_context=True)
def awaited_matches(context: dict[str, Any]) -> int:
    """How many matches wait for the reader, who has an account: the mark in the header."""
    user = context.get("user")
    return selectors.awaited(user.pk) if isinstance(user, User) else 0


@register.simple_tag(takes_context=True)
def matches_under_way(context: dict[str, Any]) -> list[lists.Row]:
    """The reader's own tables and matches under way, for the page of his games."""
    return list(map(lists.row, selectors.unfinished(owner_of(context["request"]))))


@register.inclusion_tag("games/matches/home.html", takes_context=True)
def home_matches(context: dict[str, Any]) -> dict[str, Any]:
    """One's own matches, invitations, and some to watch."""
    request: HttpRequest = context["request"]
    owner = owner_of(request)
    lobby = selectors.lobby(owner)
    rows = {
        "invitation": lobby.invitations[:ON_HOME],
        "mine": lobby.mine[:ON_HOME],
        "open": lobby.tables[:ON_HOME],
        "watch": lobby.watchable[:ON_HOME],
    }
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "player": request.user.is_authenticated,
        "turns": lobby.turns,
        "rows": [(kind, lists.row(match)) for kind, found in rows.items() for match in found][: 2 * ON_HOME],
    }


@register.inclusion_tag("games/matches/profile.html", takes_context=True)
def profile_matches(context: dict[str, Any], player: User) -> dict[str, Any]:
    """A player's match ratings, how the reader fared against him, and the last matches."""
    request: HttpRequest = context["request"]
    me = request.user
    other = isinstance(me, User) and me.pk != player.pk
    viewer = Owner(user_id=me.pk) if me.is_authenticated else Owner()
    between = rating_boards.head_to_head(player.pk, me.pk) if isinstance(me, User) and other else None
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "player": player,
        "other": other,
        "ratings": [
            {"shown": shown, "tempo": words.options_words(f"D1{shown.tempo}")[0]}
            for shown in rating_boards.shown(player.pk)
        ],
        "between": between,
        "met": bool(between and (between.won or between.drawn or between.lost)),
        "blocked": other and player.username in selectors.blocked_names(me.pk or 0),
        "rows": list(map(lists.row, selectors.finished(player.pk, viewer, ON_PROFILE))),
    }
