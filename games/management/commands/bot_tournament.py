"""Lets the levels of the computer play against each other, and prints how often each wins."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.variants import VARIANTS
from games.matches.bot.tournament import FIRST_UP, Contestant, Score, play

COLUMNS = "{:26} {:>7} {:>7} {:>7} {:>13} {:>8} {:>8}"


class Command(BaseCommand):
    """Plays on the engine alone, in simulated time: nothing is stored."""

    help = "Lets each level of the computer play the one below, and the third a bot that plays what goes up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=500, metavar="N", help="of each pair (500)")
        parser.add_argument("--options", default="D1S", help="of Double Solitaire for two (D1S)")
        parser.add_argument("--seed", type=int, default=1, help="another one deals other cards (1)")
        parser.add_argument(
            "--same-speed", action="store_true", help="everybody at the same speed, so that only skill counts"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        rules = options["options"].upper()
        if rules not in VARIANTS["DK"].option_choices or options["games"] < 1:
            raise CommandError("--options: such as D1S, D3A; --games: at least 1")
        one, two, three = (Contestant.of_level(number) for number in (1, 2, 3))
        self.stdout.write(f"{rules}, {options['games']} games of each pair")
        self._row("", "won", "lost", "drawn", "cards", "actions", "minutes")
        for first, second in ((two, one), (three, two), (three, FIRST_UP), (three, one)):
            if options["same_speed"]:
                first, second = first.at(1.0), second.at(1.0)
            score = play(first, second, rules, options["games"], options["seed"])
            self._report(f"{first.name} - {second.name}", score)

    def _report(self, names: str, score: Score) -> None:
        games = score.games
        self._row(
            names,
            *(f"{100 * number / games:.1f} %" for number in (score.won, score.lost, score.drawn)),
            f"{score.cards / games:.1f} - {score.other_cards / games:.1f}",
            f"{score.actions / games:.0f}",
            f"{score.seconds / games / 60:.1f}",
        )
        if score.broken_off:
            self.stdout.write(f"  {score.broken_off} games broken off after too many actions, and counted")

    def _row(self, *cells: str) -> None:
        self.stdout.write(COLUMNS.format(*cells).rstrip())
