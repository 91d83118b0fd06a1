"""The site's sentences: find them in the source, keep ``locale`` up to date, compile it.

The source is English; ``locale/fr``, and any other folder beside it, translates all of it. GNU gettext is not
needed: templates go through Django's own ``templatize`` (what ``makemessages`` hands to xgettext), Python
files through ``ast``.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
CATALOG = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
APPS = ["accounts", "config", "games", "leaderboards"]
HEADER = {
    "Project-Id-Version": "Réussite",
    "Language": "fr",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n > 1);",
}

# Which arguments of a function are the context, the sentence and its plural.
FUNCTIONS = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "pgettext": (0, 1, None),
    "ngettext": (None, 0, 1),
    "npgettext": (0, 1, 2),
}
STRING = r"""u?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
CALL = re.compile(rf"(?<![\w.])(n?p?gettext|_)\(\s*({STRING}(?:\s*,\s*{STRING})*)", re.S)


@dataclass
class Message:
    """A sentence of the source: ``id`` in English, its plural and context if any, the files that use it."""

    id: str
    plural: str | None = None
    context: str | None = None
    files: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str | None, str]:
        """What tells one message from another."""
        return self.context, self.id


def message(function: str, arguments: list[str]) -> Message | None:
    """Return what a call of ``function`` with these literal arguments asks to be translated, or None."""
    context, singular, plural = FUNCTIONS[function]
    if len(arguments) <= max(index for index in (context, singular, plural) if index is not None):
        return None
    return Message(
        id=arguments[singular],
        plural=None if plural is None else arguments[plural],
        context=None if context is None else arguments[context],
    )


def base_name(function: ast.expr) -> str:
    """Return the name that a call uses, without what says only when it is translated."""
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    return re.sub(r"_(lazy|noop)$", "", name)


def in_python(source: str) -> Iterator[Message]:
    """Yield the messages of a Python file. Raise ValueError for one that is built while the program runs."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or base_name(node.func) not in FUNCTIONS:
            continue
        if node.args and isinstance(node.args[0], ast.JoinedStr | ast.BinOp):
            raise ValueError(f"line {node.lineno}: a message must be one literal string")
        literals = [
            arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
        ]
        if found := message(base_name(node.func), literals):
            yield found


def in_calls(source: str) -> Iterator[Message]:
    """Yield the messages of text that holds calls such as ``gettext("…")``: a script, a templatized page."""
    for function, literals in CALL.findall(source):
        arguments = [ast.literal_eval(literal) for literal in re.findall(STRING, literals)]
        if found := message(function, arguments):
            yield found


def in_file(path: Path) -> Iterator[Message]:
    """Yield the messages of one source file, in no promised order."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from in_python(source)
    else:
        yield from in_calls(source if path.suffix == ".js" else templatize(source))


def template_files() -> list[Path]:
    """Return every template of ours (pages, mails)."""
    folders = [ROOT / "templates", *(ROOT / app for app in APPS)]
    files = [path for folder in folders for path in folder.rglob("*")]
    return sorted(path for path in files if path.suffix in {".html", ".txt"})


def source_files() -> list[Path]:
    """Return every file that may hold messages."""
    python = [path for app in APPS for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts]
    scripts = list((ROOT / "static").rglob("*.js"))
    return sorted([*python, *scripts, *template_files()])


def extract(files: Iterable[Path]) -> dict[tuple[str | None, str], Message]:
    """Return the messages of ``files``, each once. Raise ValueError, with its name, for a broken file."""
    messages: dict[tuple[str | None, str], Message] = {}
    for path in files:
        name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
        try:
            found = list(in_file(path))
        except (SyntaxError, ValueError) as error:
            raise ValueError(f"{name}: {error}") from error
        for item in sorted(found, key=lambda item: item.id):
            kept = messages.setdefault(item.key, item)
            kept.plural = kept.plural or item.plural
            if name not in kept.files:
                kept.files.append(name)
    return messages


def entry(item: Message, known: polib.POEntry | None) -> polib.POEntry:
    """Return the catalog's line for a message, with the translation that is ``known``."""
    new = polib.POEntry(
        msgid=item.id,
        msgctxt=item.context,
        occurrences=[(name, "") for name in item.files],
        flags=["python-format"] if re.search(r"%\(\w+\)", item.id) else [],
    )
    if known:
        new.tcomment = known.tcomment
    if item.plural is not None:
        new.msgid_plural = item.plural
        new.msgstr_plural = (known and known.msgstr_plural) or {0: "", 1: ""}
    elif known:
        new.msgstr = known.msgstr or known.msgstr_plural.get(0, "")
    return new


def update(path: Path, messages: Iterable[Message]) -> list[polib.POEntry]:
    """Write a catalog anew, keep the translations there are; return the entries without one."""
    known: dict[tuple[str | None, str], polib.POEntry] = {}
    catalog = polib.POFile(wrapwidth=110)
    catalog.metadata = {**HEADER, "Language": path.parent.parent.name}
    if path.exists():
        old = polib.pofile(str(path))
        known = {(line.msgctxt, line.msgid): line for line in old}
        catalog.metadata["Plural-Forms"] = old.metadata.get("Plural-Forms", HEADER["Plural-Forms"])
    for item in messages:
        catalog.append(entry(item, known.get(item.key)))
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog.save(str(path))
    return [line for line in catalog if not line.translated()]


def catalogs() -> list[Path]:
    """Return the catalog of each folder of ``locale``, also of one that is still empty."""
    folders = sorted(folder for folder in CATALOG.parents[2].iterdir() if folder.is_dir())
    return [folder / "LC_MESSAGES" / "django.po" for folder in folders]


def compile_catalogs() -> None:
    """Make the ``.mo`` that Django reads, where the ``.po`` is newer."""
    for source in (ROOT / "locale").glob("*/LC_MESSAGES/*.po"):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime <= source.stat().st_mtime:
            polib.pofile(str(source)).save_as_mofile(str(target))


def main() -> int:
    """Run ``update`` or ``compile``; the exit status is 1 when a translation is missing."""
    missing = 0
    if sys.argv[1:] != ["compile"]:
        messages = list(extract(source_files()).values())
        for path in catalogs():
            for line in update(path, messages):
                missing += 1
                name = path.parent.parent.name
                print(f"not translated ({name}): {line.msgid!r} ({line.occurrences[0][0]})")
    compile_catalogs()
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
