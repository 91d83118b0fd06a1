"""What a board costs as it grows: 10,000, 100,000 and 1,000,000 results in SQLite and PostgreSQL, through
the site's selectors.

Each size has a database of its own, kept between runs (var/bench, and bench_boards_… in PostgreSQL): one
board for ever with one result a player, and a quarter as many results over a hundred other boards. One
worker process holds each database open; the rounds go from one to the next, so that a slow moment of the
machine meets all of them. Every call is on a random player or at a random place. BENCH_POSTGRES names the
server (postgres://postgres@127.0.0.1:5432 if not set).
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SIZES = tuple(int(size) for size in os.environ.get("BENCH_SIZES", "10000 100000 1000000").split())
ROUNDS, CALLS = 25, 12
LAYOUT = 1  # one more when what is loaded changes
SERVER = os.environ.get("BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432")
BOARD = "KL-D1N"
OPERATIONS = {
    "first": "first page",
    "page": "a page, anywhere",
    "rank": "my rank",
    "around": "around me",
    "submit": "a result comes in",
}


def main() -> None:
    """Load what is missing, measure in interleaved rounds, print the table and the ratios."""
    workers = {(kind, size): Worker(kind, size) for size in SIZES for kind in ("sqlite", "postgresql")}
    try:
        for (kind, size), worker in workers.items():
            seconds = worker.ask({"do": "load"})
            print(
                f"{kind}, {size:>9,} results: {f'loaded in {seconds:.0f} s' if seconds else 'ready'}",
                flush=True,
            )
        times = measure(workers)
    finally:
        for worker in workers.values():
            worker.close()
    report(times)


def measure(workers: dict[tuple[str, int], "Worker"]) -> dict[tuple[str, int, str], list[float]]:
    """Return each round's median, in microseconds, by database, size and operation."""
    times: dict[tuple[str, int, str], list[float]] = {}
    for number in range(ROUNDS + 1):
        for operation in OPERATIONS:
            for (kind, size), worker in workers.items():
                found = worker.ask({"do": operation, "seed": number})
                if number:  # the first round warms the caches
                    times.setdefault((kind, size, operation), []).append(found)
    return times


def report(times: dict[tuple[str, int, str], list[float]]) -> None:
    """Print the table of medians, and as last line the growth from the smallest to the largest."""
    print(f"\nMicroseconds of one call, median of {ROUNDS} rounds of {CALLS} calls")
    print(f"{'':28}" + "".join(f"{size:>12,}" for size in SIZES) + f"{'growth':>9}")
    growth: dict[str, float] = {}
    for kind in ("sqlite", "postgresql"):
        for operation, words in OPERATIONS.items():
            cells = [median(times[kind, size, operation]) for size in SIZES]
            pairs = zip(times[kind, SIZES[-1], operation], times[kind, SIZES[0], operation], strict=True)
            ratio = median(large / small for large, small in pairs)
            growth[operation] = max(growth.get(operation, 0.0), ratio)
            print(f"{kind:11}{words:17}" + "".join(f"{cell:12,.0f}" for cell in cells) + f"{ratio:8.2f}x")
    keys = {
        "page": max(growth["page"], growth["first"]),
        **{name: growth[name] for name in ("rank", "around", "submit")},
    }
    print(json.dumps({f"{name}_growth": round(value, 2) for name, value in keys.items()}))


