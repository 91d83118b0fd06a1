"""Opening a table and taking its second seat: from the lobby, by an invitation, by a link, the computer."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.models import User
from games.engine.codes import DealCode, parse_code
from games.engine.variants import VARIANTS
from games.matches import access, deals
from games.matches.models import (
    DAY,
    SEAT_NUMBERS,
    Block,
    Limit,
    Match,
    Rated,
    Seat,
    State,
    Visibility,
)
from games.matches.services import notify, programs
from games.matches.services.begin import begin_game
from games.matches.services.locks import locked, note, save
from games.matches.services.refusals import Cause, MatchRefusal
from games.matches.services.settle import cancel_locked, settle_locked
from games.play import clock
from games.play.deals import Withheld, withheld
from games.play.owners import Owner

TURN_SECONDS = (30, 60, DAY)
GAME_SECONDS = (300, 600, 900)
SERIES_GAMES = (1, 3, 5)
SERIES_CARDS = (50, 100, 150, 200)
BOT_LEVELS = (1, 2, 3)
TABLES_AT_ONCE = 10


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a match is to be played. `options` are canonical; a series is so many games, or first to so many
    cards (the other is 0); a limit of 0 seconds is none, else per turn (alternate) or per game
    (simultaneous).
    """

    options: str = "D1S"
    games: int = 1
    cards: int = 0
    seconds: int = 0
    rated: bool = True

    def check(self) -> None:
        """Do nothing if a match may be played so.

        :raises MatchRefusal: if not.
        """
        known = self.options in VARIANTS[deals.VARIANT].option_choices
        series = (self.games in SERIES_GAMES and not self.cards) or (
            self.cards in SERIES_CARDS and not self.games
        )
        if not known or not series or (self.seconds and self.seconds not in self.limits):
            raise MatchRefusal(Cause.WISHES)

    @property
    def alternate(self) -> bool:
        return "A" in self.options

    @property
    def limits(self) -> tuple[int, ...]:
        return TURN_SECONDS if self.alternate else GAME_SECONDS

    @property
    def limit_kind(self) -> Limit:
        if not self.seconds:
            return Limit.NONE
        return Limit.TURN if self.alternate else Limit.GAME

    @property
    def key(self) -> str:
        """The wishes as text: who wishes the same may be paired."""
        return f"{self.options} {self.games} {self.cards} {self.seconds} {int(self.rated)}"

    @classmethod
    def quick(cls, *, alternate: bool, draw: int) -> "Wishes":
        """Return wishes that many share: one rated game, ten minutes for it or a minute a turn."""
        return cls(options=f"D{draw}{'A' if alternate else 'S'}", seconds=60 if alternate else 600)

    @classmethod
    def of(cls, match: Match) -> "Wishes":
        """Return the wishes that a match is played by; a match that could have counted was to be rated."""
        rated = match.rated not in (Rated.FRIENDLY, Rated.TYPED, Rated.TOKEN)
        return cls(match.options, match.series_games, match.series_cards, match.limit_seconds, rated)


def create(
    *,
    owner: Owner,
    wishes: Wishes,
    visibility: Visibility | str = Visibility.LOBBY,
    invited: str = "",
    typed_code: str = "",
    bot_level: int = 0,
    browser: str = "",
    key: UUID | None = None,
) -> Match:
    """Open a table and sit down at seat 1; against the computer the game begins at once.

    `invited` is a player's name. `key` is the form's own id: the same form sent twice opens one table. A
    typed code must be a duel's; its options hold, and the match is unrated. So is a program's, whatever is
    wished.

    :raises MatchRefusal: if it may not be opened so.
    :raises CodeError: if the typed code is none.
    :raises Withheld: if its deal is secret for now.
    """
    found = _opened(owner, key)
    if found is not None:
        return found
    visibility = Visibility(visibility)
    code = _typed(typed_code, owner)
    if code is not None:
        wishes = Wishes(code.options, wishes.games, wishes.cards, wishes.seconds, rated=False)
    wishes.check()
    guest = _guest(owner, visibility, invited)
    if bot_level not in (BOT_LEVELS if visibility == Visibility.BOT else (0,)):
        raise MatchRefusal(Cause.WISHES)
    _limit(owner)
    program = programs.is_program(owner)
    known = program or (guest is not None and guest.is_machine)
    match = new_match(wishes, visibility, typed=code, invited=guest, key=key, program=known)
    try:
        _lay(match, owner, bot_level, browser=browser, program=program)
    except IntegrityError:
        twin = _opened(owner, key)
        if twin is None:
            raise
        return twin
    return match


