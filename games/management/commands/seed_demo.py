"""``manage.py seed_demo --players 50``: a development site full of players and runs."""

import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.staff import demo


class Command(BaseCommand):
    """Everything goes through the services, by a clock of the past: as if it had been played."""

    help = (
        "Fill a development site with players and runs that a simple bot plays; refused where DEBUG is off."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=50, help="How many players (50).")
        parser.add_argument(
            "--seed", type=int, default=None, help="The same number plays alike on the same deals."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("seed_demo is for development: DEBUG is off here.")
        if not 1 <= options["players"] <= 1000:
            raise CommandError("--players is a number from 1 to 1000.")
        began = time.monotonic()
        seed = options["seed"] if options["seed"] is not None else time.time_ns()
        say = self._say if options["verbosity"] > 0 else (lambda words: None)
        played = demo.fill(options["players"], seed=seed, progress=say)
        say(f"{played} games were played in {time.monotonic() - began:.0f} s.")

    def _say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()
