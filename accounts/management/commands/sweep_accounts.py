"""``manage.py sweep_accounts``: drop addresses that nobody confirmed. For cron, daily."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.services import sweep_unconfirmed


class Command(BaseCommand):
    """Run it as often as you like. Dead sessions are deleted every hour, by `sweep_games`."""

    help = "Drop e-mail addresses unconfirmed for a week."

    def handle(self, *args: Any, **options: Any) -> None:
        dropped = sweep_unconfirmed()
        self.stdout.write(f"{dropped} unconfirmed addresses dropped.")