class Worker:
    """A process that holds one database open and measures on request."""

    def __init__(self, kind: str, size: int) -> None:
        url = f"{SERVER}/bench_boards_{size}"
        if kind == "sqlite":
            folder = ROOT / "var" / "bench"
            folder.mkdir(parents=True, exist_ok=True)
            url = f"sqlite:///{folder / f'boards-{size}.sqlite3'}"
        environment = os.environ | {
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DEBUG": "1",
        }
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker", str(size)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env=environment | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip

    def ask(self, request: dict[str, Any]) -> float:
        """Send a request and return its figure; end the benchmark if the worker failed."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit("A worker failed: see above. Is PostgreSQL there (BENCH_POSTGRES)?")
        return float(json.loads(answer))

    def close(self) -> None:
        """Let the worker end."""
        if self.process.stdin:
            self.process.stdin.close()
        self.process.wait(30)


# --- in a worker
# -------------------------------------------------------------------------------------------------------
def serve(size: int) -> None:
    """Answer requests from stdin, one figure a line."""
    make_database()
    import django

    django.setup()
    from django.conf import settings

    settings.DEBUG = False  # else Django keeps every query
    for line in sys.stdin:
        request = json.loads(line)
        figure = load(size) if request["do"] == "load" else timed(request["do"], size, request["seed"])
        print(json.dumps(figure), flush=True)


def make_database() -> None:
    """Create the PostgreSQL database of DATABASE_URL if it is missing; SQLite makes its file itself."""
    url = os.environ["DATABASE_URL"]
    if url.startswith("sqlite"):
        return
    import psycopg

    server, _, name = url.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if not found:
            connection.execute(f'CREATE DATABASE "{name}"')


def timed(operation: str, size: int, seed: int) -> float:
    """Return the median time of one call, in microseconds."""
    from leaderboards import selectors
    from leaderboards.membership import Spec
    from leaderboards.models import Entry

    board = selectors.find(Spec("game", BOARD, BOARD))
    chance = random.Random(seed)
    players = [first_player() + chance.randrange(size) for _ in range(CALLS)]
    rows = dict(Entry.objects.filter(board=board, player_id__in=players).values_list("player_id", "pk"))
    keys = dict(Entry.objects.filter(pk__in=rows.values()).values_list("player_id", "key"))
    calls = {
        "first": lambda player: selectors.page(board),
        "page": lambda player: selectors.page(board, f"{keys[player]}.{rows[player]}"),
        "rank": lambda player: selectors.rank(board, player),
        "around": lambda player: selectors.around(board, player),
        "submit": lambda player: submit(player, chance),
    }
    times = []
    for player in players:
        begin = time.perf_counter()
        calls[operation](player)
        times.append(time.perf_counter() - begin)
    return median(times) * 1e6


def submit(player: int, chance: random.Random) -> None:
    """Bring in one more result, often worse than the player's best, sometimes better, as in life."""
    from datetime import datetime, timedelta
    from uuid import uuid4

    from leaderboards import services
    from leaderboards.periods import PARIS

    now = datetime(2026, 11, 18, 12, tzinfo=PARIS)
    score, seconds, moves = figures(chance)
    services.submit(
        services.Run(
            run_id=uuid4(), user_id=player, board_key=BOARD, deal="KL1-AAAAAAB", ranked_score=score,
            seconds=seconds, moves=moves, pure=False, won=True, started_at=now - timedelta(minutes=9),
            ended_at=now, global_ok=True, ) )  # fmt: skip


def first_player() -> int:
    """Return the number of the first player; the others follow without a gap."""
    from accounts.models import User

    return User.objects.order_by("pk").values_list("pk", flat=True)[0]


def figures(chance: random.Random) -> tuple[int, int, int]:
    """Return score, seconds and moves as Klondike games have them: scores in fives, times mostly under half
    an hour."""
    score = max(0, 5 * round(chance.gauss(130, 12)))
    return score, round(chance.lognormvariate(6.2, 0.5)), round(chance.gauss(130, 15))


# --- loading ----------------------------------------------------------------------------------------------
# -------------
def load(size: int) -> float:
    """Fill the database if it isn't; return the seconds it took, 0 if all was there."""
    from django.core.management import call_command
    from django.db import connection

    from leaderboards.models import Entry, Result

    begin, mark = time.perf_counter(), Mark(size)
    if mark.is_there():
        return count_entries(mark)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    call_command("migrate", verbosity=0)
    connection.close()
    trust_what_comes_in()
    indexes = [(model, index) for model in (Result, Entry) for index in model._meta.indexes]
    with connection.constraint_checks_disabled():
        for model, index in indexes:
            change_index("remove_index", model, index)
        make_players(size)
        make_results(size)
        make_entries()
        for model, index in indexes:
            change_index("add_index", model, index)
    count_entries(mark)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()  # what this connection trusted ends with it
    mark.set()
    return time.perf_counter() - begin


def trust_what_comes_in() -> None:
    """Let the load go without checks of references and without waiting for the disk; this connection only."""
    from django.db import DatabaseError, connection

    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous = OFF")
            return
        cursor.execute("SET synchronous_commit = off; SET maintenance_work_mem = '256MB'")
        try:
            cursor.execute("SET session_replication_role = replica")
        except DatabaseError:
            print("(no superuser: the load takes longer)", file=sys.stderr)


def change_index(how: str, model: Any, index: Any) -> None:
    """Drop an index before the rows come in, or make it after."""
    from django.db import connection

    if connection.vendor == "sqlite":  # its editor refuses to work while the checks are off
        sql = (
            index.create_sql(model, connection.schema_editor())
            if how == "add_index"
            else f'DROP INDEX "{index.name}"'
        )
        with connection.cursor() as cursor:
            cursor.execute(str(sql))
        return
    with connection.schema_editor() as editor:
        getattr(editor, how)(model, index)


