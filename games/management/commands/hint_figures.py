"""How far a player comes who follows the hints alone: the figures of docs/hints.md."""

from argparse import ArgumentParser
from collections.abc import Iterator
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.actions import Action
from games.engine.codes import DealCode, number_to_letters
from games.engine.hints import hint, knowledge
from games.engine.position import Position
from games.engine.shuffle import deal_cards
from games.engine.table import Change
from games.engine.variants import SOLO_VARIANTS

DEFAULT = ("KL-D1N", "KL-D3N", "KL-D1V", "DS-D1N", "TS-D1N", "RU-C", "RU-R", "YU-N", "TF-D1N", "TF-D3N")
STRIDE = 7919
"""Deals are taken from all over the letters: every so many."""


class Command(BaseCommand):
    """Follow hints alone and say what share they win; an illegal one, or a position seen before, stops it."""

    help = "Follow hints alone on many deals and print the share that is won."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", default=DEFAULT, help="games with options, such as KL-D1N")
        parser.add_argument("--deals", type=int, default=100)

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("game      deals   won    cards up   hints   ms a hint   slowest")
        for name in options["games"]:
            variant, _, settings = name.partition("-")
            if settings not in getattr(SOLO_VARIANTS.get(variant), "settings", ()):
                raise CommandError(f"No game for one with such options: {name}")
            self.stdout.write(_line(name, variant, settings, options["deals"]))


def _line(name: str, variant: str, settings: str, deals: int) -> str:
    won = up = hints = 0
    spent = slowest = 0.0
    for number in range(deals):
        code = DealCode.make(variant, settings, number_to_letters(number * STRIDE + 1))
        position = Position.deal(code, deal_cards(code, key=""))
        for took in follow(position):
            hints += 1
            spent += took
            slowest = max(slowest, took)
        won += position.won
        up += sum(position.foundations)
    return (
        f"{name:9} {deals:5} {won / deals:6.1%} {up / deals:9.1f} {hints / deals:9.0f}"
        f" {1000 * spent / hints:9.2f} {1000 * slowest:9.0f}"
    )


def follow(position: Position) -> Iterator[float]:
    """Do what the hints say until they say nothing more; yield the seconds that each took.

    :raises CommandError: if a hint leads back to where the game has been.
    :raises Refusal: if one is not legal.
    """
    been: set[object] = set()
    history: list[Change] = []
    while not position.won:
        place = where(position)
        if place in been:
            raise CommandError("A hint led back to a position.")
        been.add(place)
        began = process_time()
        action: Action | None = hint(knowledge(position, history), position.rules)
        took = process_time() - began
        if action is None:
            return
        position.check(action)
        history.append(position.apply(action))
        yield took


def where(position: Position) -> tuple[Any, ...]:
    """What makes two positions the same: the cards, and the passes only where they are limited."""
    passes = 0 if position.rules.passes is None else position.passes
    columns = tuple(map(tuple, position.columns))
    pack = tuple(position.pack)
    return columns, tuple(position.down), tuple(position.foundations), pack, position.drawn, passes
