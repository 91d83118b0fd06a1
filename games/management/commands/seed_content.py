"""``manage.py seed_content``: the first pages and examples; run again, it keeps what editors wrote."""

from typing import Any

from django.core.management.base import BaseCommand

from games.content.services import seed


class Command(BaseCommand):
    """Run it at every new version: it writes what is new, and what no editor has touched."""

    help = "Write the first pages and examples of the site; edited ones are left alone."

    def handle(self, *args: Any, **options: Any) -> None:
        done = seed()
        if options["verbosity"] > 0:
            counts = f"{len(done.created)} new, {len(done.updated)} updated, {len(done.kept)} edited and kept"
            self.stdout.write(f"Pages and examples: {counts}.")
