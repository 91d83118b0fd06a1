"""The live site for browser tests: a real server, the test database, a browser that forgives nothing."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.management import CommandError
from django.db import connection
from django.test import Client, testcases
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Request, WebError

from accounts.models import User
from games.matches.models import Presence

# Chromium reports these answers as errors; they are part of how a move travels (stale, refused).
EXPECTED = re.compile(r"Failed to load resource: the server responded with a status of (409|422)")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Drive the machine's own Chromium where there is one, else playwright's."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    launch = {**browser_type_launch_args, "args": ["--disable-gpu", "--disable-quic"]}
    return {**launch, "executable_path": path} if path else launch


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], asgi_server: str) -> dict[str, Any]:
    """A French player in Paris; ``page.goto("/")`` is the live site."""
    french = {"locale": "fr-FR", "timezone_id": "Europe/Paris"}
    # A service worker would hide requests from the tests that break the line; its own test lets it in.
    return {**browser_context_args, **french, "base_url": asgi_server, "service_workers": "block"}


def database_url() -> str:
    """Return the URL of the test database, for the server's process."""
    db = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{db['NAME']}"
    return f"postgres://{db['USER']}:{db['PASSWORD']}@{db['HOST']}:{db['PORT']}/{db['NAME']}"


def free_port() -> int:
    """Return a port that nobody listens on (a fixed one collides with other processes)."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_until_served(server: "subprocess.Popen[str]", port: int, log: Path) -> None:
    """Return when the port answers; raise with the server's log when it dies or stays silent."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"The server did not start:\n{log.read_text()}")


@pytest.fixture(scope="session")
def mail_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the server writes its mails, one file each."""
    return tmp_path_factory.mktemp("mail")


class LiveServer:
    """The site, served by another process on the test database. It may be killed and started again."""

    def __init__(self, database: str, folder: Path, mail: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self.environment = {
            **os.environ,
            "DATABASE_URL": database,
            "DJANGO_SETTINGS_MODULE": "config.settings_test",
            "EMAIL_URL": f"filemail:///{mail}",
            "PYTHONUNBUFFERED": "1",
        }

    def start(self) -> None:
        """Start it, on the same port as before, and wait until it answers."""
        with self.log.open("a") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "runserver", "--noreload", f"127.0.0.1:{self.port}"],
                cwd=settings.BASE_DIR,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                text=True,
            )
        wait_until_served(self.process, self.port, self.log)

    def stop(self) -> None:
        """End it as a deployment does."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:  # daphne may wait for ever on a request in flight
            self.kill()

    def kill(self) -> None:
        """End it as a crash does: nobody is told."""
        self.process.kill()
        self.process.wait()


def quiet() -> None:
    """Wait until the server does nothing more for the pages that were closed: their sockets have left, and
    on PostgreSQL no session is at work. Else it would write into the database that is being emptied.
    """
    calm, deadline = 0, time.monotonic() + 8
    while calm < 3 and time.monotonic() < deadline:
        calm = 0 if sockets_open() or others_at_work() else calm + 1
        time.sleep(0.03)


def sockets_open() -> bool:
    """Whether somebody sits at a match by a socket; who acts by plain requests has no random key."""
    return any(key.version == 4 for key in Presence.objects.values_list("pk", flat=True))


def others_at_work() -> bool:
    """Whether another session of this database is in the middle of something; SQLite knows of none."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND state NOT IN ('idle', 'disabled'))"
        )
        found: bool = cursor.fetchone()[0]
    return found


@pytest.fixture(scope="session", autouse=True)
def patient_flush() -> Iterator[None]:
    """Empty the database once more if the server was in the way: PostgreSQL ends one of two that deadlock."""
    impatient = testcases.call_command

    def patient(name: str, *args: Any, **options: Any) -> Any:
        for _ in range(5 if name == "flush" else 0):
            try:
                return impatient(name, *args, **options)
            except CommandError:
                time.sleep(0.2)
        return impatient(name, *args, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(testcases, "call_command", patient)
        yield


@pytest.fixture(scope="session")
def server_process(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory, mail_folder: Path
) -> Iterator[LiveServer]:
    """The server of all browser tests."""
    with django_db_blocker.unblock():
        database = database_url()
    server = LiveServer(database, tmp_path_factory.mktemp("server"), mail_folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def asgi_server(server_process: LiveServer) -> str:
    """The address of the site that another process serves."""
    return server_process.address


@pytest.fixture
def restart(server_process: LiveServer) -> Iterator[LiveServer]:
    """The server, for a test that kills it: the tests after it find it running again, whatever happened."""
    yield server_process
    if server_process.process.poll() is not None:
        server_process.start()


@pytest.fixture
def site(asgi_server: str, transactional_db: None) -> Iterator[str]:
    """The address of the live site, on an empty database."""
    yield asgi_server
    quiet()


class Console:
    """What went wrong in the browser. ``allow(pattern)`` says which messages a test expects."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.allowed = [EXPECTED]
        self.complaints: list[str] = []

    def allow(self, pattern: str) -> None:
        """Expect messages that hold ``pattern`` (a regular expression)."""
        self.allowed.append(re.compile(pattern))

    def watch(self, context: BrowserContext) -> None:
        """Note errors of the console (CSP refusals included), of scripts, and requests to other hosts."""
        context.on("console", self.on_console)
        context.on("weberror", self.on_error)
        context.on("request", self.on_request)

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location.get('url')})")

    def on_error(self, error: WebError) -> None:
        self.complaints.append(str(error.error))

    def on_request(self, request: Request) -> None:
        if not request.url.startswith((self.address, self.address.replace("http", "ws"), "data:", "blob:")):
            self.complaints.append(f"request to another host: {request.url}")

    def unexpected(self) -> list[str]:
        """Return the complaints that no pattern allows."""
        return [text for text in self.complaints if not any(p.search(text) for p in self.allowed)]


@pytest.fixture
def console(site: str) -> Iterator[Console]:
    """The watcher of this test's browser: the test fails when it has something to report."""
    watcher = Console(site)
    yield watcher
    assert watcher.unexpected() == []


@pytest.fixture
def context(site: str, console: Console, context: BrowserContext) -> BrowserContext:
    """The browser's context, watched. It needs ``site``, so that it closes before the database is emptied."""
    console.watch(context)
    return context


@pytest.fixture
def login(site: str, context: BrowserContext) -> Callable[[AbstractBaseUser], None]:
    """Return ``login(user)``: the browser is that user from now on, without the form."""

    def as_user(user: AbstractBaseUser) -> None:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site}])

    return as_user


@pytest.fixture
def enter(site: str, browser: Browser, console: Console) -> Iterator[Callable[..., Any]]:
    """Return ``enter(user)``: a browser of that person's; all are closed before the database is emptied."""
    from tests.browser.match_hands import Person

    people: list[Person] = []

    def new(user: User | None = None, **options: Any) -> Person:
        people.append(Person(browser, site, console, user, **options))
        return people[-1]

    yield new
    for person in people:
        person.close()


@pytest.fixture
def camille(site: str) -> User:
    """A player."""
    return User.objects.create_user("camille", "camille@example.org", "a long pass phrase")


@pytest.fixture
def noor(site: str) -> User:
    """Another one."""
    return User.objects.create_user("noor", "noor@example.org", "a long pass phrase")