@transaction.atomic
def _lay(match: Match, owner: Owner, bot_level: int, *, browser: str, program: bool) -> None:
    """Store a new match with who opens it, and the computer where it plays; tell all whom it concerns."""
    match.save(force_insert=True)
    add_seat(match, 1, owner, browser=browser, program=program)
    if bot_level:
        Seat.objects.create(match=match, number=2, bot=bot_level, ready=True)
        seated(match, rated=match.rated)
        Seat.objects.filter(match=match).update(ready=True)
        begin_game(match, clock.now())
    note(match, "create", 1)
    notify.announce_lobby()
    notify.announce_user(match.invited_id, "invited")


def join(*, match_id: UUID, owner: Owner, token: str = "", browser: str = "") -> Match:
    """Take the second seat. Whoever sits there already is given the match as it is.

    A match of days begins at once, unless a person has yet to see that a program sat down.

    :raises NotFound: if there is no such match.
    :raises MatchRefusal: if the seat is taken, or not for this person, or not for a program.
    """
    program = programs.is_program(owner)
    with locked(match_id) as match:
        settle_locked(match, clock.now())
        if access.seat_of(match_id, owner) == 2:
            return match
        host = _may_join(match, owner, token, browser)
        if program:
            programs.may_sit(match, host)
        add_seat(match, 2, owner, browser=browser, program=program)
        Seat.objects.filter(match=match, user__machine_since__isnull=False).update(program=True)
        told = match.rated == Rated.TOKEN or not program
        seated(match, rated=rated_now(match))
        note(match, "join", 2)
        if match.daily and told:
            Seat.objects.filter(match=match).update(ready=True)
            begin_game(match, clock.now())
        notify.announce(match)
        notify.announce_lobby()
        return match


def join_by_link(*, token: str, owner: Owner, browser: str = "") -> Match:
    """Take the second seat of the table that a link leads to.

    :raises MatchRefusal: if there is none, or its second seat is not to be had.
    """
    found = Match.objects.filter(token=token).values_list("pk", flat=True).first() if token else None
    if found is None:
        raise MatchRefusal(Cause.LINK)
    return join(match_id=found, owner=owner, token=token, browser=browser)


def cancel(*, match_id: UUID, owner: Owner) -> Match:
    """Close a table that has not begun; one that has, or is closed, stays as it is.

    Those who sit may close it; an invited player who does so declines.

    :raises NotYours: if it is none of theirs.
    :raises MatchRefusal: if an access key acts for a seat that was taken by hand.
    """
    with locked(match_id) as match:
        declines = owner.user_id is not None and owner.user_id == match.invited_id
        if not declines:
            programs.own_seat(match_id, owner)
        if match.state == State.OPEN or (match.state == State.READY and match.number == 0):
            cancel_locked(match, clock.now())
        return match


def new_match(
    wishes: Wishes,
    visibility: Visibility,
    *,
    typed: DealCode | None = None,
    invited: User | None = None,
    key: UUID | None = None,
    program: bool = False,
) -> Match:
    """Return a match, not stored, as its table is opened; `program`: one is to play in it."""
    if program:
        rated = Rated.TOKEN
    elif typed is not None:
        rated = Rated.TYPED
    elif visibility == Visibility.BOT:
        rated = Rated.COMPUTER
    else:
        rated = Rated.PENDING if wishes.rated else Rated.FRIENDLY
    return Match(
        options=wishes.options,
        typed_code=typed.text if typed else "",
        series_games=wishes.games,
        series_cards=wishes.cards,
        limit_kind=wishes.limit_kind,
        limit_seconds=wishes.seconds,
        rated=rated,
        visibility=visibility,
        invited=invited,
        key=key,
        created_at=clock.now(),
        last_action_at=clock.now(),
    )


