"""Pictures of every page, at three sizes and in both languages, from a site of its own with a little history.

``bin/pictures [NAME…] [--to FOLDER]``: only the pages whose name holds one of the NAMEs; into var/pictures if
no folder is said. The database is made anew each time and nothing else is touched. ``--sheets`` also joins
the pictures of each size and language into contact sheets.
"""

import argparse
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

from tools import picture_site
from tools.picture_site import ROOT, Page

SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1280, 800)}
SHEET_COLUMNS, SHEET_ROWS = 5, 2
THUMB = 420
"""Pixels: the width of a picture on a contact sheet; what is longer than twice that is cut."""


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


def take(
    site: str, sessions: dict[str, str], pages: dict[str, Page], folder: Path, languages: list[str]
) -> None:
    """Write a PNG of every page, size and language into ``folder``; print what the console complains of."""
    from playwright.sync_api import sync_playwright

    errors = {
        (name, language): picture_site.error_page(address.partition(":")[2], language)
        for name, (address, _) in pages.items()
        if address.startswith("error:")
        for language in languages
    }
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
                for name, (address, who) in pages.items():
                    context.clear_cookies()
                    if who:
                        context.add_cookies([{"name": "sessionid", "value": sessions[who], "url": site}])
                    visit(page, name, address, language, errors.get((name, language)))
                    table = name.startswith(("table-", "match-", "replay"))
                    page.screenshot(path=folder / f"{name}.{size}.{language}.png", full_page=not table)
                context.close()
        browser.close()


def visit(page: Any, name: str, address: str, language: str, error: str | None) -> None:
    """Open a page and let it come to rest."""
    if error is not None:
        page.goto("/hors-ligne/")
        page.set_content(error)
    else:
        page.goto(address if language == "fr" else f"/en{address}")
        if page.locator("#resume").count() and not name.endswith("paused"):
            page.locator("#resume").click()  # leaving it at the size before paused it
    page.wait_for_function("() => !document.querySelector('.play.fresh')")  # the deal has flown in
    page.wait_for_timeout(300)


def complain(message: Any) -> None:
    """Print an error of the browser's console."""
    if message.type == "error":
        print(f"  {message.location.get('url')}: {message.text}")


def join(names: list[str], folder: Path, languages: list[str]) -> None:
    """Join the pictures of each size and language, ten on a sheet, in order of name."""
    from PIL import Image, ImageDraw

    each = SHEET_COLUMNS * SHEET_ROWS
    for size in SIZES:
        for language in languages:
            for number, start in enumerate(range(0, len(names), each), 1):
                sheet = Image.new("RGB", (SHEET_COLUMNS * THUMB, SHEET_ROWS * (2 * THUMB + 20)), "#888")
                pen = ImageDraw.Draw(sheet)
                for place, name in enumerate(names[start : start + each]):
                    with Image.open(folder / f"{name}.{size}.{language}.png") as picture:
                        small = picture.resize(
                            (THUMB - 8, round(picture.height * (THUMB - 8) / picture.width))
                        )
                    x, y = place % SHEET_COLUMNS * THUMB, place // SHEET_COLUMNS * (2 * THUMB + 20)
                    sheet.paste(small.crop((0, 0, THUMB - 8, min(small.height, 2 * THUMB))), (x, y + 16))
                    pen.text((x + 4, y + 2), name)
                sheet.save(folder / f"sheet-{size}-{language}-{number:02d}.png")


def main() -> None:
    """Make the site, serve it and take the pictures."""
    parser = argparse.ArgumentParser(prog="bin/pictures", description=__doc__)
    parser.add_argument("names", nargs="*", help="only pages whose name holds one of these")
    parser.add_argument("--to", type=Path, default=ROOT / "var" / "pictures")
    parser.add_argument("--languages", default="fr,en")
    parser.add_argument("--sheets", action="store_true", help="also join them into contact sheets")
    options = parser.parse_args()
    picture_site.set_up_django()
    every, sessions = picture_site.make()
    pages = {
        name: page
        for name, page in every.items()
        if not options.names or any(part in name for part in options.names)
    }
    options.to.mkdir(parents=True, exist_ok=True)
    languages = options.languages.split(",")
    with served() as site:
        take(site, sessions, pages, options.to, languages)
    if options.sheets:
        join(sorted(pages), options.to, languages)
    print(f"{len(pages)} pages in {options.to}")


if __name__ == "__main__":
    main()
