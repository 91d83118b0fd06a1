"""`manage.py replay FILE…`: what records come to, one line of JSON for each."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.engine.records import replay_text, unreadable_record


class Command(BaseCommand):
    """Ends with status 1 if a record could not be played to its end; the others are played all the same."""

    help = "Play records (files, or - for standard input) and print what each comes to as one line of JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = False
        for name in options["files"]:
            result = self._replay(name)
            failed = failed or "error" in result
            self.stdout.write(json.dumps(result))
        if failed:
            sys.exit(1)

    def _replay(self, name: str) -> dict[str, Any]:
        try:
            data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            return unreadable_record(f"{name}: {error.strerror}")
        return replay_text(data.decode(errors="replace"), settings.DEAL_KEY)
