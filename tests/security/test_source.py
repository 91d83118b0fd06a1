"""What must not stand in the source, and the locks that hold the packages."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PARTS = ("accounts", "config", "games", "leaderboards")
FILES = [
    path for part in PARTS for path in sorted((ROOT / part).rglob("*.py")) if "migrations" not in path.parts
]
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt")
PINNED = re.compile(r"^([A-Za-z0-9_.\[\],-]+)==(\S+)((?: ;[^\\]*)?) \\$")

# What each of these is for is told where it stands; one in another file is to be looked at, and added here.
WATCHED = {
    r"\bpickle\b|\bmarshal\b|yaml\.load\b|\bshelve\b": set(),
    r"(?<![\w.])(?:eval|exec)\(|os\.system|shell=True|os\.popen": set(),
    r"\.raw\(|\.extra\(|RawSQL|connection\.cursor\(": {
        "config/health.py",
        "games/matches/rows.py",
        "games/play/rows.py",
        "leaderboards/tree.py",
    },
    r"mark_safe\(|SafeString\(f|autoescape off": {
        "games/content/render.py",
        "games/matches/render/page.py",
        "games/matches/render/parts.py",
        "games/matches/render/sides.py",
        "games/play/render/page.py",
        "games/play/render/pieces.py",
        "games/play/render/table.py",
        "games/play/views_pages/replay.py",
        "games/templatetags/content_tags.py",
        "games/templatetags/staff_tags.py",
    },
    r"csrf_exempt": set(),
    r"\brandom\.(?:random|choice|randint|shuffle|sample)\(|from random import (?!Random)": {
        "games/staff/demo.py",  # a generator of its own, for a site that is filled for show
    },
    r"verify=False|ssl\._create_unverified": set(),
}


@pytest.mark.parametrize("pattern", WATCHED)
def test_what_can_do_harm_stands_where_it_is_known(pattern: str) -> None:
    found = {str(path.relative_to(ROOT)) for path in FILES if re.search(pattern, path.read_text())}
    assert found == WATCHED[pattern]


def test_what_is_written_into_sql_is_a_name_of_ours() -> None:
    """Statements are composed of columns; what comes from outside is a parameter."""
    for name in ("games/matches/rows.py", "games/play/rows.py", "leaderboards/tree.py"):
        for call in re.findall(r"execute\(([^\n]*)", (ROOT / name).read_text()):
            assert not re.match(r"f[\"']", call) and "%" not in call.partition(",")[0], (name, call)


def test_no_template_trusts_more_than_the_pages_of_words() -> None:
    trusting = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "templates").rglob("*.html")
        if re.search(r"\|\s*safe\b|autoescape off", path.read_text())
    }
    assert trusting == {"templates/content/page.html"}


def test_secrets_are_compared_in_constant_time() -> None:
    text = {
        name: (ROOT / name).read_text()
        for name in ("accounts/tokens.py", "games/matches/access.py", "games/matches/sessions.py")
    }
    assert all(re.search("constant_time_compare|compare_digest", source) for source in text.values())


def locked(name: str) -> tuple[dict[str, str], list[str]]:
    """The versions of a lock, and its lines that are no entry, no hash and no comment."""
    versions, odd, lines = {}, [], (ROOT / name).read_text().splitlines()
    for place, line in enumerate(lines):
        found = PINNED.match(line)
        if found:
            versions[found[1].partition("[")[0].lower() + found[3]] = found[2]
            if not re.match(r"    --hash=sha256:[0-9a-f]{64}", lines[place + 1]):
                odd.append(line)
        elif (
            line
            and not line.startswith("#")
            and not re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?", line)
        ):
            odd.append(line)
    return versions, odd


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_locked_with_its_hashes(name: str) -> None:
    versions, odd = locked(name)
    assert len(versions) > 5 and odd == []


def test_the_locks_agree_on_every_version() -> None:
    first, *others = (locked(name)[0] for name in LOCKS)
    for other in others:
        assert {
            name: (version, other[name])
            for name, version in first.items()
            if other.get(name, version) != version
        } == {}
    assert set(first) <= set(others[0]), "what runs is what is tested"
