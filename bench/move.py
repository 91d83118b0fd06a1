"""What a move costs: the CPU of one daphne process for a move, beside a naive view's, through real HTTP.

(a) the naive view of bench/naive: session and user loaded, one row read with select_for_update and saved in
a transaction, 6 kB of cards rendered by a Django template, no rules; (b) a real move in a Double Solitaire
game 150 actions old; (c) the same, 2,000 actions old. The moves are those of a winning line of
tests/vectors. Rounds of a, b and c alternate, and each round plays on fresh copies of the two games, so
that their age stays. Also the size of the answers, and what a first visit of the play page transfers.
"""

import gzip
import http.client
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.parse import urlencode, urljoin, urlsplit

ROOT = Path(__file__).resolve().parent.parent
LINE = "DS1-D1N-TIXLZWX"
YOUNG, OLD = 150, 2000
ROUNDS, REQUESTS = 9, 60
LINKS = re.compile(
    r'<(?:link[^>]*rel="(?:stylesheet|icon|manifest)"[^>]*href|script[^>]*src|img[^>]*src)="([^"]+)"'
)
AGES = {"b": YOUNG, "c": OLD}


def environment(folder: Path) -> dict[str, str]:
    """A production server's environment, on a database of its own."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "bench.naive.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'move.sqlite3'}",
        "REDIS_URL": "",
        "STATIC_ROOT": str(folder / "static"),
        "DEBUG": "0",
        "HTTPS": "0",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DEAL_KEY": "replaced by the settings",
        "ALLOWED_HOSTS": "127.0.0.1",
        "PYTHONPATH": str(ROOT),
    }


def main() -> None:
    """Set up, measure, print the table and, as the last line, the ratios."""
    with tempfile.TemporaryDirectory(prefix="bench-move-") as name:
        folder = Path(name)
        os.environ.update(environment(folder))
        games = prepare()
        with Server(folder) as server:
            client = Client(server.port, games)
            found = measure(client)
            page = first_visit(server.port, client.headers, f"/partie/{games['page']}/")
    report(found, client, page)


# --- the games ------------------------------------------------------------------------------------


def prepare() -> dict[str, object]:
    """Make the database: a player with a session, the two games and their copies, the naive view's row."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from django.contrib.auth import get_user_model
    from django.test import Client as Browser

    from bench.naive.models import Row

    player = get_user_model().objects.create_user("bench", "bench@example.org", "bench")
    browser = Browser()
    browser.force_login(player)
    line = winning_line()
    games = {age: play_to(player.pk, line, age) for age in (YOUNG, OLD)}
    copies = {name: [copy(games[age]) for _ in range(ROUNDS + 1)] for name, age in AGES.items()}
    row = Row.objects.create(text=games[OLD].snapshot)
    return {
        "line": line,
        "copies": copies,
        "row": row.pk,
        "session": browser.cookies["sessionid"].value,
        "page": copy(games[YOUNG])[0],
    }


def winning_line() -> list[str]:
    """The actions of a won game."""
    wins = json.loads((ROOT / "tests" / "vectors" / "wins.json").read_text())
    return next(win["actions"].split() for win in wins if win["code"] == LINE)


def play_to(player: int, line: list[str], age: int):  # type: ignore[no-untyped-def]
    """A game of that many actions, played through the service."""
    from games.play import services
    from games.play.models import Game
    from games.play.owners import Owner

    owner = Owner(user_id=player)
    game = services.begin(owner=owner, code=LINE)
    for token in line[:age]:
        outcome = services.act(game_id=game.pk, owner=owner, token=token, version=game.version)
        assert outcome.refusal is None and not outcome.stale, (token, outcome.refusal)
        game = outcome.game
    return Game.objects.get(pk=game.pk)


def copy(game) -> tuple[str, int]:  # type: ignore[no-untyped-def]
    """Another row with the same game; its id and version."""
    import uuid

    game.pk, game.key, game.attempt = uuid.uuid4(), None, "practice"
    game.save(force_insert=True)
    return str(game.pk), game.version


# --- the server and its one client ----------------------------------------------------------------


