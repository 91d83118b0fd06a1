"""Lists of matches: the lobby, one's own, a player's last ones; each in a fixed number of queries."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Max, Min, Q, QuerySet

from games.matches import access
from games.matches.models import (
    ENDED,
    UNDER_WAY,
    Block,
    Match,
    MatchGame,
    Presence,
    QuickWish,
    Seat,
    State,
    Visibility,
    of_days,
)
from games.matches.selectors.shapes import Here, Listed, Lobby, Played, Present
from games.matches.selectors.table import duel_of, seat_info
from games.matches.services.quick import WAITS
from games.matches.services.settle import ALIVE
from games.play import clock
from games.play.cursors import Cursor
from games.play.owners import Owner
from leaderboards import rating_boards
from leaderboards.rating_boards import Shown

LISTED, PAGE_SIZE = 30, 20


def lobby(owner: Owner) -> Lobby:
    """Return the lobby: open tables (hosts are there, or they are of days), live matches, one's own."""
    at = clock.now()
    base = Match.objects.defer("actions", "times")
    strangers = _blocked(owner.user_id)
    here = Presence.objects.filter(seat=1, seen_at__gt=at - ALIVE).values("match_id")
    own = _own_ids(owner)
    open_ = base.filter(Q(pk__in=here) | of_days(), state=State.OPEN, visibility=Visibility.LOBBY).exclude(
        pk__in=own
    )
    open_ = open_.exclude(seats__user_id__in=strangers)
    live = base.filter(
        state__in=UNDER_WAY, visibility__in=(Visibility.LOBBY, Visibility.QUICK), deadline__isnull=True
    ) | base.filter(state__in=UNDER_WAY, visibility__in=(Visibility.LOBBY, Visibility.QUICK), deadline__gt=at)
    wish = QuickWish.objects.filter(user_id=owner.user_id).first() if owner.user_id else None
    waiting = QuickWish.objects.filter(match=None, seen_at__gt=at - WAITS)
    return Lobby(
        tables=_list(open_.order_by("-created_at")[:LISTED], owner),
        watchable=_list(live.exclude(pk__in=own).order_by("-started_at")[:LISTED], owner),
        mine=_unfinished(own, owner),
        invitations=invitations(owner),
        waiting=waiting.count(),
        wish=wish.wishes if wish and wish.match_id is None and wish.seen_at > at - WAITS else "",
        paired=_paired(wish),
    )


def present(owner: Owner) -> Present:
    """Return the other players who are here: at the lobby, at a table, or looking on. Blocked ones are not
    shown to each other.
    """
    here = Presence.objects.filter(
        seen_at__gt=clock.now() - ALIVE, user__is_active=True, user__deleted_at=None
    ).exclude(user_id__in=_blocked(owner.user_id))
    if owner.user_id is not None:
        here = here.exclude(user_id=owner.user_id)
    rows = here.values("user_id", "user__username", "user__private", "user__machine_since")
    people = rows.annotate(seat=Max("seat")).order_by("user__username")
    return Present(
        people=tuple(
            Here(
                name=row["user__username"],
                profile=not row["user__private"],
                program=row["user__machine_since"] is not None,
                seated=row["seat"] > 0,
            )
            for row in people[:LISTED]
        ),
        count=here.values("user_id").distinct().count(),
    )


def invitations(owner: Owner) -> list[Listed]:
    """Return the open invitations to a player."""
    if owner.user_id is None:
        return []
    found = Match.objects.defer("actions", "times").filter(state=State.OPEN, invited_id=owner.user_id)
    return _list(found.order_by("-created_at")[:LISTED], owner)


def own(
    owner: Owner, after: tuple[datetime, UUID] | None, size: int, *, over: bool | None = None
) -> list[Listed]:
    """Return `size` of an owner's matches, the last opened first, those after the one with this date and id.

    `over`: only matches that have ended, or only those that have not.
    """
    fields = access.owner_query(owner)
    if fields is None:
        return []
    found = Match.objects.defer("actions", "times").filter(
        pk__in=Seat.objects.filter(**fields).values("match_id")
    )
    if over is not None:
        found = found.filter(ended_at__isnull=not over)
    if after is not None:
        at, match_id = after
        found = found.filter(created_at__lte=at).filter(Q(created_at__lt=at) | Q(pk__lt=match_id))
    return _list(found.order_by("-created_at", "-pk")[:size], owner)


def unfinished(owner: Owner) -> list[Listed]:
    """Return an owner's tables and matches under way, his turns first, then the last touched."""
    return _unfinished(_own_ids(owner), owner)


def played(owner: Owner, after: Cursor | None = None, size: int = PAGE_SIZE) -> Played:
    """Return the page of an owner's matches, played to an end, that follows `after`."""
    fields = access.owner_query(owner)
    if fields is None:
        return Played([], None)
    found = _ended().filter(pk__in=Seat.objects.filter(**fields).values("match_id"))
    if after is not None:
        earlier = Q(ended_at__lt=after.moment) | Q(ended_at=after.moment, pk__lt=after.pk)
        found = found.filter(earlier, ended_at__lte=after.moment)
    rows = list(found.order_by("-ended_at", "-pk")[: size + 1])
    shown, more = rows[:size], rows[size:]
    games = MatchGame.objects.filter(match__in=shown).values_list("match_id").order_by("match_id")
    first = dict(games.annotate(first=Min("number"))) if shown else {}
    return Played(
        [replace(match, replay=first.get(match.match_id, 0)) for match in _list(shown, owner)],
        Cursor(shown[-1].ended_at, shown[-1].pk) if more and shown[-1].ended_at else None,
    )


