"""Every sentence of the site has a good French translation, and no text escapes translation."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest

from tools.messages import CATALOG, ROOT, extract, source_files, template_files

CATALOGUE = polib.pofile(str(CATALOG))
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w*)\}")


def french(entry: polib.POEntry) -> list[str]:
    """Return the translations of an entry: one, or one per number."""
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def test_every_sentence_of_the_source_is_translated() -> None:
    known = {
        (entry.msgctxt, entry.msgid)
        for entry in CATALOGUE
        if all(french(entry)) and not entry.fuzzy and not entry.obsolete
    }
    missing = [item for key, item in extract(source_files()).items() if key not in known]
    assert [f"{item.files[0]}: {item.id}" for item in missing] == [], "run bin/messages, then translate"


def test_sentences_with_a_number_have_both_forms() -> None:
    plural = {key for key, item in extract(source_files()).items() if item.plural is not None}
    assert [
        entry.msgid
        for entry in CATALOGUE
        if (entry.msgctxt, entry.msgid) in plural and sorted(entry.msgstr_plural) != [0, 1]
    ] == []


def test_placeholders_survive_translation() -> None:
    broken = []
    for entry in CATALOGUE:
        allowed = set(PLACEHOLDER.findall(entry.msgid + entry.msgid_plural))
        needed = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        for index, text in enumerate(filter(None, french(entry))):
            found = set(PLACEHOLDER.findall(text))
            # « une carte » may leave its number out.
            if not found <= allowed or (not needed <= found and not (entry.msgid_plural and index == 0)):
                broken.append(text)
    assert broken == []


NARROW, WIDE = "\u202f", "\u00a0"
MISTAKES = {
    "a straight apostrophe": re.compile(r"\w'\w"),
    "no narrow no-break space before ; ! ?": re.compile(rf"[^{NARROW}!?…(«\s][;!?]|[ {WIDE}][;!?]"),
    "no no-break space before :": re.compile(rf"[^{WIDE}\s\d]:(?=\s|$)|[ {NARROW}]:"),
    "no no-break space inside « »": re.compile(rf"«(?!{WIDE})|(?<!{WIDE})»"),
    "straight or English quotation marks": re.compile(r'"|“|”'),
    "three dots": re.compile(r"\.\.\."),
}


def prose(text: str) -> str:
    """Return what a reader sees of a translation: without tags, entities, addresses and placeholders."""
    text = re.sub(r"<[^>]*>|&#?\w+;|https?://\S+", "", text)
    return PLACEHOLDER.sub("x", text)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_french_typography(mistake: str) -> None:
    wrong = [text for entry in CATALOGUE for text in french(entry) if MISTAKES[mistake].search(prose(text))]
    assert wrong == []


# What is the same in every language, and what only a machine reads.
NEUTRAL = re.compile(r"(?:\b(?:[A-Z][A-Z0-9]+|Réussite)\b|[\W\d_]|\b\w\b)*")
SILENT = re.compile(
    r"{%\s*comment.*?{%\s*endcomment\s*%}"
    r"|{%\s*block (?:\w*class|coltype)\s*%}.*?{%\s*endblock"
    r"|{%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans(?:late)?\s*%}",
    re.S,
)
TAG = re.compile(r"{%-?.*?-?%}|{#.*?#}", re.S)
READ_ALOUD = {"alt", "aria-label", "aria-description", "placeholder", "title"}


class Text(HTMLParser):
    """Collects what a page says: its text and the attributes that are shown or read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in {"script", "style"}
        values = dict(attrs)
        self.said += [value for name, value in attrs if name in READ_ALOUD and value]
        if tag == "input" and values.get("type") in {"submit", "button"}:
            self.said.append(values.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in {"script", "style"}

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.said.append(data)


def untranslated(source: str) -> Iterator[str]:
    """Yield the pieces of text of a template that stand outside any translation tag."""
    source = re.sub(r"{{.*?}}", "·", TAG.sub("", SILENT.sub("", source)), flags=re.S)
    parser = Text()
    parser.feed(source)
    parser.close()
    yield from (text.strip() for text in parser.said if not NEUTRAL.fullmatch(text))


@pytest.mark.parametrize("path", template_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_hold_no_text_outside_translation(path: Path) -> None:
    assert list(untranslated(path.read_text(encoding="utf-8"))) == []


def test_the_search_for_bare_text_finds_it() -> None:
    page = """<p title="Hello">{% if x %}World{% endif %}</p> <p>{% translate "fine" %} {{ name }} 3 · A</p>
        <script>let a</script><p>{% blocktranslate %}fine{% endblocktranslate %} DS1-D1N-AAAAAAB</p>"""
    assert list(untranslated(page)) == ["Hello", "World"]