class Server:
    """One daphne process."""

    def __init__(self, folder: Path) -> None:
        self.log = (folder / "server.log").open("w+")
        self.port = free_port()

    def __enter__(self) -> "Server":
        address = ["-b", "127.0.0.1", "-p", str(self.port)]
        command = [sys.executable, "-m", "daphne", *address, "config.asgi:application"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=self.log, stderr=self.log)
        for _ in range(300):
            if self.process.poll() is not None:
                break
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                connection.request("GET", "/healthz")
                connection.getresponse().read()
            except OSError:
                time.sleep(0.1)
            else:
                return self
        self.log.seek(0)
        raise SystemExit(f"daphne did not start:\n{self.log.read()}")

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def free_port() -> int:
    """A port that nobody listens on."""
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Client:
    """The player: one connection, one session, one request at a time."""

    def __init__(self, port: int, games: dict[str, object]) -> None:
        self.games = games
        self.sizes: list[int] = []
        self.naive_size = 0
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        token = secrets.token_hex(16)
        self.headers = {
            "Cookie": f"sessionid={games['session']}; csrftoken={token}",
            "X-CSRFToken": token,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }

    def post(self, path: str, **values: object) -> bytes:
        """Send a form; the answer's body. Anything but 200 ends the benchmark."""
        self.connection.request("POST", path, urlencode(values), self.headers)
        response = self.connection.getresponse()
        body = response.read()
        if response.status != 200:
            raise SystemExit(f"{path} answered {response.status}: {body[:300]!r}")
        return body

    def cpu(self) -> float:
        """CPU seconds that the server has used."""
        self.connection.request("GET", "/naive/cpu/", headers=self.headers)
        return float(self.connection.getresponse().read())

    def naive(self, number: int) -> None:
        """One round of the naive view."""
        for _ in range(REQUESTS):
            body = self.post("/naive/move/", row=self.games["row"], action="t3-t5", version=1)
            self.naive_size = len(body)

    def moves(self, name: str, number: int) -> None:
        """One round of real moves, on a fresh copy of the young or the old game."""
        game, version = self.games["copies"][name][number]  # type: ignore[index]
        line: list[str] = self.games["line"]  # type: ignore[assignment]
        for token in line[AGES[name] : AGES[name] + REQUESTS]:
            body = self.post(f"/partie/{game}/action/", action=token, version=version)
            version += 1
            if name == "b":
                self.sizes.append(len(body))


def measure(client: Client) -> dict[str, list[float]]:
    """Milliseconds of server CPU per request, by case, one value a round."""
    found: dict[str, list[float]] = {"a": [], "b": [], "c": []}
    for number in range(ROUNDS + 1):
        for name in found:
            before = client.cpu()
            client.naive(number) if name == "a" else client.moves(name, number)
            spent = (client.cpu() - before) / REQUESTS * 1000
            if number:  # the first round warms up
                found[name].append(spent)
    return found


# --- a first visit --------------------------------------------------------------------------------


def first_visit(port: int, headers: dict[str, str], path: str) -> list[tuple[str, int]]:
    """Address and transferred bytes (headers included) of all that a browser without a cache asks for."""
    asked = {"Cookie": headers["Cookie"], "Accept-Encoding": "gzip, deflate, br", "Accept-Language": "fr"}
    base = f"http://127.0.0.1:{port}"
    size, html = fetch(port, path, asked)
    found = [(path, size)]
    for address in dict.fromkeys(LINKS.findall(html)):
        parts = urlsplit(urljoin(base + path, address))
        if parts.scheme != "data":
            found.append((parts.path, fetch(port, parts.path, asked)[0]))
    return found


def fetch(port: int, path: str, headers: dict[str, str]) -> tuple[int, str]:
    """Transferred bytes and text of one address."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    if response.status != 200:
        raise SystemExit(f"{path} answered {response.status}")
    size = len(body) + sum(len(name) + len(value) + 4 for name, value in response.getheaders()) + 20
    coding = response.getheader("Content-Encoding")
    return size, gzip.decompress(body).decode() if coding == "gzip" else body.decode(errors="replace")


def report(found: dict[str, list[float]], client: "Client", page: list[tuple[str, int]]) -> None:
    """The table, then the ratios. A ratio is the median of the rounds' own ratios."""
    names = {"a": "naive view", "b": f"a move, {YOUNG} actions old", "c": f"a move, {OLD:,} actions old"}
    print(
        f"{ROUNDS} rounds of {REQUESTS} requests, one daphne process, SQLite; CPU of the server per request"
    )
    for name, words in names.items():
        rounds = found[name]
        print(f"  ({name}) {words:28} {median(rounds):6.2f} ms   ({min(rounds):.2f} to {max(rounds):.2f})")
    sizes = client.sizes
    print(f"The naive view's fragment: {client.naive_size} bytes")
    print(f"Answer to a move before compression: median {median(sizes):.0f} bytes, largest {max(sizes)}")
    print("First visit of the play page:")
    for address, size in page:
        print(f"  {size:7,} {address}")
    ratios = {
        "cpu_vs_naive": round(median(b / a for a, b in zip(found["a"], found["b"], strict=True)), 3),
        "old_vs_young": round(median(c / b for b, c in zip(found["b"], found["c"], strict=True)), 3),
        "fragment_bytes": int(median(sizes)),
        "page_bytes": sum(size for _, size in page),
        "page_requests": len(page),
    }
    print(json.dumps(ratios))


if __name__ == "__main__":
    main()