def finished(user_id: int, viewer: Owner, limit: int = LISTED) -> list[Listed]:
    """Return a player's last matches that were played to an end."""
    return _list(_ended().filter(seats__user_id=user_id).order_by("-ended_at")[:limit], viewer)


def turns_waiting(owner: Owner) -> int:
    """Return in how many of an owner's matches of days it is his turn."""
    fields = access.owner_query(owner)
    return _turns(fields).count() if fields is not None else 0


def awaited(user_id: int) -> int:
    """Return how many matches wait for a player: those of days in which it is his turn, and invitations.

    In one query: the header of every page asks.
    """
    invited = Match.objects.filter(state=State.OPEN, invited_id=user_id)
    return _turns({"user_id": user_id}).values("match_id").union(invited.values("pk"), all=True).count()


def blocked_names(user_id: int) -> list[str]:
    """Return the players whom one has blocked, by name."""
    rows = Block.objects.filter(player_id=user_id, blocked__deleted_at=None).select_related("blocked")
    return sorted(row.blocked.username for row in rows)


def _turns(fields: dict[str, Any]) -> QuerySet[Seat]:
    """The seats whose turn it is in matches of days; whose it is stands first in `DuelPosition.snapshot`."""
    seats = Seat.objects.filter(of_days("match__"), match__state=State.PLAYING, **fields)
    first = Q(match__first=F("number"))
    return seats.filter(
        first & Q(match__snapshot__startswith="a;") | ~first & Q(match__snapshot__startswith="b;")
    )


def _ended() -> QuerySet[Match]:
    """Matches that were played to an end, without what only their last game needs."""
    light = Match.objects.defer("actions", "times", "snapshot", "owners", "recent")
    return light.filter(state__in=(State.OVER, State.VOID))


def _unfinished(ids: list[UUID], owner: Owner) -> list[Listed]:
    found = Match.objects.defer("actions", "times").filter(pk__in=ids).exclude(state__in=ENDED)
    listed = _list(found.order_by("-last_action_at")[:LISTED], owner)
    return sorted(listed, key=lambda match: not match.my_turn)


def _paired(wish: QuickWish | None) -> UUID | None:
    if wish is None or wish.match_id is None:
        return None
    unfinished = Match.objects.filter(pk=wish.match_id, number=0).exclude(state__in=ENDED)
    return wish.match_id if unfinished.exists() else None


def _own_ids(owner: Owner) -> list[UUID]:
    fields = access.owner_query(owner)
    if fields is None:
        return []
    seats = Seat.objects.filter(**fields).exclude(match__state__in=ENDED)
    return list(seats.values_list("match_id", flat=True))


def _blocked(user_id: int | None) -> set[int]:
    if user_id is None:
        return set()
    pairs = Block.objects.filter(Q(player_id=user_id) | Q(blocked_id=user_id))
    found = {user for pair in pairs.values_list("player_id", "blocked_id") for user in pair}
    return found - {user_id}


def _list(matches: Any, owner: Owner) -> list[Listed]:
    """Matches with their seats, in a fixed number of queries."""
    found: list[Match] = list(matches)
    if not found:
        return []
    at = clock.now()
    rows = Seat.objects.filter(match__in=found).select_related("user").order_by("number")
    seats: dict[UUID, list[Seat]] = {match.pk: [] for match in found}
    for seat in rows:
        seats[seat.match_id].append(seat)
    users = [seat.user_id for group in seats.values() for seat in group if seat.user_id is not None]
    ratings = {tempo: rating_boards.shown_of(users, tempo) for tempo in "SA"} if users else {"S": {}, "A": {}}
    there: dict[UUID, set[int]] = {match.pk: set() for match in found}
    watching: dict[UUID, int] = {}
    for match_id, number in Presence.objects.filter(match__in=found, seen_at__gt=at - ALIVE).values_list(
        "match_id", "seat"
    ):
        there[match_id].add(number)
        watching[match_id] = watching.get(match_id, 0) + (number == 0)
    return [
        _listed(match, seats[match.pk], owner, ratings, there[match.pk], watching.get(match.pk, 0))
        for match in found
    ]


def _listed(
    match: Match,
    seats: list[Seat],
    owner: Owner,
    ratings: dict[str, dict[int, Shown]],
    there: set[int],
    watching: int,
) -> Listed:
    mine = next((seat.number for seat in seats if _is(seat, owner)), 0)
    duel = duel_of(match) if match.state in UNDER_WAY else None
    cards = duel.contributed if duel else {"a": 0, "b": 0}
    strengths = ratings["A" if "A" in match.options else "S"]
    return Listed(
        match_id=match.pk,
        state=match.state,
        options=match.options,
        series_games=match.series_games,
        series_cards=match.series_cards,
        limit_kind=match.limit_kind,
        seconds=match.limit_seconds,
        rated=match.rated,
        visibility=match.visibility,
        daily=match.daily,
        seats=tuple(
            seat_info(match, seat, mine, there, strengths.get(seat.user_id or 0), None) for seat in seats
        ),
        contributed=(match.total_1 + cards[match.letter(1)], match.total_2 + cards[match.letter(2)]),
        created_at=match.created_at,
        ended_at=match.ended_at,
        winner=match.winner,
        reason=match.reason,
        my_seat=mine,
        turn=(match.seat_of(duel.turn) or 0) if duel else 0,
        spectators=watching,
    )


def _is(seat: Seat, owner: Owner) -> bool:
    if owner.user_id is not None:
        return seat.user_id == owner.user_id
    return owner.visitor is not None and seat.visitor == owner.visitor
