"""One game's row, read and written at every action, by two statements that are written out once.

The ORM would compose them anew for each action, which costs several times what the rules and the database
take together (docs/play.md has the figures). Everything else of this part goes through the ORM.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, cast
from uuid import UUID

from django.db import connection
from django.db.models import Field

from games.play.models import Game

RECORD = ("actions", "times")


class Outrun(Exception):
    """Somebody else changed the game first: nothing was stored, and the game in hand is to be read again."""


def read(game_id: UUID) -> Game | None:
    """Return a game without its record, which grows with its age; it is loaded if somebody asks for it."""
    found = Game.objects.raw(_selection(), [Game._meta.pk.get_db_prep_value(game_id, connection)])
    return next(iter(found), None)


def store(game: Game, names: tuple[str, ...], tokens: Sequence[str] = ()) -> None:
    """Store the fields `names` of a game if its row still has the game's version, which then goes up by one.

    `tokens` are added to the record where it is, each with the game's time of play.

    :raises Outrun: if the row has another version by now; nothing is stored then.
    """
    values = [field.get_db_prep_save(getattr(game, field.attname), connection) for field in _fields(names)]
    if tokens:
        values += ["".join([f" {token}" for token in tokens]), f" {game.elapsed_ms}" * len(tokens)]
    key = Game._meta.pk.get_db_prep_value(game.pk, connection)
    with connection.cursor() as cursor:
        cursor.execute(_update(names, bool(tokens)), [*values, key, game.version])
        if not cursor.rowcount:
            raise Outrun(game.pk)
    game.version += 1


@cache
def _fields(names: tuple[str, ...]) -> "list[Field[Any, Any]]":
    return [cast("Field[Any, Any]", Game._meta.get_field(name)) for name in names]


@cache
def _selection() -> str:
    columns = [str(field.column) for field in Game._meta.concrete_fields if field.name not in RECORD]
    return f"SELECT {', '.join(map(_quoted, columns))} FROM {_table()} WHERE {_quoted('id')} = %s"


@cache
def _update(names: tuple[str, ...], grows: bool) -> str:
    changes = [f"{_quoted(str(field.column))} = %s" for field in _fields(names)]
    changes += [f"{_quoted(name)} = {_quoted(name)} || %s" for name in RECORD if grows]
    changes.append(f"{_quoted('version')} = {_quoted('version')} + 1")
    condition = f"{_quoted('id')} = %s AND {_quoted('version')} = %s"
    return f"UPDATE {_table()} SET {', '.join(changes)} WHERE {condition}"


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _table() -> str:
    return _quoted(Game._meta.db_table)
