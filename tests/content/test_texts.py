"""The first texts: whole in both languages, with right typography and right figures."""

import re

import pytest

from games.content.services import PAGES, read_pages
from games.engine.variants import VARIANTS

KEYS = [variant.key for variant in VARIANTS.values()]
NO_BREAK, NARROW = "\u00a0", "\u202f"


def words_only(path):
    """A file's text without code, links' addresses and embedded boards."""
    text = path.read_text(encoding="utf-8").split("---\n", 2)[2]
    return re.sub(r"`[^`\n]*`|\[\[[^\]]*\]\]|\]\([^)]*\)", "", text)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("kind", ["rules", "advice", "questions"])
def test_every_game_has_each_kind_of_page_in_both_languages(key, kind):
    [page] = [page for page in read_pages() if page["game"] == key and page["kind"] == kind]
    for language in ("fr", "en"):
        assert (
            page[f"title_{language}"] and page[f"summary_{language}"] and len(page[f"body_{language}"]) > 400
        )


@pytest.mark.parametrize(
    "slug", ["franc-jeu", "mentions-legales", "confidentialite", "contact", "accessibilite"]
)
def test_the_pages_of_the_site_are_there(slug):
    assert slug in {page["slug"] for page in read_pages() if page["kind"] == "site"}


@pytest.mark.parametrize("path", sorted((PAGES / "fr").glob("*.md")), ids=lambda path: path.stem)
def test_french_typography(path):
    text = words_only(path)
    assert "'" not in text
    assert not re.search(r"(?<=\w)[;!?]", text), "a narrow space goes before ; ! ?"
    assert not re.search(r" [;:!?»]", text), "no breaking space before ; : ! ? »"
    assert not re.search(r"« ", text)
    for found in re.finditer(r"(.)[;!?]", text):
        assert found[1] in {NARROW, "\n"} or not found[1].isspace()


@pytest.mark.parametrize("path", sorted((PAGES / "en").glob("*.md")), ids=lambda path: path.stem)
def test_english_typography_and_links_that_stay_in_english(path):
    assert "'" not in words_only(path) and '"' not in words_only(path)
    for address in re.findall(r"\]\((/[^)]*)\)", path.read_text(encoding="utf-8")):
        assert address.startswith("/en/")


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("klondike-regles", ["−15", "−100", "−20", "$208", "-$52"]),
        ("klondike-regles", ["sans limite"]),
        ("double-regles", ["1\u202f220", "$416", "-$104", "200 dernières"]),
        ("russian-regles", ["625", "100 derniers", "vingt cartes"]),
        ("thoughtful-regles", ["520", "100 dernières"]),
        ("triple-regles", ["1\u202f950", "$624", "-$156", "200 dernières"]),
        ("yukon-regles", ["625", "100 dernières", "pas de limite"]),
    ],
)
def test_the_figures_of_the_rules_are_those_of_the_engine(slug, said):
    text = (PAGES / "fr" / f"{slug}.md").read_text(encoding="utf-8")
    for words in said:
        assert words in text


def test_the_undo_limits_that_the_pages_state_are_the_engines():
    limits = {variant.key: variant.undo_limit for variant in VARIANTS.values() if variant.seats == 1}
    assert limits == {
        "klondike": None, "double": 200, "triple": 200, "russian": 100, "yukon": 100, "thoughtful": 100,
    }  # fmt: skip
    assert VARIANTS["RU"].group_limit == 20 and VARIANTS["YU"].group_limit is None
