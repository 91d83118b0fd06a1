"""``tools.messages`` finds every sentence that the site may show."""

from pathlib import Path

import pytest

from tools.messages import extract, in_calls, in_python


def test_python_calls_of_every_kind_are_found() -> None:
    source = """
_("one"); gettext_lazy("two" " halves"); translation.gettext("three")
pgettext("a context", "four"); ngettext("%(n)d card", "%(n)d cards", n); gettext_noop("five")
other("no")
"""
    found = {(item.context, item.id, item.plural) for item in in_python(source)}
    assert found == {
        (None, "one", None),
        (None, "two halves", None),
        (None, "three", None),
        ("a context", "four", None),
        (None, "%(n)d card", "%(n)d cards"),
        (None, "five", None),
    }


def test_a_message_made_while_the_program_runs_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1"):
        list(in_python('_(f"hello {name}")'))


def test_template_tags_of_every_kind_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        """{% load i18n %}{% translate "one" %} {{ _("two") }} {% translate 'it"s' context "quote" %}
        {% blocktranslate trimmed count n=cards|length %}
            {{ n }} card
        {% plural %}{{ n }} cards{% endblocktranslate %} {% include "x.html" with label=_("three") %}"""
    )
    found = {(item.context, item.id, item.plural) for item in extract([page]).values()}
    assert found == {
        (None, "one", None),
        (None, "two", None),
        ("quote", 'it"s', None),
        (None, "%(n)s card", "%(n)s cards"),
        (None, "three", None),
    }


def test_calls_in_scripts_are_found() -> None:
    assert [item.id for item in in_calls("""const a = gettext('it\\'s'); o.gettext('no');""")] == ["it's"]
