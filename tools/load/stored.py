"""A database with as many stored games as wished: a few hundred really played, the rest their copies.

The games are played through the site's services, by players of their own and on a clock that is moved by
hand, so that everything that hangs on a game is there as in life: deal, record, times, openings, results,
places on boards. Copies differ in player and id only, so they replay as the first ones do: `verify_games` and
`rebuild_boards --check` hold for all of them.
"""

import argparse
import hashlib
import itertools
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

PLAYERS, GAMES_EACH = 4, 50
CHUNK = 50
"""Blocks of copies in one statement."""
OPTIONS = (
    *(["KL-D1N"] * 8 + ["KL-D3N"] * 4 + ["KL-D1V"] * 2),
    *("DS-D1N", "DS-D3V", "RU-C", "RU-R", "TF-D1N", "YU-C"),
)
IDLE, LONGEST = 40, 400
"""Actions without a card going up, and actions in all, after which a game is given up."""
Progress = Callable[[str], None]


def main() -> None:
    """Fill the database that the environment names."""
    parser = argparse.ArgumentParser(prog="python -m tools.load.stored", description=__doc__)
    parser.add_argument("games", type=int, help="how many games to store, about")
    parser.add_argument("--players", type=int, default=PLAYERS, help="who really play")
    parser.add_argument("--each", type=int, default=GAMES_EACH, help="games that each of them plays")
    options = parser.parse_args()
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    store(
        options.games,
        players=options.players,
        each=options.each,
        progress=lambda words: print(words, file=sys.stderr, flush=True),
    )


