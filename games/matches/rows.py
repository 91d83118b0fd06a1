"""A match's row, read and written at every move, and what a socket's beat writes and asks, by statements that
are written out once.

The ORM would compose them anew for each move (see `games.play.rows`), and several times a minute for each
socket. Everything else goes through the ORM.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db import connection
from django.db.models import Field, Model

from games.matches.models import DAY, Limit, Match, Presence, Seat, State

RECORD = ("actions", "times")
MOVED = (
    *("version", "snapshot", "owners", "recent", "action_count", "by_token", "turn_since", "deadline"),
    *("timeouts_1", "timeouts_2", "last_action_at", "draw_by", "event_version"),
)


def read(match_id: UUID) -> Match | None:
    """Return a match without the record of its game under way; it is loaded if somebody asks for it."""
    with connection.cursor() as cursor:
        cursor.execute(_selection(), [Match._meta.pk.get_db_prep_value(match_id, connection)])
        row = cursor.fetchone()
    if row is None:
        return None
    values = list(row)
    for place, converters in _converters(connection.vendor):
        for convert, column in converters:
            values[place] = convert(values[place], column, connection)
    return Match.from_db(connection.alias, _names(), values)


def copy_of(match: Match) -> Match:
    """Return a copy of a match as it was read, to be changed."""
    copy = Match.__new__(Match)
    copy.__dict__.update(match.__dict__)
    return copy


def store(match: Match, *, version: int, tokens: Sequence[str] = (), ms: int = 0) -> bool:
    """Store what a move changes of a match, if its row still has `version`; return whether it had.

    `tokens` are added to the record where it is, each with `ms`, the time since the game began. What `match`
    held of the record is let go: it lacks them, and is loaded again if somebody asks for it.
    """
    values = [field.get_db_prep_save(getattr(match, field.attname), connection) for field in _fields()]
    values += ["".join([f" {token}" for token in tokens]), f" {ms}" * len(tokens)]
    key = Match._meta.pk.get_db_prep_value(match.pk, connection)
    with connection.cursor() as cursor:
        cursor.execute(_update(), [*values, key, version])
        stored = bool(cursor.rowcount)
    if stored:
        for name in RECORD:
            match.__dict__.pop(name, None)
    return stored


class Signs(NamedTuple):
    """What time has done to a match: its version; whether a seat counts as away, whether another one that
    counts as there was not seen for a while, whether a clock has decided something that is not stored yet.
    """

    version: int
    away: bool
    vanished: bool
    due: bool


def seen(key: UUID, at: datetime) -> bool:
    """Note that a connection is there; return whether it is known."""
    now = connection.ops.adapt_datetimefield_value(at)
    with connection.cursor() as cursor:
        cursor.execute(_seen(), [now, Presence._meta.pk.get_db_prep_value(key, connection)])
        return bool(cursor.rowcount)


def signs(match_id: UUID, seat: int, at: datetime, *, dead: datetime, void: datetime) -> Signs | None:
    """Return what time has done to a match by `at`; `None` if there is none.

    Who was last seen at `dead` or before is gone; a match paused at `void` or before is over.
    """
    now, gone, ended = (connection.ops.adapt_datetimefield_value(moment) for moment in (at, dead, void))
    with connection.cursor() as cursor:
        match = Match._meta.pk.get_db_prep_value(match_id, connection)
        cursor.execute(_signs(), [seat, seat, gone, now, ended, match])
        row = cursor.fetchone()
    return Signs(row[0], *map(bool, row[1:])) if row is not None else None


@cache
def _fields() -> list[Field]:
    return [cast(Field, Match._meta.get_field(name)) for name in MOVED]


@cache
def _read_fields() -> list[Field]:
    return [field for field in Match._meta.concrete_fields if field.name not in RECORD]


@cache
def _names() -> list[str]:
    return [field.attname for field in _read_fields()]


@cache
def _converters(vendor: str) -> list[tuple[int, list[tuple[Any, Any]]]]:
    """For each place of a row that this kind of database stores otherwise than Python: what makes it so."""
    found = []
    for place, field in enumerate(_read_fields()):
        column = field.get_col(Match._meta.db_table)
        converters = connection.ops.get_db_converters(column) + field.get_db_converters(connection)
        if converters:
            found.append((place, [(convert, column) for convert in converters]))
    return found


@cache
def _selection() -> str:
    columns = [str(field.column) for field in _read_fields()]
    return f"SELECT {', '.join(map(_quoted, columns))} FROM {_table()} WHERE {_quoted('id')} = %s"


@cache
def _update() -> str:
    changes = [f"{_quoted(str(field.column))} = %s" for field in _fields()]
    changes += [f"{_quoted(name)} = {_quoted(name)} || %s" for name in RECORD]
    condition = f"{_quoted('id')} = %s AND {_quoted('version')} = %s"
    return f"UPDATE {_table()} SET {', '.join(changes)} WHERE {condition}"


@cache
def _seen() -> str:
    return f"UPDATE {_table(Presence)} SET seen_at = %s WHERE id = %s"


@cache
def _signs() -> str:
    own = f"SELECT 1 FROM {_table(Seat)} s WHERE s.match_id = m.id AND s.number = %s"
    others = f"SELECT 1 FROM {_table(Seat)} s WHERE s.match_id = m.id AND s.number <> %s AND s.bot = 0"
    seen = f"SELECT 1 FROM {_table(Presence)} p WHERE p.match_id = m.id AND p.seat = s.number"
    return (
        f"SELECT m.version, EXISTS ({own} AND s.away_since IS NOT NULL),"
        f" m.state IN ('{State.READY}', '{State.PLAYING}')"
        f" AND NOT (m.limit_kind = '{Limit.TURN}' AND m.limit_seconds >= {DAY})"
        f" AND EXISTS ({others} AND s.away_since IS NULL AND NOT EXISTS ({seen} AND p.seen_at > %s)),"
        f" COALESCE(m.state = '{State.PLAYING}' AND m.deadline <= %s, FALSE)"
        f" OR COALESCE(m.state = '{State.PAUSED}' AND m.paused_at <= %s, FALSE)"
        f" FROM {_table()} m WHERE m.id = %s"
    )


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _table(model: type[Model] = Match) -> str:
    return _quoted(model._meta.db_table)
