from typing import ClassVar

from django.db import migrations

# Neither rewrites the table, and who plays meanwhile waits for neither: a nullable column is a word in the
# catalogue, the index is built beside the writes. The column gives up at once where others hold the table.
COLUMN = "SET lock_timeout = '2s'; ALTER TABLE games_game ADD COLUMN IF NOT EXISTS upgrade_note text NULL"
NO_COLUMN = "SET lock_timeout = '2s'; ALTER TABLE games_game DROP COLUMN IF EXISTS upgrade_note"
INDEX = "CREATE INDEX CONCURRENTLY IF NOT EXISTS upgrade_played ON games_game (started_at)"
NO_INDEX = "DROP INDEX CONCURRENTLY IF EXISTS upgrade_played"


class Migration(migrations.Migration):
    atomic = False

    dependencies: ClassVar = [("games", "0001_initial")]
    operations: ClassVar = [
        migrations.RunSQL([COLUMN], [NO_COLUMN]),
        migrations.RunSQL([INDEX], [NO_INDEX]),
    ]
