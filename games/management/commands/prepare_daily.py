"""``manage.py prepare_daily --days 14``: make the deals of the coming days; run it once a day."""

from datetime import date, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.daily import days, services
from games.play import clock


class Command(BaseCommand):
    """Run it as often as you like, also beside itself: a day has one deal a game, whoever makes it first."""

    made = 0
    help = "Make the deals of the challenge for today and the days after it; what is there already stays."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=14, help="How many days, today included (14).")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["days"] <= 366:
            raise CommandError("--days is a number from 1 to 366.")
        services.store_default_programme()
        first = days.day_of(clock.now())
        for ahead in range(options["days"]):
            day = first + timedelta(days=ahead)
            before = self.made
            services.make_day(day, progress=self._say)
            if options["verbosity"] > 1 and self.made == before:
                self.stdout.write(f"{day.isoformat()}  complete already")
        if options["verbosity"] > 0:
            self.stdout.write(f"{options['days']} days are ready; {self.made} deals were made.")

    def _say(self, day: date, board_key: str, found: bool) -> None:
        self.made += found
        words = "won in random play" if found else "none found in time: run the command again"
        self.stdout.write(f"{day.isoformat()}  {board_key}: {words}")
        self.stdout.flush()
