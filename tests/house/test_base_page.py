"""The frame of every page: language, one main, no inline code."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template, render_to_string
from django.test import RequestFactory
from django.utils import translation

from tools.messages import ROOT, template_files

PAGES = ["400.html", "403.html", "404.html", "429.html", "500.html"]


def render(name: str, language: str) -> str:
    request = RequestFactory().get("/")
    with translation.override(language):
        return render_to_string(name, {}, request=request if name != "500.html" else None)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_error_pages_say_their_language_and_have_one_main_and_one_heading(name: str, language: str) -> None:
    page = render(name, language)
    assert f'<html lang="{language}">' in page
    assert page.count("<main") == page.count("<h1") == 1


@pytest.mark.parametrize("name", PAGES)
def test_error_pages_have_no_inline_style_or_script(name: str) -> None:
    page = render(name, "fr")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)


@pytest.mark.parametrize("path", template_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_template_can_be_read(path: Path) -> None:
    folder = next(folder for folder in path.parents if folder.name == "templates")
    assert get_template(str(path.relative_to(folder)))
