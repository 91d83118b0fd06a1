"""Migrations to come: none may keep players from writing to a large table (docs/deploy.md)."""

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from accounts.models import User
from accounts.quiet_indexes import AddIndexQuietly, RemoveIndexQuietly

BEFORE_THE_OPENING = {"accounts": "0004", "games": "0007", "leaderboards": "0002"}
"""The last migration of each app that ran on empty tables only."""
QUIET = (
    *(AddIndexQuietly, RemoveIndexQuietly, migrations.CreateModel, migrations.DeleteModel),
    *(migrations.AlterModelOptions, migrations.AlterModelManagers, migrations.RemoveField),
    *(migrations.RunPython, migrations.RunSQL, migrations.SeparateDatabaseAndState),
)
"""What holds no lock for long. For RunPython and RunSQL whoever writes them answers, in their docstring."""


def loud(operations: list[migrations.operations.base.Operation], atomic: bool) -> list[str]:
    """Return what is wrong with the operations of a migration on tables that existed before it."""
    new = {operation.name_lower for operation in operations if isinstance(operation, migrations.CreateModel)}
    found = []
    for operation in operations:
        model = getattr(operation, "model_name", getattr(operation, "name", "")).lower()
        if model in new:
            continue
        if isinstance(operation, migrations.AddField):
            field = operation.field
            fillable = field.null or field.has_default() or field.db_default is not models.NOT_PROVIDED
            if not fillable or field.unique or field.db_index:
                found.append(f"AddField {model}.{operation.name}: null or a default, and its index apart")
        elif isinstance(operation, migrations.AlterField):
            found.append(
                f"AlterField {model}.{operation.name}: PostgreSQL may rewrite the table; see deploy.md"
            )
        elif not isinstance(operation, QUIET):
            found.append(f"{type(operation).__name__} {model}: see deploy.md")
        if isinstance(operation, AddIndexQuietly | RemoveIndexQuietly) and (atomic or len(operations) > 1):
            found.append(f"{type(operation).__name__} {model}: alone in a migration with atomic = False")
    return found


def test_no_migration_since_the_opening_locks_a_table_for_long() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    for (app, name), migration in loader.disk_migrations.items():
        if app in BEFORE_THE_OPENING and name[:4] > BEFORE_THE_OPENING[app]:
            assert loud(migration.operations, migration.atomic) == [], f"{app}.{name}"


INDEX = models.Index(fields=["language"], name="tried_quietly")


@pytest.mark.parametrize(
    ("operation", "atomic", "right"),
    [
        (migrations.AddIndex("game", INDEX), False, False),
        (AddIndexQuietly("game", INDEX), False, True),
        (AddIndexQuietly("game", INDEX), True, False),
        (migrations.AddField("game", "x", models.IntegerField(null=True)), True, True),
        (migrations.AddField("game", "x", models.IntegerField(default=0)), True, True),
        (migrations.AddField("game", "x", models.IntegerField(null=True, db_index=True)), True, False),
        (migrations.AlterField("game", "score", models.BigIntegerField()), True, False),
        (migrations.RenameField("game", "score", "points"), True, False),
        (migrations.CreateModel("Thing", [("id", models.BigAutoField(primary_key=True))]), True, True),
    ],
)
def test_the_rules_tell_quiet_from_loud(operation, atomic: bool, right: bool) -> None:
    assert (loud([operation], atomic) == []) is right


@pytest.mark.django_db(transaction=True)
def test_an_index_is_added_and_removed_quietly_on_either_database() -> None:
    index = models.Index(fields=["date_joined"], name="tried_quietly")
    before = ProjectState.from_apps(User._meta.apps)
    add = AddIndexQuietly("user", index)
    after = before.clone()
    add.state_forwards("accounts", after)

    def names() -> set[str]:
        with connection.cursor() as cursor:
            return set(connection.introspection.get_constraints(cursor, User._meta.db_table))

    with connection.schema_editor(atomic=False) as editor:
        add.database_forwards("accounts", editor, before, after)
        assert "tried_quietly" in names()
        RemoveIndexQuietly("user", "tried_quietly").database_forwards("accounts", editor, after, before)
        assert "tried_quietly" not in names()
