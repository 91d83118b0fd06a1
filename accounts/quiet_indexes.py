"""Indexes that are added to a large table, or taken from it, while the site writes to it."""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db.migrations import AddIndex, RemoveIndex


class AddIndexQuietly(AddIndexConcurrently):
    """Add an index without keeping writers out on PostgreSQL; elsewhere as usual.

    Its migration is `atomic = False` and does nothing else.
    """

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)


class RemoveIndexQuietly(RemoveIndexConcurrently):
    """Remove an index without keeping writers out on PostgreSQL; elsewhere as usual."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = RemoveIndexConcurrently if schema_editor.connection.vendor == "postgresql" else RemoveIndex
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = RemoveIndexConcurrently if schema_editor.connection.vendor == "postgresql" else RemoveIndex
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)
