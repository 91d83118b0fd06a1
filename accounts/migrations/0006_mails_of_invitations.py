from typing import Any

from django.db import migrations


def want_none(apps: Any, schema_editor: Any) -> None:
    """Who had switched off the only mail that matches sent is not sent another unasked.

    It reads all players once, and writes the few whom it concerns: it keeps nobody waiting.
    """
    players = apps.get_model("accounts", "User").objects.filter(preferences__turn_mail=False)
    for player in players.only("preferences").iterator():
        player.preferences["invitation_mail"] = False
        player.save(update_fields=["preferences"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_names_withdrawn"),
    ]

    operations = [
        migrations.RunPython(want_none, migrations.RunPython.noop),
    ]
