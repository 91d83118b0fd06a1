"""``manage.py sweep_accounts``: drop addresses that nobody confirmed, and dead sessions. For cron, daily."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from accounts.services import sweep_unconfirmed


class Command(BaseCommand):
    help = "Drop e-mail addresses unconfirmed for a week, and expired sessions."

    def handle(self, *args: Any, **options: Any) -> None:
        dropped = sweep_unconfirmed()
        call_command("clearsessions")
        self.stdout.write(f"{dropped} unconfirmed addresses dropped, expired sessions cleared.")
