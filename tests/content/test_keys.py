"""The page on playing without a mouse names every key that the table's own list shows."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_key_of_the_table_stands_on_the_page_about_keys(language: str) -> None:
    parts = ("table/menu.html", "partials/keys.html")
    shown = "".join((ROOT / "templates/games" / part).read_text() for part in parts)
    page = (ROOT / f"games/content/pages/{language}/accessibilite.md").read_text()
    keys = set(re.findall(r"<kbd>([A-Z?])</kbd>", shown))
    assert len(keys) > 10
    assert keys <= set(re.findall(r"\*\*([^*]+)\*\*", page))
