"""``manage.py rebuild_boards``: compare every board with the results it is made of, and put right what is
wrong."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q
from django.utils import timezone

from leaderboards import rebuild
from leaderboards.models import Board


class Command(BaseCommand):
    """Safe beside a running site. With ``--check`` it ends with status 1 if something is wrong."""

    help = (
        "Compares every board with the results it is made of and puts right what is wrong, one board a "
        "transaction, while the site runs. Interrupted, it goes on with --resume."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; exit 1 if anything is wrong"
        )
        parser.add_argument("--board", help="only this board (its slug)")
        parser.add_argument("--resume", action="store_true", help="skip the boards done in the last 24 hours")

    def handle(self, *, check: bool, board: str | None, resume: bool, **options: Any) -> None:
        boards = Board.objects.order_by("slug")
        if board:
            boards = boards.filter(slug=board)
            if not boards.exists():
                raise CommandError(f"There is no board {board}.")
        elif not check:
            made = rebuild.make_missing_boards()
            self.stdout.write(f"Boards that were missing: {made}")
        if resume:
            boards = boards.filter(
                Q(checked_at=None) | Q(checked_at__lt=timezone.now() - timedelta(hours=24))
            )
        wrong, slugs = 0, list(boards.values_list("slug", flat=True))
        for number, slug in enumerate(slugs, 1):
            faults = rebuild.check(slug, repair=not check).faults
            wrong += bool(faults)
            for fault in faults[:5]:
                self.stdout.write(f"{slug}: {fault}")
            if number % 500 == 0:
                self.stdout.write(f"{number} of {len(slugs)} boards")
        self.stdout.write(f"{len(slugs)} boards looked at, {wrong} {'wrong' if check else 'put right'}.")
        if check and wrong:
            raise CommandError("Some boards do not match their results: run rebuild_boards without --check.")