def add_seat(
    match: Match,
    number: int,
    owner: Owner,
    *,
    browser: str = "",
    ready: bool = False,
    program: bool = False,
) -> Seat:
    """Sit an owner down; the table doesn't know yet whether he is there."""
    return Seat.objects.create(
        match=match,
        number=number,
        user_id=owner.user_id,
        visitor=None if owner.user_id is not None else owner.visitor,
        browser=browser,
        program=program,
        ready=ready,
        away_since=clock.now(),
    )


def blocked_between(one: int | None, two: int | None) -> bool:
    """Whether one of two accounts has blocked the other."""
    if one is None or two is None:
        return False
    either = Block.objects.filter(player_id__in=(one, two), blocked_id__in=(one, two))
    return either.exists()


def seated(match: Match, *, rated: str) -> None:
    """Both seats of a locked match are taken: it waits for both to be ready."""
    at: datetime = clock.now()
    match.state, match.joined_at, match.rated, match.last_action_at = State.READY, at, rated, at
    save(match, "state", "joined_at", "rated", "last_action_at")


def _typed(text: str, owner: Owner) -> DealCode | None:
    if not text.strip():
        return None
    code = parse_code(text)
    if code.variant.code != deals.VARIANT:
        raise MatchRefusal(Cause.WISHES)
    if withheld(code.deal, owner):
        raise Withheld
    return code


def _guest(owner: Owner, visibility: Visibility, name: str) -> User | None:
    """The player who is invited, if somebody is."""
    if visibility in (Visibility.LOBBY, Visibility.INVITED, Visibility.QUICK) and owner.user_id is None:
        raise MatchRefusal(Cause.ACCOUNT)
    if not owner.anybody:
        raise MatchRefusal(Cause.ACCOUNT)
    if visibility == Visibility.QUICK:
        raise MatchRefusal(Cause.WISHES)
    if visibility != Visibility.INVITED:
        return None
    try:
        guest = User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        raise MatchRefusal(Cause.NOBODY) from None
    if guest.deleted_at or not guest.is_active:
        raise MatchRefusal(Cause.NOBODY)
    if guest.pk == owner.user_id:
        raise MatchRefusal(Cause.OWN_TABLE)
    if blocked_between(owner.user_id, guest.pk):
        raise MatchRefusal(Cause.BLOCKED)
    return guest


def _limit(owner: Owner) -> None:
    fields: dict[str, Any] = access.owner_query(owner) or {}
    waiting = Seat.objects.filter(number=1, match__state__in=(State.OPEN, State.READY), **fields)
    if waiting.count() >= TABLES_AT_ONCE:
        raise MatchRefusal(Cause.TOO_MANY_TABLES)


def _may_join(match: Match, owner: Owner, token: str, browser: str) -> Seat:
    """Return the seat of who opened the table, if this person may take the second."""
    host = Seat.objects.filter(match=match, number=1).first()
    if host is None or access.seat_of(match.pk, owner) or (browser and host.browser == browser):
        raise MatchRefusal(Cause.OWN_TABLE)
    if match.state != State.OPEN:
        raise MatchRefusal(Cause.FULL if match.state != State.CANCELLED else Cause.STATE)
    by_link = bool(token) and token == match.token
    if match.visibility == Visibility.INVITED and owner.user_id != match.invited_id:
        raise MatchRefusal(Cause.FULL)
    if match.visibility == Visibility.LINK and not by_link:
        raise MatchRefusal(Cause.LINK)
    if owner.user_id is None and not (by_link and owner.visitor):
        raise MatchRefusal(Cause.ACCOUNT)
    if blocked_between(host.user_id, owner.user_id):
        raise MatchRefusal(Cause.BLOCKED)
    return host


def rated_now(match: Match) -> str:
    """Whether a match counts, now that both sit."""
    if match.rated != Rated.PENDING:
        return match.rated
    if Seat.objects.filter(match=match, program=True).exists():
        return Rated.TOKEN
    return Rated.PENDING if _both_accounts(match) else Rated.ACCOUNTS


def _both_accounts(match: Match) -> bool:
    return Seat.objects.filter(match=match, user__isnull=False).count() == len(SEAT_NUMBERS)


def _opened(owner: Owner, key: UUID | None) -> Match | None:
    """The table that a twin of this request opened."""
    if key is None:
        return None
    fields = access.owner_query(owner)
    return Match.objects.filter(key=key, seats__in=Seat.objects.filter(**fields)).first() if fields else None
