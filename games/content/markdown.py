"""Markdown for the pages of words: one renderer, one list of what may come out of it.

Raw HTML in the source is shown as text (``html`` is off) and the result is cleaned once more by nh3: what
an editor types, or pastes, can never become a script, a style or a request to another host.
"""

import re
import unicodedata

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

TAGS = {
    "a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "hr", "li", "ol", "p", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {
    "a": {"href", "title"},
    "h2": {"id"},
    "h3": {"id"},
    "th": {"class"},
    "td": {"class"},
    "ol": {"start"},
}
SCHEMES = {"https", "http", "mailto"}

_parser = MarkdownIt("commonmark", {"html": False}).enable("table")
_HEADING = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def render(source: str) -> str:
    """Return ``source`` (Markdown) as clean HTML: headings have ids, numbers in tables a class."""
    tokens = _parser.parse(source)
    _name_headings(tokens)
    _class_cells(tokens)
    html = _parser.renderer.render(tokens, _parser.options, {})
    return nh3.clean(
        html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="noopener noreferrer"
    )


def headings(html: str) -> list[tuple[str, str]]:
    """Return (id, words) of each second-level heading of rendered ``html``, for a table of contents."""
    return [(found[0], _TAG.sub("", found[1])) for found in _HEADING.findall(html)]


def anchor(words: str) -> str:
    """Return the id of a heading: lower case, without accents, words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "section"


def _name_headings(tokens: list[Token]) -> None:
    taken: dict[str, int] = {}
    for token, inline in zip(tokens, tokens[1:], strict=False):
        if token.type != "heading_open":
            continue
        if token.tag == "h1":  # the title is the page's own
            token.tag = "h2"
        name = anchor(inline.content)
        taken[name] = taken.get(name, 0) + 1
        token.attrSet("id", name if taken[name] == 1 else f"{name}-{taken[name]}")


def _class_cells(tokens: list[Token]) -> None:
    """Turn the inline style of aligned cells, which the site's CSP blocks, into a class."""
    for token in tokens:
        if token.type in ("th_open", "td_open"):
            style = str(token.attrs.pop("style", ""))
            if "right" in style:
                token.attrSet("class", "number")
        if token.type == "heading_close" and token.tag == "h1":
            token.tag = "h2"
