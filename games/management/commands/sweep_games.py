"""What a site does every hour: ends and clears away what time has ended."""

from typing import Any

from django.core.management.base import BaseCommand

from games.play.services import sweep


class Command(BaseCommand):
    """Run it as often as you like, also beside itself: each game is ended once."""

    help = (
        "Closes the challenges of past days, gives up games without an action for 14 days, deletes "
        "visitors' unfinished games after 30 days, and sessions that have expired."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        steps = (
            ("challenges closed", sweep.close_dailies),
            ("games given up", sweep.give_up_idle),
            ("visitors' games deleted", sweep.delete_visitors_unfinished),
        )
        for words, step in steps:
            self.stdout.write(f"{words}: {step(self._progress(words, options['verbosity']))}")
        sweep.clear_sessions()
        self.stdout.write("expired sessions deleted")

    def _progress(self, words: str, verbosity: int) -> sweep.Progress:
        def show(done: int) -> None:
            if verbosity > 1:
                self.stdout.write(f"  {words}: {done} so far")

        return show
