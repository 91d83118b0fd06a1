"""Draw the site's icons as PNG from static/img/icon.svg: `python tools/icons.py`."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parent.parent / "static" / "img"
# Sizes by name. A maskable icon has its ground to the edges and its drawing in the middle four fifths.
ICONS = {
    "icon-180": (180, True),
    "icon-192": (192, False),
    "icon-512": (512, False),
    "icon-mask": (512, True),
}


def main() -> None:
    """Draw every size."""
    drawing = (FOLDER / "icon.svg").read_text()
    full = drawing.replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"').replace(
        '<rect width="32" height="32" rx="7"', '<rect x="-3" y="-3" width="38" height="38"'
    )
    with sync_playwright() as tools:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = tools.chromium.launch(executable_path=path)
        for name, (size, to_the_edge) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block}}</style>{full if to_the_edge else drawing}"
            )
            page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
