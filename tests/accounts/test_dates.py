"""Dates in words."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

from accounts.dates import written

NIGHT = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
"""Half past midnight in Paris, on the first."""


@pytest.mark.parametrize(
    ("language", "moment", "shape", "words"),
    [
        ("fr", date(2026, 12, 1), "DATE_FORMAT", "1er décembre 2026"),
        ("fr", date(2026, 12, 21), "DATE_FORMAT", "21 décembre 2026"),
        ("fr", date(2026, 6, 1), "l j F", "lundi 1er juin"),
        ("fr", date(2026, 12, 1), "SHORT_DATE_FORMAT", "01/12/2026"),
        ("fr", NIGHT, "DATETIME_FORMAT", "1er décembre 2026 à 00:30"),
        ("en", NIGHT, "DATETIME_FORMAT", "1 December 2026, 00:30"),
        ("en", date(2026, 12, 1), "DATE_FORMAT", "1 December 2026"),
    ],
)
def test_a_date_is_written_as_one_says_it(language: str, moment: date, shape: str, words: str) -> None:
    with translation.override(language):
        assert written(moment, shape) == words
        page = Template("{% load dates %}{{ moment|written:shape }}")
        assert page.render(Context({"moment": moment, "shape": shape})) == words
