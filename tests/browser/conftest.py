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
from django.db import connection
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

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


@pytest.fixture(scope="session")
def asgi_server(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory, mail_folder: Path
) -> Iterator[str]:
    """Serve the site from another process, on the test database; its address."""
    with django_db_blocker.unblock():
        url = database_url()
    port = free_port()
    log = tmp_path_factory.mktemp("server") / "server.log"
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
        "EMAIL_URL": f"filemail:///{mail_folder}",
        "PYTHONUNBUFFERED": "1",
    }
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"],
            cwd=settings.BASE_DIR,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        wait_until_served(server, port, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:  # daphne may wait for ever on a request in flight
            server.kill()


@pytest.fixture
def site(asgi_server: str, transactional_db: None) -> str:
    """The address of the live site, on an empty database."""
    return asgi_server


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
