"""What a site does every few minutes for its matches: clocks nobody looked at, forsaken tables, mails."""

from typing import Any

from django.core.management.base import BaseCommand

from games.matches.services import mails, sweep


class Command(BaseCommand):
    """Run it as often as you like, also beside itself: each thing is done once."""

    help = (
        "Settles the clocks of matches, ends those that both players left, closes tables that nobody came "
        "to, and writes to the players whose turn it has become in matches of days, or whom somebody invited."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"matches looked at: {sweep.settle_all(self._progress(options['verbosity']))}")
        self.stdout.write(f"mails written: {mails.mail_turns() + mails.mail_invitations()}")
        self.stdout.write(f"dead rows deleted: {sweep.clear_away()}")

    def _progress(self, verbosity: int) -> sweep.Progress:
        def show(done: int) -> None:
            if verbosity > 1:
                self.stdout.write(f"  {done} so far")

        return show
