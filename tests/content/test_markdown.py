"""What editors type comes out clean."""

import pytest

from games.content.markdown import headings, render


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        "<img src=https://elsewhere.example/x.png onerror=alert(1)>",
        "[press](javascript:alert(1))",
        "![picture](https://elsewhere.example/x.png)",
        '<p style="position:fixed" onclick="x()">text</p>',
        "<iframe src=//elsewhere.example></iframe>",
    ],
)
def test_nothing_that_runs_or_calls_another_host_comes_out(source):
    html = render(source)
    for wrong in ("<script", "<img", "<iframe", 'href="javascript', "<p style", "<p onclick", 'src="'):
        assert wrong not in html


def test_headings_get_ids_that_differ_and_make_a_table_of_contents():
    html = render("## La mise en place\n\ntext\n\n## La mise en place\n\n## L’été *chaud*")
    assert headings(html) == [
        ("la-mise-en-place", "La mise en place"),
        ("la-mise-en-place-2", "La mise en place"),
        ("lete-chaud", "L’été chaud"),
    ]


def test_a_first_level_heading_becomes_a_second_level_one():
    assert render("# Title") == '<h2 id="title">Title</h2>\n'


def test_numbers_of_a_table_are_aligned_by_a_class_not_a_style():
    html = render("| a | b |\n|---|---:|\n| x | 1 |\n")
    assert '<td class="number">1</td>' in html
    assert "style" not in html