def store(wished: int, *, players: int = PLAYERS, each: int = GAMES_EACH, progress: Progress = print) -> int:
    """Store about so many games, at least `players` × `each`, in an empty database; return how many."""
    from django.db import connection

    progress(f"playing {players * each} games")
    last = play(players, each)
    blocks = max(1, wished // (players * each))
    copies = Copies(connection, last)
    for first in range(1, blocks, CHUNK):
        copies.make(first, min(first + CHUNK, blocks))
        progress(f"{min(first + CHUNK, blocks) * players * each:,} games stored")
    copies.finish(progress)
    return blocks * players * each


# --- playing ------------------------------------------------------------------------------------------------


class Hours:
    """A clock that goes on by as much as hands take, begun a while ago."""

    def __init__(self, begin: datetime) -> None:
        self.at = begin

    def __call__(self) -> datetime:
        return self.at


def play(players: int, each: int) -> list[int]:
    """Have new players play games to some end through the services; return the players' ids."""
    from django.utils import timezone

    from accounts.models import User
    from games.play import clock
    from games.play.owners import Owner

    rng = Random(1)
    forms = [form for form in OPTIONS if _exists(form)]
    hours = Hours(timezone.now() - timedelta(days=60))
    ids = []
    with clock.reading(hours):
        for number in range(players):
            user = User.objects.create_user(f"joueur-{number}x", f"joueur-{number}@example.org")
            ids.append(user.pk)
            for _ in range(each):
                hours.at += timedelta(minutes=rng.randrange(5, 90))
                play_one(Owner(user_id=user.pk), rng.choice(forms), hours, rng)
    return ids


def _exists(form: str) -> bool:
    from games.engine.variants import VARIANTS

    variant, _, options = form.partition("-")
    return variant in VARIANTS and options in VARIANTS[variant].option_choices


def play_one(owner: Any, form: str, hours: Hours, rng: Random) -> None:
    """Play one game as a plain player does: until it is won, or going round in vain, it is given up."""
    from games.play import services
    from tools.load.page import choose

    variant, _, options = form.partition("-")
    game = services.begin(owner=owner, variant=variant, options=options)
    version, idle = game.version, 0
    play = services.resume_play(game)
    for _ in range(LONGEST):
        token = choose([str(action) for action in play.position.legal_actions()], rng)
        if not token or idle == IDLE:
            break
        hours.at += timedelta(milliseconds=rng.randrange(800, 6000))
        outcome = services.act(game_id=game.pk, owner=owner, token=token, version=version)
        if outcome.refusal is not None or outcome.stale:
            raise RuntimeError(f"{token} was refused: {outcome.refusal}")
        play, version = outcome.play, outcome.game.version
        if outcome.game.over:
            return
        idle = 0 if token.endswith("-f") else idle + 1
    services.give_up(game_id=game.pk, owner=owner)


# --- copying ------------------------------------------------------------------------------------------------


class Copies:
    """Copies of all that the players of the first games have, for further players, block by block."""

    def __init__(self, connection: Any, players: list[int]) -> None:
        from accounts.models import User
        from games.play.models import DealOpening, Game
        from leaderboards.models import Entry, Result

        self.connection = connection
        self.sqlite = connection.vendor == "sqlite"
        self.players = players
        self.tables = (User, Game, DealOpening, Result, Entry)
        self.stride = {model: self._stride(model) for model in (User, Result)}
        if self.sqlite:
            connection.ensure_connection()
            connection.connection.create_function("copied", 2, _copied, deterministic=True)

    def _stride(self, model: Any) -> int:
        """By how much the ids of a block differ from those of the one before."""
        ids = model.objects.order_by("pk").values_list("pk", flat=True)
        return int(ids.last() - ids.first() + 1)

    def make(self, first: int, end: int) -> None:
        """Make the blocks from `first` to before `end`."""
        from django.db import transaction

        with transaction.atomic(), self.connection.cursor() as cursor:
            for model in self.tables:
                cursor.execute(self._insertion(model), [first, end - 1])

    def _insertion(self, model: Any) -> str:
        table = model._meta.db_table
        kept = [
            field
            for field in model._meta.concrete_fields
            if not (field.primary_key and model not in self._own_ids())
        ]
        columns = ", ".join(f'"{field.column}"' for field in kept)
        values = ", ".join(self._value(model, field) for field in kept)
        whose = "id" if table == "accounts_user" else self._player_column(model)
        numbers = (
            "WITH RECURSIVE numbers(n) AS"
            " (SELECT CAST(%s AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n < %s)"
        )
        owners = ", ".join(map(str, self.players))
        return (
            f'INSERT INTO "{table}" ({columns}) {numbers} SELECT {values} FROM numbers'
            f' CROSS JOIN "{table}" t WHERE t."{whose}" IN ({owners})'
        )

    def _own_ids(self) -> tuple[Any, ...]:
        """The tables whose copies have ids of our making, because others point to them."""
        users, games, _, results, _ = self.tables
        return users, games, results

    def _player_column(self, model: Any) -> str:
        names = {field.column for field in model._meta.concrete_fields}
        return "player_id" if "player_id" in names else "user_id"

    def _value(self, model: Any, field: Any) -> str:
        users, games, _, results, entries = self.tables
        column = f't."{field.column}"'
        if model is users:
            if field.column in ("username", "folded"):
                return f"n || 'z' || {column}"
            if field.column == "email":
                return "''"
        if model is games and field.primary_key or model is results and field.column == "run_id":
            return f"copied({column}, n)" if self.sqlite else f"md5({column}::text || ':' || n)::uuid"
        if field.column in ("player_id", "user_id") or (model is users and field.primary_key):
            return f"{column} + n * {self.stride[users]}"
        if (model is results and field.primary_key) or (model is entries and field.column == "result_id"):
            return f"{column} + n * {self.stride[results]}"
        return column

    def finish(self, progress: Progress) -> None:
        """Count every board anew, set the sequences on, have the database note how much it holds."""
        from django.core.management.color import no_style

        from leaderboards import tree
        from leaderboards.models import Board

        progress("counting the boards")
        for board in Board.objects.all():
            tree.rebuild(board)
        with self.connection.cursor() as cursor:
            for statement in self.connection.ops.sequence_reset_sql(no_style(), list(self.tables)):
                cursor.execute(statement)
            cursor.execute("ANALYZE")


def _copied(key: str, number: int) -> str:
    """The id of a game's copy; PostgreSQL's own md5 gives the same."""
    return hashlib.md5(f"{key}:{number}".encode(), usedforsecurity=False).hexdigest()


def sessions(number: int) -> Iterator[str]:
    """Sessions of so many of the stored players."""
    from accounts.models import User
    from tools.match_rig import session_of

    for user in itertools.islice(User.objects.order_by("pk").iterator(), number):
        yield session_of(user)


if __name__ == "__main__":
    main()
