"""Pictures of every page, at three sizes and in both languages, from a site of its own with a little history.

``bin/pictures [NAME…] [--to FOLDER]``: only the pages whose name holds one of the NAMEs; into var/pictures if
no folder is said. The database is made anew each time and nothing else is touched.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DATABASE = ROOT / "var" / "pictures.sqlite3"
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1280, 800)}
PASSWORD = "pictures only"


def set_up_django() -> None:
    """Load the site on an empty database with its first content."""
    for file in DATABASE.parent.glob(f"{DATABASE.name}*"):
        file.unlink()
    os.environ["DATABASE_URL"] = f"sqlite:///{DATABASE}"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("seed_content", verbosity=0)


def play(user_id: int, code: str, actions: list[str], origin: str) -> str:
    """Play the actions of a deal as a player; return the game's id."""
    from games.play.owners import Owner
    from games.play.services import act, begin

    owner = Owner(user_id=user_id)
    game = begin(owner=owner, code=code, origin=origin)
    version = game.version
    for token in actions:
        outcome = act(game_id=game.pk, owner=owner, token=token, version=version, automatic=False)
        if outcome.refusal:
            raise RuntimeError(f"{code}: {token} is refused: {outcome.refusal}")
        version = outcome.game.version
    return str(game.pk)


def history() -> tuple[dict[str, str], str]:
    """Make players and games; return the ids of the main player's games by name, and a session of his."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    wins = json.loads((ROOT / "tests" / "vectors" / "wins.json").read_text())
    by_game: dict[str, dict[str, Any]] = {win["code"][:2]: win for win in reversed(wins)}
    by_game.pop("DK", None)
    players = get_user_model().objects
    others = [players.create_user(name, password=PASSWORD) for name in ("Lucie", "Armand", "Théo")]
    main = players.create_user("Camille", password=PASSWORD)
    games = {}
    for index, (key, win) in enumerate(by_game.items()):
        play(others[index % len(others)].pk, win["code"], win["actions"].split(), "code")
        games[f"{key}-won"] = play(main.pk, win["code"], win["actions"].split(), "code")
    half = next(win for win in wins if win["code"].startswith("DS1-D3"))
    games["half"] = play(main.pk, half["code"], half["actions"].split()[:150], "code")
    for code in ("KL1-D1N-AAAAAAB", "KL1-D3V-BONJOUR", "DS1-D3N-AAAAAAB", "RU1-C-AAAAAAB", "TF1-D1N-AAAAAAB"):
        games[f"{code[:6].rstrip('-')}-opening"] = play(main.pk, code, [], "code")
    for code in ("YU1-N-AAAAAAB", "TS1-D1N-AAAAAAB"):
        games[f"{code[:2]}-opening"] = play(main.pk, code, [], "code")
    client = Client()
    client.force_login(main, backend="django.contrib.auth.backends.ModelBackend")
    return games, client.cookies["sessionid"].value


def addresses(games: dict[str, str]) -> dict[str, str]:
    """Return every page to picture: its name and its address."""
    pages = {
        "home": "/",
        "game": "/jouer/klondike/",
        "new": "/nouvelle/",
        "code": "/code/",
        "deal": "/donne/DS1-D1N-AAAAAAC/",
        "daily": "/defi/",
        "boards": "/classements/",
        "board": "/classements/DS-D1N/",
        "mine": "/mes-parties/",
        "rules": "/regles/",
        "rules-klondike": "/regles/klondike/",
        "login": "/compte/login/",
        "signup": "/compte/signup/",
        "account": "/compte/",
        "preferences": "/compte/preferences/",
        "profile": "/joueur/Camille/",
        "missing": "/rien/",
    }
    for name, key in games.items():
        pages[f"table-{name}"] = f"/partie/{key}/"
    replayed = next(iter(games.values()))
    pages["replay"] = f"/partie/{replayed}/revoir/"
    return pages


@contextmanager
def served() -> Iterator[str]:
    """Serve the site from another process while the block runs; its address."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", port), 0.2).close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()


def take(site: str, session: str, pages: dict[str, str], folder: Path, languages: list[str]) -> None:
    """Write a PNG of every page, size and language into ``folder``; print what the console complains of."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--disable-gpu"])
        for size, (width, height) in SIZES.items():
            for language in languages:
                context = browser.new_context(
                    base_url=site,
                    locale=language,
                    timezone_id="Europe/Paris",
                    viewport={"width": width, "height": height},
                    has_touch=size != "desktop",
                )
                page = context.new_page()
                page.on("console", complain)
                for name, address in pages.items():
                    own = name not in {"login", "signup", "home"}
                    context.clear_cookies()
                    if own:
                        context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
                    page.goto(address if language == "fr" else f"/en{address}")
                    if page.locator("#resume").count():  # leaving it at the size before paused it
                        page.locator("#resume").click()
                    page.wait_for_timeout(300)
                    table = name.startswith("table-")
                    page.screenshot(path=folder / f"{name}.{size}.{language}.png", full_page=not table)
                context.close()
        browser.close()


def complain(message: Any) -> None:
    """Print an error of the browser's console."""
    if message.type == "error":
        print(f"  {message.location.get('url')}: {message.text}")


def main() -> None:
    """Make the site, serve it and take the pictures."""
    parser = argparse.ArgumentParser(prog="bin/pictures", description=__doc__)
    parser.add_argument("names", nargs="*", help="only pages whose name holds one of these")
    parser.add_argument("--to", type=Path, default=ROOT / "var" / "pictures")
    parser.add_argument("--languages", default="fr,en")
    options = parser.parse_args()
    set_up_django()
    games, session = history()
    pages = {
        name: address
        for name, address in addresses(games).items()
        if not options.names or any(part in name for part in options.names)
    }
    options.to.mkdir(parents=True, exist_ok=True)
    with served() as site:
        take(site, session, pages, options.to, options.languages.split(","))
    print(f"{len(pages)} pages in {options.to}")


if __name__ == "__main__":
    main()
