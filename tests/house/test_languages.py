"""A language more is a folder more in locale/."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from accounts import preferences
from config._languages import languages
from tools import messages


def add(folder: Path, name: str) -> Path:
    """An empty catalog of a language."""
    catalog = folder / name / "LC_MESSAGES" / "django.po"
    catalog.parent.mkdir(parents=True)
    catalog.touch()
    return catalog


def test_french_and_english_are_there_and_a_folder_adds_a_third(tmp_path: Path) -> None:
    for name in ("fr", "pt_BR", "de"):
        add(tmp_path, name)
    assert [code for code, _name in languages(tmp_path)] == ["fr", "en", "de", "pt-br"]


def test_a_folder_that_is_no_language_is_named_at_the_start(tmp_path: Path) -> None:
    add(tmp_path, "klingonese")
    with pytest.raises(ImproperlyConfigured, match="locale/klingonese"):
        languages(tmp_path)


def test_a_new_catalog_lists_every_sentence_and_keeps_what_is_translated(tmp_path: Path) -> None:
    catalog = add(tmp_path, "de")
    found = [messages.Message("Undo", None, None), messages.Message("Redo", None, None)]
    assert [line.msgid for line in messages.update(catalog, found)] == ["Undo", "Redo"]
    text = catalog.read_text()
    assert '"Language: de\\n"' in text
    catalog.write_text(text.replace('msgid "Undo"\nmsgstr ""', 'msgid "Undo"\nmsgstr "Zurück"'))
    assert [line.msgid for line in messages.update(catalog, found)] == ["Redo"]
    assert "Zurück" in catalog.read_text()


def test_each_language_is_offered_by_its_own_name() -> None:
    assert preferences.languages() == [("fr", "Français"), ("en", "English")]