class Mark:
    """What a loaded database was loaded with; a change of the models or of this file loads it anew."""

    def __init__(self, size: int) -> None:
        import hashlib

        from django.apps import apps

        names = [
            "accounts.User",
            *(f"leaderboards.{name}" for name in ("Result", "Board", "Entry", "Counter")),
        ]
        tables = [apps.get_model(name)._meta for name in names]
        columns = [(each.db_table, *(field.column for field in each.concrete_fields)) for each in tables]
        text = repr((LAYOUT, columns))
        self.value = hashlib.sha256(text.encode()).hexdigest()[:16]
        self.size = size
        kind = "sqlite" if os.environ["DATABASE_URL"].startswith("sqlite") else "postgresql"
        self.file = ROOT / "var" / "bench" / f"boards-{kind}-{size}.loaded"
        self.counted = self.file.with_suffix(".counted")

    def is_there(self) -> bool:
        """Tell whether the database holds what this file would load; if not, clear the way."""
        from django.db import DatabaseError, connection

        from leaderboards.models import Result

        if self.file.exists() and self.file.read_text() == self.value:
            try:
                return Result.objects.filter(board_key=BOARD)[self.size - 1 : self.size].exists()
            except DatabaseError:
                pass
        self.file.unlink(missing_ok=True)
        self.counted.unlink(missing_ok=True)
        if connection.vendor == "sqlite":
            connection.close()
            for end in ("", "-wal", "-shm"):
                Path(str(connection.settings_dict["NAME"]) + end).unlink(missing_ok=True)
        return False

    def set(self) -> None:
        """Note that the database is loaded."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(self.value)


def make_players(size: int) -> None:
    """Store ``size`` players: copies of one made by the model, so that no column is forgotten."""
    from django.db import connection

    from accounts.models import User

    model = User.objects.create(username="player-0x")
    own = {"username": "'player-' || n || 'x'", "folded": "'player-' || n || 'x'"}
    columns = [field.column for field in User._meta.concrete_fields if not field.primary_key]
    chosen = [own.get(column, column) for column in columns]
    numbers = f"WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {size - 1})"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO accounts_user ({', '.join(columns)}) {numbers} SELECT {', '.join(chosen)}"
            f" FROM s CROSS JOIN accounts_user WHERE accounts_user.id = {model.pk}"
        )


def make_results(size: int) -> None:
    """Store one result of each player on the board, and a quarter as many over a hundred other boards."""
    from django.db import connection

    from leaderboards.models import Result

    columns = [field.column for field in Result._meta.concrete_fields if not field.primary_key]
    rows = result_rows(size, first_player(), columns)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            with cursor.copy(f"COPY leaderboards_result ({', '.join(columns)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            cursor.execute("SELECT 1")
    else:
        marks = ", ".join(["?"] * len(columns))
        connection.ensure_connection()
        raw = connection.connection
        raw.execute("BEGIN")
        raw.executemany(f"INSERT INTO leaderboards_result ({', '.join(columns)}) VALUES ({marks})", rows)
        raw.execute("COMMIT")


def result_rows(size: int, first: int, columns: list[str]) -> Iterator[list[Any]]:
    """Yield the results of players from number ``first`` on: times and scores as in real games, the rest
    plain."""
    from leaderboards.keys import run_key

    chance = random.Random(size)
    plain = {"pure": False, "won": True, "global_ok": True, "deal_first": False, "practice": False}
    plain |= {"drawn": True, "voided": False, "secret_until": None}
    plain |= {"started_at": "2026-10-01 12:00:00", "ended_at": "2026-10-01 12:30:00"}
    for number in range(size + size // 4):
        score, seconds, moves = figures(chance)
        row = plain | {
            "run_id": f"{number:032x}",
            "player_id": first + (number if number < size else chance.randrange(size)),
            "board_key": BOARD if number < size else f"X{number % 100}-D1N",
            "deal": f"KL1-{number:07d}",
            "ranked_score": score,
            "seconds": seconds,
            "moves": moves,
            "key": run_key(score, seconds, moves),
        }
        yield [row.get(column, "") for column in columns]


def make_entries() -> None:
    """Put every player's best result on its board."""
    from django.db import connection

    from leaderboards.membership import Spec
    from leaderboards.models import Board, Result

    keys = Result.objects.order_by().values_list("board_key", flat=True).distinct()
    Board.objects.bulk_create(Spec("game", key, key).new() for key in keys)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO leaderboards_entry (board_id, player_id, key, result_id, runs)"
            " SELECT b.id, r.player_id, MIN(r.key), MIN(r.id), 1 FROM leaderboards_result r"
            " JOIN leaderboards_board b ON b.subject = r.board_key GROUP BY 1, 2"
        )


def count_entries(mark: "Mark") -> float:
    """Make every board's counters, unless those of today's levels are there; return the seconds it took."""
    from leaderboards import keys, tree
    from leaderboards.models import Board

    levels, begin = repr((keys.RUN_LEVELS, tree.SPLIT)), time.perf_counter()
    if mark.counted.exists() and mark.counted.read_text() == levels:
        return 0.0
    for board in Board.objects.all():
        tree.rebuild(board)
    mark.counted.write_text(levels)
    return time.perf_counter() - begin


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        serve(int(sys.argv[2]))
    else:
        main()
