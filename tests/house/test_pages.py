"""Every page that has an address of its own: language, headings, and nothing inline."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern, RoutePattern

# Not pages of ours: Django's own, what machines read.
OTHERS = re.compile(r"^(admin|api|i18n|healthz|readyz|favicon\.ico|manifest\.webmanifest|sw\.js)")


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    """Yield the address of every view that needs no argument."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern.pattern, LocalePrefixPattern):
            route = ""
        elif isinstance(pattern.pattern, RoutePattern):
            route = str(pattern.pattern)
        else:
            continue
        if "<" in route or OTHERS.match(prefix + route):
            continue
        if isinstance(pattern, URLPattern):
            yield f"/{prefix}{route}"
        else:
            yield from addresses(pattern, prefix + route)


def mistakes(page: str, language: str) -> list[str]:
    """Return what is wrong with the frame of a page."""
    found = []
    if f'<html lang="{language}"' not in page:
        found.append("its language")
    for tag in ("main", "h1", "title"):
        if len(re.findall(rf"<{tag}[\s>]", page)) - (page.count("<svg") and tag == "title" and 99) > 1:
            found.append(f"more than one {tag}")
        if not re.search(rf"<{tag}[\s>]", page):
            found.append(f"no {tag}")
    if re.search(r"<style|\sstyle=|\son\w+=[\"']|<script(?![^>]*(\ssrc=|application/json))", page):
        found.append("inline style or script")
    ids = Counter(re.findall(r'\sid="([^"]+)"', page))
    found += [f"id {name} twice" for name, count in ids.items() if count > 1]
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["visitor", "player"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_pages_have_a_language_one_main_one_heading_and_nothing_inline(
    client: Client, who: str, language: str
) -> None:
    if who == "player":
        client.force_login(
            get_user_model().objects.create_user("zoe"),
            backend="django.contrib.auth.backends.ModelBackend",
        )
    wrong: dict[str, Any] = {}
    seen = 0
    for address in sorted(set(addresses(get_resolver()))):
        answer = client.get(address if language == "fr" else f"/en{address}")
        if answer.status_code >= 500:
            wrong[address] = answer.status_code
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        seen += 1
        if client.head(address).status_code != 200:
            wrong[address] = "no HEAD"
        if found := mistakes(answer.content.decode(), language):
            wrong[address] = found
    assert wrong == {}
    assert seen >= 5
