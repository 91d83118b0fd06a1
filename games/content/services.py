"""The first texts of the site: files of this package, never written over an editor's work."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import models, transaction

from games.content.models import Example, Page

PAGES = Path(__file__).parent / "pages"
EXAMPLES = Path(__file__).parent / "examples"

PAGE_FIELDS = ("title_fr", "title_en", "summary_fr", "summary_en", "body_fr", "body_en")
EXAMPLE_FIELDS = (
    "title_fr", "title_en", "text_fr", "text_en", "notes_fr", "notes_en",
    "options", "cards", "tokens", "refused", "reason",
)  # fmt: skip


@dataclass
class Seeded:
    """What a run of ``seed`` did: addresses of new rows, updated rows, and rows left to their editor."""

    created: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


@transaction.atomic
def seed() -> Seeded:
    """Write the pages and examples of the files that the database lacks or nobody has edited."""
    done = Seeded()
    for values in read_pages():
        _seed_row(Page, PAGE_FIELDS, values, done)
    for values in read_examples():
        _seed_row(Example, EXAMPLE_FIELDS, values, done)
    return done


def read_pages() -> list[dict[str, Any]]:
    """Return the pages of the files as values of :class:`Page`, both languages in one."""
    found = []
    for path in sorted((PAGES / "fr").glob("*.md")):
        head, body = _split(path)
        other, body_en = _split(PAGES / "en" / path.name)
        found.append(
            {
                "slug": path.stem,
                "kind": head["kind"],
                "game": head.get("game", ""),
                "order": int(head.get("order", 0)),
                "title_fr": head["title"],
                "title_en": other["title"],
                "summary_fr": head.get("summary", ""),
                "summary_en": other.get("summary", ""),
                "body_fr": body,
                "body_en": body_en,
            }
        )
    return found


def read_examples() -> list[dict[str, Any]]:
    """Return the examples of the files as values of :class:`Example`."""
    found = []
    for path in sorted(EXAMPLES.glob("*.json")):
        values = json.loads(path.read_text(encoding="utf-8"))
        lines = {name: "\n".join(part) if isinstance(part, list) else part for name, part in values.items()}
        found.append({"slug": path.stem, **lines})
    return found


def _split(path: Path) -> tuple[dict[str, str], str]:
    """Return the front matter (``name: value`` lines between two ``---``) and the body of a file."""
    _, head, body = path.read_text(encoding="utf-8").split("---\n", 2)
    pairs = (line.partition(":") for line in head.splitlines() if line.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}, body.strip() + "\n"


def _digest(values: dict[str, Any], fields: tuple[str, ...]) -> str:
    text = "\x1f".join(str(values[name]).replace("\r\n", "\n").strip() for name in fields)
    return hashlib.sha256(text.encode()).hexdigest()


def _seed_row(
    model: type[models.Model], fields: tuple[str, ...], values: dict[str, Any], done: Seeded
) -> None:
    """Create or update one row; one whose text is not what was last seeded belongs to its editor."""
    wanted = _digest(values, fields)
    row: Any = model._default_manager.filter(slug=values["slug"]).first()
    if row is None:
        model._default_manager.create(**values, seeded=wanted)
        done.created.append(values["slug"])
    elif row.seeded != _digest({name: getattr(row, name) for name in fields}, fields):
        done.kept.append(values["slug"])
    elif row.seeded != wanted:
        for name, value in values.items():
            setattr(row, name, value)
        row.seeded = wanted
        row.save()
        done.updated.append(values["slug"])
