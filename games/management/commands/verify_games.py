"""Replays every stored game and compares it with what is stored."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.play import deals
from games.play.models import Game
from games.play.services import verify

STEP = 1000


class Command(BaseCommand):
    """Ends with status 1 if a game differs from its record. Stopped, it says how to go on."""

    help = "Checks that every stored game replays to its stored score, moves, passes and position."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--after", type=UUID, metavar="ID", help="go on after this game")
        parser.add_argument("--limit", type=int, metavar="N", help="check at most N games")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            deals.check_key()
        except deals.OtherDealKey as error:
            raise CommandError(str(error)) from error
        done = wrong = 0
        last: UUID | None = options["after"]
        total = Game.objects.count()
        try:
            for game in verify.stored_games(last):
                if done == options["limit"]:
                    break
                faults = verify.faults_of(game)
                wrong += bool(faults)
                for fault in faults:
                    self.stdout.write(f"{game.pk} {game.code}: {fault}")
                done, last = done + 1, game.pk
                if done % STEP == 0:
                    self.stdout.write(f"{done} of {total} games checked; go on with --after {last}")
        except KeyboardInterrupt:
            raise CommandError(f"stopped after {done} games; go on with --after {last}") from None
        self.stdout.write(f"{done} games checked, {wrong} wrong" + (f"; last: {last}" if last else ""))
        if wrong:
            raise CommandError(f"{wrong} games differ from their records")
