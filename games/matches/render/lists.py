"""Lists of matches as the lobby, home and profiles show them."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from games.matches.models import Rated
from games.matches.render import words
from games.matches.selectors import Listed, Lobby, MatchTable, SeatInfo


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a listed table. `link`: the name under which there is a profile, or empty."""

    name: str
    link: str
    rating: str
    you: bool
    present: bool
    program: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A listed match in words."""

    match: Listed
    people: tuple[Person, ...]
    ways: list[str]
    counts: str
    rated: bool
    stands: str
    result: str

    @property
    def match_id(self) -> UUID:
        return self.match.match_id

    @property
    def names(self) -> str:
        """Who plays, for those who listen to what a button is about."""
        return " – ".join(person.name for person in self.people)


def row(match: Listed) -> Row:
    """A listed match as a row shows it."""
    mine = match.my_seat or 1
    first, second = match.contributed[mine - 1], match.contributed[2 - mine]
    winner = next((seat for seat in match.seats if seat.number == match.winner), None)
    ended = match.ended_at is not None
    return Row(
        match=match,
        people=tuple(map(_person, match.seats)),
        ways=words.ways_words(match),
        counts=f"{first} – {second}",
        rated=match.rated in (Rated.PENDING, Rated.COUNTED),
        stands=words.stands(match),
        result=words.headline(winner, match.reason, match.my_seat) if ended else "",
    )


def lobby_context(lobby: Lobby, player: bool) -> dict[str, Any]:
    """What the lobby's lists show."""
    return {
        "player": player,
        "tables": list(map(row, lobby.tables)),
        "watchable": list(map(row, lobby.watchable)),
        "mine": list(map(row, lobby.mine)),
        "invitations": list(map(row, lobby.invitations)),
        "waiting": lobby.waiting,
        "wish": wish_words(lobby.wish),
        "wish_pace": lobby.wish[2:3],
        "wish_draw": lobby.wish[1:2],
        "key": uuid4(),
    }


def wish_words(wish: str) -> str:
    """What somebody who waits for « Match rapide » wishes, in words."""
    return "\u00a0· ".join(words.options_words(wish.split()[0])) if wish else ""


def table_words(table: MatchTable) -> dict[str, Any]:
    """What the page of an invitation says of a table."""
    host = table.seat(1)
    return {
        "table": table,
        "host": words.seat_name(host),
        "program": bool(host and host.program),
        "rated_words": str(Rated(table.rated).label),
        "rating": words.rating_words(host),
        "ways": words.ways_words(table),
        "open": table.state == "open",
        "own": table.viewer == 1,
    }


def _person(seat: SeatInfo) -> Person:
    return Person(
        name=words.own_name(seat),
        link=seat.name if seat.profile and not seat.you else "",
        rating=words.rating_words(seat),
        you=seat.you,
        present=seat.present,
        program=seat.program,
    )
